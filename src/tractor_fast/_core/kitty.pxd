# What the kitty is worth to attackers who win the last trick (R29, `kitty_factor = double_size`).
#
#   int kitty_factor(lead)        `lead` of the last trick, as it was led

from .types cimport Lead

cdef inline int kitty_factor(const Lead* lead) noexcept nogil:
    """Twice the cards in the largest unit of the last trick's format."""
    return 2 * lead.largest
