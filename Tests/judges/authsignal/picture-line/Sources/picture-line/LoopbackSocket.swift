import AuthAuthsignal
import AuthCore
import AuthCrypto
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A WebSocket to this machine (RFC 6455) with the minimum for a test: text, ping and close.
final class LoopbackSocket: AuthsignalSocket {
  struct Closed: Error {}
  struct Refused: Error {}

  private struct State {
    var heard: [String] = []
    var isOver = false
    var ear: CheckedContinuation<String, any Error>?
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  init(port: UInt16, path: String, _ subprotocols: [String]) throws {
    descriptor = try Self.connected(to: port)
    do {
      try greet("127.0.0.1:\(port)", path, subprotocols)
      try listen()
    } catch {
      Self.end(descriptor)
      throw error
    }
  }

  /// Performs the opening handshake (RFC 6455 §4.1).
  private func greet(_ host: String, _ path: String, _ subprotocols: [String]) throws {
    let key = Base64.encode((0..<16).map { _ in UInt8.random(in: 0...255) })
    try write(
      Array(
        """
        GET \(path) HTTP/1.1\r
        Host: \(host)\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: \(key)\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Protocol: \(subprotocols.joined(separator: ", "))\r
        \r

        """.utf8))
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { head += try read(1) }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let proof = Base64.encode(
      Array(Insecure.SHA1.hash(data: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))))
    guard lines.first?.hasPrefix("HTTP/1.1 101") == true,
      lines.contains(where: { $0.lowercased().hasPrefix("sec-websocket-accept:") && $0.hasSuffix(" " + proof) }),
      lines.contains(where: { $0.lowercased() == "sec-websocket-protocol: authsignal-ws" })
    else { throw Refused() }
  }

  func send(_ text: String) async throws { try write(Frame(.text, Array(text.utf8)).masked) }

  func receive() async throws -> String {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known = state.withLock { state -> Result<String, any Error>? in
          if !state.heard.isEmpty { return .success(state.heard.removeFirst()) }
          if state.isOver { return .failure(Closed()) }
          state.ear = continuation
          return nil
        }
        if let known { continuation.resume(with: known) }
        if Task.isCancelled { over() }
      }
    } onCancel: {
      over()
    }
  }

  func close() async {
    // A closed connection needs no close frame.
    try? write(Frame(.close, [0x03, 0xE8]).masked)
    over()
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func over() {
    let ear = state.withLock { state in
      defer { state.ear = nil }
      state.isOver = true
      return state.ear
    }
    ear?.resume(throwing: Closed())
  }

  private func hear(_ text: String) {
    let ear = state.withLock { state in
      defer { state.ear = nil }
      if state.ear == nil { state.heard.append(text) }
      return state.ear
    }
    ear?.resume(returning: text)
  }

  /// Reads on a thread of its own until the connection is over.
  private func listen() throws {
    let job = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(
      &thread, nil,
      { pointer in
        LoopbackSocket.run(pointer)
        return nil
      }, job.toOpaque())
    guard failure == 0 else {
      job.release()
      throw Refused()
    }
  }

  private static func run(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return }
    let socket = Unmanaged<LoopbackSocket>.fromOpaque(pointer).takeRetainedValue()
    pthread_detach(pthread_self())
    do { try socket.readAll() } catch {}
    socket.over()
    end(socket.descriptor)
  }

  private func readAll() throws {
    var pieces: [UInt8] = []
    while true {
      let frame = try Frame(from: read)
      switch frame.kind {
      case .text, .continuation:
        pieces += frame.payload
        guard frame.isLast else { continue }
        hear(String(decoding: pieces, as: UTF8.self))
        pieces = []
      case .ping: try write(Frame(.pong, frame.payload).masked)
      case .pong: continue
      case .close:
        try write(Frame(.close, frame.payload).masked)
        return
      }
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress?.advanced(by: filled), count - filled, 0)
      }
      guard got > 0 else { throw Closed() }
      filled += got
    }
    return bytes
  }

  private func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes.withUnsafeBytes { Self.send(descriptor, $0, from: sent, flags) }
      guard count > 0 else { throw Closed() }
      sent += count
    }
  }

  private static func send(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, from start: Int, _ flags: Int32
  ) -> Int {
    #if canImport(Glibc)
      Glibc.send(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start, flags)
    #elseif canImport(Musl)
      Musl.send(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start, flags)
    #else
      Darwin.send(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start, flags)
    #endif
  }

  private static func end(_ descriptor: Int32) {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }

  private static func connected(to port: UInt16) throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      end(descriptor)
      throw Refused()
    }
    return descriptor
  }
}
