public import AuthCore
public import AuthSandboxKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Delivers the webhooks of the Authsignal-style servers to the app's backend, in order, each signed when it is sent.
///
/// DESIGN A102: no source says what the vendor does if a backend does not respond. After a transient failure (no
/// response, 408, 429, 5xx) the delivery sends the webhook again, after one, two and four seconds: four attempts in
/// all. Then it reports the last status to the sandbox, and a challenge whose webhook got a status other than 2xx
/// fails. The vendor's challenge webhooks are synchronous; in the sandbox, the response to the device does not wait for
/// them.
public struct AuthsignalWebhookDelivery: Sendable {
  /// The number of attempts for one webhook.
  public static let attempts = 4

  private let sandbox: Sandbox
  private let url: URL
  private let transport: any HTTPTransport
  private let clock: any AuthClock

  /// Creates a delivery of the webhooks of `sandbox` to `url`. `clock` measures the waits between attempts.
  public init(sandbox: Sandbox, url: URL, transport: any HTTPTransport, clock: any AuthClock = SystemClock()) {
    self.sandbox = sandbox
    self.url = url
    self.transport = transport
    self.clock = clock
  }

  /// Delivers the webhooks that are waiting at the time of the call.
  ///
  /// - Returns: the number of webhooks that the backend accepted with a status 2xx.
  /// - Throws: `cancelled` when the task is cancelled: the webhook that was being delivered remains in the list.
  ///   `internal` when the sandbox no longer has a webhook whose result is reported, for example after a reset, or when
  ///   the sandbox has no Authsignal-style servers.
  @discardableResult
  public func deliver() async throws(AuthError) -> Int {
    var accepted = 0
    for sequence in try waiting().compactMap({ $0["sequence"]?.integerValue }) {
      let status = try await deliver(sequence)
      _ = try sandbox.json(
        "POST", "/authsignal/webhooks", ["sequence": .integer(sequence), "status": .integer(Int64(status))])
      if (200..<300).contains(status) { accepted += 1 }
    }
    return accepted
  }

  /// Delivers webhooks as they appear, until its task is cancelled or `deliver()` throws any other error, for example
  /// because the sandbox was reset during a delivery.
  public func run() async {
    do {
      while true {
        try await deliver()
        try await clock.sleep(for: .milliseconds(200))
      }
    } catch {
      // The task was cancelled, or the sandbox no longer has the webhook.
    }
  }

  /// Delivers one webhook, and returns the status of the last attempt's response; 0 if there was none.
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
