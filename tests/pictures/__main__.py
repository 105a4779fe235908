"""``python -m tests.pictures``: make the pictures of the README anew, out of a real evening in the sandbox.

They are kept beside this file, one for each scene; `evening` plays. The faces of the cards, to be seen there, come
first: `faces` makes them of their drawings.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.pictures import evening, faces
from tests.sandbox.chromium import browser, missing, serving, window

HERE = Path(__file__).parent


def main() -> int:
    """Make all of them; the exit status."""
    if (reason := missing()) is not None:
        sys.stderr.write(f"{reason}\n")
        return 1

    with browser() as page:
        page.leave()
        faces.keep(page)
        faces.sheet(page, HERE / "faces.png")
    with serving("bot", "sandbox", "--no-open") as address, window(address) as page:

        def keep(scene: str) -> None:
            file = HERE / f"{scene}.png"
            page.picture(file)
            sys.stdout.write(f"{file.name}: {file.stat().st_size // 1024} KB\n")

        evening.play(page, keep)
    return 0


if __name__ == "__main__":
    sys.exit(main())
