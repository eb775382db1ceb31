#if canImport(Glibc) || canImport(Musl)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// The constants and calls of sockets that differ between Linux and Apple systems.
  enum UnixSocketGlue {
    static let sendFlags = Int32(MSG_NOSIGNAL)
    /// SOCK_STREAM, which is an enumeration in Glibc and a number in Musl, with SOCK_CLOEXEC: a program that another
    /// thread starts in the meantime does not inherit the socket.
    static let newStream: Int32 = 1 | 0o2_000_000

    static func silence(_ descriptor: Int32) {}

    static func address() -> sockaddr_un {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      return address
    }

    /// The user and the process at the other end, from the credentials that the kernel kept when the connection was
    /// made (unix(7)).
    static func peer(_ descriptor: Int32) -> UnixSocket.Peer? {
      // `struct ucred`: the process, the user and the group, each of 32 bits.
      var credentials: [UInt32] = [0, 0, 0]
      var length = socklen_t(12)
      guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, length == 12 else {
        return nil
      }
      return UnixSocket.Peer(user: credentials[1], process: Int32(bitPattern: credentials[0]))
    }
  }
#endif
