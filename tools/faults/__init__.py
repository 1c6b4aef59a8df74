"""Faults on purpose: parts are killed, paused, cut off and lied to while people and bots play; nothing may be lost.

`plan` says what will go wrong and when, `injuries` does it (with `proxy` on the wires and `jumps` at the clock),
`crowd`, `people` and `listeners` play meanwhile and write all they were told into the `ledger`, and `checks` compares
it with what the service says afterwards. `python -m tests.faults` runs it all; docs/faults.md tells more.
"""
