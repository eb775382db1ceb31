#if canImport(Darwin)
  import Darwin

  /// The constants and calls of sockets that differ between Apple systems and Linux.
  enum UnixSocketGlue {
    static let sendFlags = Int32(0)
    static let newStream = SOCK_STREAM

    /// A write to a closed connection is an error and no signal.
    static func silence(_ descriptor: Int32) {
      var flag: Int32 = 1
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &flag, socklen_t(MemoryLayout<Int32>.size))
    }

    static func address() -> sockaddr_un {
      var address = sockaddr_un()
      address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
      address.sun_family = sa_family_t(AF_UNIX)
      return address
    }

    /// The user (getpeereid(3)) and the process (unix(4)) at the other end.
    static func peer(_ descriptor: Int32) -> UnixSocket.Peer? {
      var (user, group, process) = (uid_t(), gid_t(), pid_t())
      var length = socklen_t(MemoryLayout<pid_t>.size)
      guard getpeereid(descriptor, &user, &group) == 0,
        getsockopt(descriptor, SOL_LOCAL, LOCAL_PEERPID, &process, &length) == 0
      else { return nil }
      return UnixSocket.Peer(user: user, process: process)
    }
  }
#endif
