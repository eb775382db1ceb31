/// This system's own HTTP: libcurl on Linux, URLSession on Apple systems. `make(options:)` stands beside this file,
/// once for each.
public enum SystemTransport {}
