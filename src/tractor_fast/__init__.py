"""Fast simulation of Tractor / Shengji (升级, 拖拉机) and Finding Friends (找朋友)."""

__version__ = "0.1.0"
