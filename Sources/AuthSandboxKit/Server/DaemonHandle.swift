import AuthCore
import CMicroHTTPD

/// libmicrohttpd's daemon and the strings that must outlive it. The server's lock protects the handle.
struct DaemonHandle: ~Copyable {
  let port: UInt16
  private var daemon: UnsafeMutableRawPointer?
  private var isQuiesced = false
  private let key: CText?
  private let certificate: CText?
  /// The callbacks' argument; retained until the daemon has stopped.
  private let context: Unmanaged<ServerTraffic>

  init(port: UInt16, traffic: ServerTraffic, identity: ServerIdentity?) throws(AuthError) {
    let key = identity.map { CText($0.privateKeyPEM.revealText()) }
    let certificate = identity.map { CText($0.certificatePEM) }
    let context = Unmanaged.passRetained(traffic)
    var failure: Int32 = 0
    let started = lk_mhd_start(
      port, context.toOpaque(), ServerCallbacks.begin, ServerCallbacks.handle, ServerCallbacks.complete,
      key?.characters, certificate?.characters, &failure)
    guard let started else {
      context.release()
      throw AuthError(
        .network,
        "The sandbox cannot listen on 127.0.0.1:\(port). If the port is taken or needs privileges, choose another "
          + "port, or 0 for a free port. With HTTPS, check that the certificate and its key are valid PEM and belong "
          + "together.",
        recovery: .abort, underlying: "errno \(failure)")
    }
    self.key = key
    self.certificate = certificate
    self.context = context
    daemon = started
    self.port = lk_mhd_port(started)
  }

  /// Stops accepting connections. Returns false if an earlier call did so.
  mutating func quiesce() -> Bool {
    guard let daemon, !isQuiesced else { return false }
    isQuiesced = true
    lk_mhd_quiesce(daemon)
    return true
  }

  /// Ends the daemon's thread; does nothing if it has ended already.
  mutating func stop() {
    guard let daemon else { return }
    self.daemon = nil
    lk_mhd_stop(daemon)
    context.release()
  }
}

/// A C string that is valid as long as this object exists.
private final class CText {
  let characters: UnsafePointer<CChar>
  private let buffer: UnsafeMutableBufferPointer<CChar>

  init(_ text: String) {
    buffer = .allocate(capacity: text.utf8.count + 1)
    _ = buffer.initialize(from: text.utf8.map { CChar(bitPattern: $0) } + [0])
    characters = UnsafePointer(buffer.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 1))
  }

  deinit {
    for index in buffer.indices { buffer[index] = 0 }
    buffer.deallocate()
  }
}
