"""Real servers for the tests of fleets."""
