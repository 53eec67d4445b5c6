"""``python -m interpreter`` is the command ``ludwright``."""

from interpreter.front.cli import main

if __name__ == "__main__":
    main()
