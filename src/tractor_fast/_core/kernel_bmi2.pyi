from .kernel_plain import NAME as NAME
from .kernel_plain import bind as bind
from .kernel_plain import play as play
from .kernel_plain import play_matches as play_matches
