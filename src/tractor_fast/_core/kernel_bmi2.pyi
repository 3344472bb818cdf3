from .kernel_plain import NAME as NAME
from .kernel_plain import bind as bind
from .kernel_plain import play as play
from .kernel_plain import play_matches as play_matches
from .kernel_plain import play_opportunities as play_opportunities
from .kernel_plain import play_pairs as play_pairs
