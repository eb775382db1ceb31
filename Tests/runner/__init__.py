"""The parts of Tests/run."""
