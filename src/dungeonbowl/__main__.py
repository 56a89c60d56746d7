"""Where the program begins: `dungeonbowl`, and `python -m dungeonbowl`."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line. Until it is loaded nothing is begun that could be kept, so Ctrl-C ends the program then as
    it does one that knows nothing of it, and not with a traceback of whatever was being imported."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # not so where the shell lets a program in the background ignore Ctrl-C
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from dungeonbowl.cli import main as run

    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
