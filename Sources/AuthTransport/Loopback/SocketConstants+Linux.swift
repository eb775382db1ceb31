#if canImport(Glibc) || canImport(Musl) || canImport(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Android
  #endif

  /// The socket constants and calls that differ between Linux (and Android) and Apple systems.
  enum SocketConstants {
    static let sendFlags = Int32(MSG_NOSIGNAL)
    static let endOfSending = Int32(1)  // SHUT_WR, an enumeration in Glibc, a number in Musl and Android
    static let stream = Int32(1)  // SOCK_STREAM, an enumeration in Glibc, a number in Musl and Android

    static func silence(_ descriptor: Int32) {}
    static func close(_ descriptor: Int32) -> Int32 { systemClose(descriptor) }
    static func bind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
      systemBind(descriptor, address, length)
    }

    static func ipv4(_ port: UInt16) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return address
    }

    static func ipv6(_ port: UInt16) -> sockaddr_in6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0[15] = 1 }
      return address
    }
  }

  private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

  private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    bind(descriptor, address, length)
  }
#endif
