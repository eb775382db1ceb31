"""Makes a release: `scripts/release`."""
