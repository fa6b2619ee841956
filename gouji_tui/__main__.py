"""``python -m gouji_tui`` is the ``gouji`` command."""

import sys

from gouji_tui.cli import main

sys.exit(main())
