public import AuthCore
public import AuthSandboxKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Delivers the webhooks of the Authsignal-style sandbox to the app's backend, in order, each signed when it is sent.
///
/// DESIGN A102: no source says what the vendor does when a backend does not respond. A transient failure (no response,
/// 408, 429, 5xx) is tried four times in all, after one, two and four seconds. Then the sandbox is told, and a
/// challenge whose webhook was not accepted fails. The vendor's challenge webhooks are synchronous; here the response
/// to the device does not wait for them.
public struct AuthsignalWebhookCourier: Sendable {
  /// The number of attempts for one webhook.
  public static let attempts = 4

  private let sandbox: Sandbox
  private let url: URL
  private let transport: any HTTPTransport
  private let clock: any AuthClock

  /// A courier from `sandbox` to `url`.
  public init(sandbox: Sandbox, url: URL, transport: any HTTPTransport, clock: any AuthClock = SystemClock()) {
    self.sandbox = sandbox
    self.url = url
    self.transport = transport
    self.clock = clock
  }

  /// Delivers the webhooks that wait now.
  ///
  /// - Returns: how many the backend accepted.
  /// - Throws: `cancelled`; the webhook being delivered still waits.
  @discardableResult
  public func deliver() async throws(AuthError) -> Int {
    var taken = 0
    for sequence in try waiting().compactMap({ $0["sequence"]?.integerValue }) {
      let status = try await deliver(sequence)
      _ = try sandbox.json(
        "POST", "/authsignal/webhooks", ["sequence": .integer(sequence), "status": .integer(Int64(status))])
      if (200..<300).contains(status) { taken += 1 }
    }
    return taken
  }

  /// Delivers webhooks as they appear, until its task is cancelled.
  public func run() async {
    do {
      while true {
        try await deliver()
        try await clock.sleep(for: .milliseconds(200))
      }
    } catch {
      // Cancelled.
    }
  }

  /// The result: a status, or 0 without a response.
  private func deliver(_ sequence: Int64) async throws(AuthError) -> Int {
    var status = 0
    for attempt in 0..<Self.attempts {
      if attempt > 0 {
        do throws(CancellationError) { try await clock.sleep(for: .seconds(1 << (attempt - 1))) } catch {
          throw .cancelled
        }
      }
      guard let message = try waiting().first(where: { $0["sequence"]?.integerValue == sequence }),
        let body = message["body"]?.stringValue, let signature = message["headers"]?["X-Signature-V2"]?.stringValue
      else { return status }
      status = try await send(body, signature)
      guard status == 0 || status == 408 || status == 429 || status >= 500 else { break }
    }
    return status
  }

  private func send(_ body: String, _ signature: String) async throws(AuthError) -> Int {
    let request = TransportRequest(
      "POST", url, headers: ["Content-Type": "application/json", "X-Signature-V2": signature], body: Array(body.utf8))
    do throws(AuthError) {
      return try await transport.send(request).status
    } catch {
      guard error.code != .cancelled else { throw error }
      return 0
    }
  }

  private func waiting() throws(AuthError) -> [JSONValue] {
    try sandbox.json("GET", "/authsignal/webhooks?waiting=true")["webhooks"]?.arrayValue ?? []
  }
}
