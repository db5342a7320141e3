import sys

from . import make

make(sys.argv[1:])
