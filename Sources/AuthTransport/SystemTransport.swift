/// This system's own HTTP: libcurl on Linux, URLSession on Apple systems. Each has its `make(options:)` in a file
/// next to this one.
public enum SystemTransport {}
