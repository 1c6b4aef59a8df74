"""Write all golden replays anew; read the diff before you commit it."""

from __future__ import annotations

from tests.games.golden import FOLDER, replays, text

for name, setting in replays().items():
    (FOLDER / f"{name}.txt").write_text(text(name, setting), encoding="utf-8")
    print(f"wrote {name}.txt")
