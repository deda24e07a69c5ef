"""Which knobs, mistakes and known divergences carry a gap between two scores."""
