from .batch_plain import count as count
from .batch_plain import deal as deal
from .batch_plain import legal as legal
from .batch_plain import resolve as resolve
from .batch_plain import sample as sample
