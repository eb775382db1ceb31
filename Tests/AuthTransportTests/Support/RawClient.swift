#if canImport(Glibc)
  import Glibc

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A TCP client that sends exactly the bytes of a test.
  struct RawClient: Sendable {
    /// The connection could not be opened; `errno` is the reason.
    struct Refused: Error {
      let errno: Int32
    }

    private let descriptor: Int32

    init(_ url: URL) throws {
      let isSix = url.absoluteString.contains("[::1]")
      descriptor = socket(isSix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      let port = UInt16(url.port ?? 0).bigEndian
      let status: Int32
      if isSix {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0[15] = 1 }
        status = Self.connected(descriptor, address)
      } else {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        status = Self.connected(descriptor, address)
      }
      guard status == 0 else {
        let refused = Refused(errno: Glibc.errno)
        Glibc.close(descriptor)
        throw refused
      }
    }

    /// Connects on a separate thread: if the listener's queue is full, `connect` blocks until a connection is accepted.
    static func connect(_ url: URL) async throws -> RawClient {
      try await withCheckedThrowingContinuation { continuation in
        do {
          try LoopbackServer.thread { continuation.resume(with: Result { try RawClient(url) }) }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }

    private static func connected<Address>(_ descriptor: Int32, _ address: Address) -> Int32 {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }

    func send(_ text: String) throws {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        // The other end reads no further.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Sends `text` and returns the whole response, on a separate thread.
    func exchange(_ text: String) async throws -> String {
      try send(text)
      return try await withCheckedThrowingContinuation { continuation in
        let descriptor = descriptor
        do {
          try LoopbackServer.thread { continuation.resume(returning: Self.rest(of: descriptor)) }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }

    private static func rest(of descriptor: Int32) -> String {
      var answer: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        answer += buffer[..<count]
      }
      Glibc.close(descriptor)
      return String(decoding: answer, as: UTF8.self)
    }

    func close() { Glibc.close(descriptor) }
  }
#endif
