public import AuthCore
import CMicroHTTPD

/// A sandbox over HTTP on the loopback interface, served by libmicrohttpd.
///
/// The library is loaded when the first server starts, and is not needed to build. The server stops on `stop()`, or
/// when its last owner releases it.
public final class SandboxServer: Sendable {
  /// The largest accepted body in bytes; a larger one gets status 413.
  public static let bodyLimit = 4 << 20

  /// Whether libmicrohttpd is installed.
  public static var isAvailable: Bool { lk_mhd_load() == 0 }

  /// The sandbox that responds.
  public let sandbox: Sandbox
  /// The port that the server listens on.
  public let port: UInt16
  private let core: ServerCore

  /// Starts serving `sandbox` on 127.0.0.1 and sets its `baseURL`.
  ///
  /// - Parameters:
  ///   - sandbox: the sandbox to serve.
  ///   - port: the port; 0 selects a free one.
  ///   - identity: a certificate and its key for HTTPS; nil for plain HTTP.
  /// - Throws: `unsupported` when libmicrohttpd is absent or was built without TLS, `network` when the port is taken.
  public init(sandbox: Sandbox, port: UInt16 = 0, identity: ServerIdentity? = nil) throws(AuthError) {
    guard lk_mhd_load() == 0 else {
      throw AuthError(
        .unsupported,
        "The sandbox's server needs libmicrohttpd. Install it (Debian: apt-get install libmicrohttpd12; macOS: brew "
          + "install libmicrohttpd).", underlying: String(cString: lk_mhd_load_error()))
    }
    guard identity == nil || lk_mhd_has_tls() == 1 else {
      throw AuthError(.unsupported, "This libmicrohttpd was built without TLS; serve plain HTTP instead.")
    }
    let core = try ServerCore(sandbox: sandbox, port: port, identity: identity)
    self.sandbox = sandbox
    self.core = core
    self.port = core.port
    sandbox.serve(
      at: "\(identity == nil ? "http" : "https")://127.0.0.1:\(core.port)", certificatePEM: identity?.certificatePEM)
  }

  /// Stops the server: it accepts no new connections, completes the requests in progress, and then frees the port. It
  /// waits at most two seconds for a client that does not finish its request.
  public func stop() async { await core.stop() }

  deinit {
    // Does not wait: that could block the thread that a delayed connection needs.
    let core = core
    Task { await core.stop() }
  }
}
