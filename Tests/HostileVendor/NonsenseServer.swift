import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server on loopback that answers each request with the script of its path. Each connection has a thread of its own,
/// and serves requests until a script closes it.
final class NonsenseServer: Sendable {
  private let listener: Int32
  /// The port on 127.0.0.1.
  let port: UInt16
  private let scripts = Locked<[String: [NonsenseStep]]>([:])
  private let isOpen = Locked(true)
  private let last = Locked(0)

  /// Starts a server; nil if the system refuses a socket.
  init?() {
    listener = socket(AF_INET, NonsenseSocket.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = listener
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(number, address, size) == 0 && listen(number, 64) == 0 && getsockname(number, address, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound, BlockingThread.start({ [weak self] in while self?.accept(on: number) == true {} }) else {
      close(listener)
      return nil
    }
  }

  deinit {
    isOpen.withLock { $0 = false }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Adds a script, and returns the path whose requests get it.
  func add(_ script: [NonsenseStep]) -> String {
    let path = last.withLock { last in
      last += 1
      return "/\(last)"
    }
    scripts.withLock { $0[path] = script }
    return path
  }

  private func accept(on listener: Int32) -> Bool {
    #if canImport(Glibc)
      let connection = Glibc.accept(listener, nil, nil)
    #else
      let connection = Darwin.accept(listener, nil, nil)
    #endif
    guard connection >= 0 else { return errno == EINTR || errno == ECONNABORTED }
    return BlockingThread.start { [weak self] in
      // A client that sends nothing must not hold a thread.
      NonsenseSocket.limit(connection, seconds: 20)
      while let path = NonsenseSocket.request(connection) {
        guard let self, self.play(self.script(path), to: connection) else { break }
      }
      close(connection)
    }
  }

  /// A redirect that was followed leads to another path: it gets an empty object.
  private func script(_ path: String) -> [NonsenseStep] {
    if path == "/again" {
      return [
        .send(Array("HTTP/1.1 307 Again\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)),
        .close,
      ]
    }
    return scripts.withLock { $0.removeValue(forKey: path) }
      ?? [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}".utf8)), .close]
  }

  /// Plays a script; returns false when the connection must be closed.
  private func play(_ script: [NonsenseStep], to connection: Int32) -> Bool {
    for step in script {
      switch step {
      case .send(let bytes): guard NonsenseSocket.send(bytes, to: connection) else { return false }
      case .times(let count, let bytes):
        for _ in 0..<count { guard NonsenseSocket.send(bytes, to: connection) else { return false } }
      case .forever(let bytes): while NonsenseSocket.send(bytes, to: connection) {}
      case .drip(let bytes):
        for byte in bytes {
          guard NonsenseSocket.send([byte], to: connection) else { return false }
          usleep(20_000)
        }
      case .reset:
        NonsenseSocket.reset(connection)
        return false
      case .close: return false
      }
    }
    return true
  }
}
