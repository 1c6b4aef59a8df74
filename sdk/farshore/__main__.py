"""`python -m farshore` is the same as `farshore`."""

import sys

from farshore.cli import main

sys.exit(main())
