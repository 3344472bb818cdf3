ADDRESSES: dict[str, int]
