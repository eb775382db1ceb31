#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension UnixSocketGlue {
  static func close(_ descriptor: Int32) -> Int32 { systemClose(descriptor) }
  static func listen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { systemListen(descriptor, backlog) }
  static func bind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    systemBind(descriptor, address, length)
  }
  static func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    systemConnect(descriptor, address, length)
  }
}

// Within the type, the names of the calls mean its own functions.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  bind(descriptor, address, length)
}
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}
