// Replaced by the target's first slice.
