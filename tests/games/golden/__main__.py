"""Write the golden replays anew, of all games or of those named; read the diff before you commit it."""

from __future__ import annotations

import sys

from tests.games.golden import FOLDER, replays, text

for name, setting in replays().items():
    if len(sys.argv) > 1 and setting.game.name not in sys.argv[1:]:
        continue
    (FOLDER / f"{name}.txt").write_text(text(name, setting), encoding="utf-8")
    print(f"wrote {name}.txt")
