import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's API: every call is a POST with a JSON body that a key has stamped (Turnkey protocol notes §0).
struct TurnkeyAPI: Sendable {
  let baseURL: URL
  let transport: any HTTPTransport
  let clock: any AuthClock

  /// DESIGN: how often and how far apart an unfinished activity is asked for; the vendor's SDKs ask three times, a
  /// second apart.
  private static let polls = 10
  private static let pollInterval = Duration.seconds(1)

  /// Who is calling, for the vendor's statistics (the vendor's SDKs send `turnkey-swift/4.0.0`).
  static let clientVersion: (name: String, value: String) = (
    "X-Client-Version", "latchkey-swift/" + PackageVersion.current
  )

  /// Asks something.
  ///
  /// - Parameter name: `whoami`.
  func query(
    _ name: String, _ body: JSONValue, stamper: some Stamper
  ) async throws(AuthError) -> JSONValue {
    try await post("public/v1/query/\(name)", body.serialized, retry: .safe, stamper: stamper)
  }

  /// Submits an activity and waits for its outcome.
  ///
  /// - Parameters:
  ///   - name: `stamp_login`.
  ///   - body: what `Activity.body` gave; the same bytes give the same activity.
  ///   - result: the member of the result: `stampLoginResult`.
  /// - Throws: `timeout` when the outcome is not known after ten seconds.
  func submit(
    _ name: String, body: [UInt8], organizationID: String, result: String, stamper: some Stamper
  ) async throws(AuthError) -> JSONValue {
    let fingerprint = Hex.encode(SHA256.hash(data: body))
    var activity = try Activity(
      try await post("public/v1/submit/\(name)", body, retry: .idempotent(fingerprint), stamper: stamper))
    for _ in 0..<Self.polls where activity.isPending {
      do throws(CancellationError) {
        try await clock.sleep(for: Self.pollInterval)
      } catch {
        throw .cancelled
      }
      let question: JSONValue = ["organizationId": .string(organizationID), "activityId": .string(activity.id)]
      activity = try Activity(try await query("get_activity", question, stamper: stamper))
    }
    guard !activity.isPending else {
      throw AuthError(.timeout, "The vendor has not finished '\(name)' after ten seconds.")
    }
    return try activity.result(result)
  }

  private func post(
    _ path: String, _ body: [UInt8], retry: RetryIntent, stamper: some Stamper
  ) async throws(AuthError) -> JSONValue {
    var request = TransportRequest("POST", baseURL.appending(path: path), body: body, retry: retry)
    Self.complete(&request, with: try await stamper.stamp(body))
    let response = try await transport.send(request)
    guard response.isSuccess else { throw TurnkeyErrors.error(response, in: .stamped, now: clock.now()) }
    return try response.json()
  }

  /// Adds what every stamped request carries.
  static func complete(_ request: inout TransportRequest, with stamp: Stamp) {
    if request.headers["Content-Type"] == nil { request.headers["Content-Type"] = "application/json" }
    request.headers[stamp.name] = stamp.value
    request.headers[clientVersion.name] = clientVersion.value
  }
}
