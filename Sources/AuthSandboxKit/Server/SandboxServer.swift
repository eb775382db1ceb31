public import AuthCore
import CMicroHTTPD

/// A sandbox over HTTP on the loopback interface, served by libmicrohttpd.
///
/// libmicrohttpd is loaded when the first server starts or `isAvailable` is read, and is not needed to build. The
/// server stops on `stop()`, or when its last owner releases it.
public final class SandboxServer: Sendable {
  /// The largest accepted body in bytes; a larger one gets status 413.
  public static let bodyLimit = 4 << 20

  /// Whether libmicrohttpd can be loaded.
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
  /// - Throws: `unsupported` when libmicrohttpd cannot be loaded, or was built without TLS and `identity` is not nil;
  ///   `network` when libmicrohttpd cannot start, because the port is taken or the identity is not valid.
  public init(sandbox: Sandbox, port: UInt16 = 0, identity: ServerIdentity? = nil) throws(AuthError) {
    guard lk_mhd_load() == 0 else {
      throw AuthError(
        .unsupported,
        "The sandbox's server needs libmicrohttpd (library version 12), which could not be loaded. Install it (Debian: "
          + "apt-get install libmicrohttpd12; macOS: brew install libmicrohttpd).",
        underlying: String(cString: lk_mhd_load_error()))
    }
    guard identity == nil || lk_mhd_has_tls() == 1 else {
      throw AuthError(
        .unsupported,
        "The installed libmicrohttpd was built without TLS. Serve plain HTTP (no identity), or install one with TLS.")
    }
    let core = try ServerCore(sandbox: sandbox, port: port, identity: identity)
    self.sandbox = sandbox
    self.core = core
    self.port = core.port
    sandbox.serve(
      at: "\(identity == nil ? "http" : "https")://127.0.0.1:\(core.port)", certificatePEM: identity?.certificatePEM)
  }

  /// Stops the server: closes the listening socket, closes the WebSockets and waits until they are closed, waits at
  /// most two seconds for clients to finish their requests, and ends the connections. If an earlier call has begun to
  /// stop the server, returns at once.
  public func stop() async { await core.stop() }

  deinit {
    // Does not wait for the server to stop: that could block the thread that a delayed connection needs.
    let core = core
    Task { await core.stop() }
  }
}
