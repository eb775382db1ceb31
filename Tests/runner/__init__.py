"""What Tests/run is made of."""
