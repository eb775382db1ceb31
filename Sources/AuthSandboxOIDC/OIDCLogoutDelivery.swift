public import AuthCore
public import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Delivers the OpenID provider's logout tokens to the clients' registered URIs (OpenID Connect Back-Channel Logout
/// §2.5), in order, each once.
public struct OIDCLogoutDelivery: Sendable {
  private let sandbox: Sandbox
  private let transport: any HTTPTransport
  private let clock: any AuthClock

  /// Creates a delivery of the logout tokens of `sandbox`. `clock` measures the time between two checks of the list.
  public init(sandbox: Sandbox, transport: any HTTPTransport, clock: any AuthClock = SystemClock()) {
    self.sandbox = sandbox
    self.transport = transport
    self.clock = clock
  }

  /// Delivers the logout tokens that are waiting at the time of the call.
  ///
  /// - Returns: the number of logout tokens that a client accepted with a status 2xx.
  /// - Throws: `cancelled` when the task is cancelled; `internal` when the sandbox has no OpenID provider, or was reset
  ///   during a delivery.
  @discardableResult
  public func deliver() async throws(AuthError) -> Int {
    var accepted = 0
    let list = try sandbox.json("GET", "/sandbox/oidc/logout-tokens?waiting=true")["logoutTokens"]?.arrayValue ?? []
    for notice in list {
      guard let sequence = notice["sequence"]?.integerValue, let uri = notice["uri"]?.stringValue,
        let token = notice["logoutToken"]?.stringValue
      else { continue }
      let status = try await send(token, to: uri)
      _ = try sandbox.json(
        "POST", "/sandbox/oidc/logout-tokens",
        ["sequence": .integer(sequence), "status": .integer(Int64(status))])
      if (200..<300).contains(status) { accepted += 1 }
    }
    return accepted
  }

  /// Delivers logout tokens as they appear, until its task is cancelled. The reset of the sandbox does not end it.
  public func run() async {
    while !Task.isCancelled {
      do {
        try await deliver()
      } catch {
        // The task was cancelled, or the sandbox was reset during a delivery.
      }
      do { try await clock.sleep(for: .milliseconds(200)) } catch { return }
    }
  }

  /// Returns the status of the response; 0 if there was none.
  private func send(_ token: String, to uri: String) async throws(AuthError) -> Int {
    guard Origin(uri)?.isAcceptable == true, let url = URL(string: uri) else { return 0 }
    do throws(AuthError) {
      return try await transport.send(.form(url, [("logout_token", token)])).status
    } catch {
      guard error.code != .cancelled else { throw error }
      return 0
    }
  }
}
