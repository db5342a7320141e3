from . import make

make()
