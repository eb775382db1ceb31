/// The factory of this system's HTTP transport: libcurl on Linux, URLSession on Apple systems. Other
/// systems have none. Each system's `make(options:)` is in a separate file.
public enum SystemTransport {}
