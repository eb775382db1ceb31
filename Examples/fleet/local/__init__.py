"""The parts of `start`: a private database, the sandbox, the hosts, the balancer and the demonstration."""
