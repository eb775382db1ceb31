package import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The vendor's API: every call is a POST with a JSON body that a key has stamped (Turnkey protocol notes §0).
package struct TurnkeyAPI: Sendable {
  let baseURL: URL
  let transport: any HTTPTransport
  package let clock: any AuthClock

  package init(baseURL: URL, transport: any HTTPTransport, clock: any AuthClock) {
    self.baseURL = baseURL
    self.transport = transport
    self.clock = clock
  }

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
  package func query(
    _ name: String, _ body: JSONValue, stamper: any Stamper
  ) async throws(AuthError) -> JSONValue {
    let bytes = body.serialized
    return try await send(
      "public/v1/query/\(name)", bytes, retry: .safe, try await stamper.stamp(bytes), in: .stamped)
  }

  /// Submits an activity and waits for its outcome.
  ///
  /// - Parameters:
  ///   - name: `stamp_login`.
  ///   - body: what `VendorActivity.body` gave; the same bytes give the same activity.
  ///   - result: the member of the result: `stampLoginResult`.
  /// - Throws: `timeout` when the outcome is not known after ten seconds.
  package func submit(
    _ name: String, body: [UInt8], organizationID: String, result: String, stamper: any Stamper
  ) async throws(AuthError) -> JSONValue {
    try await activity(name, body: body, organizationID: organizationID, stamper: stamper).result(result)
  }

  /// The same, whatever came of it.
  package func activity(
    _ name: String, body: [UInt8], organizationID: String, stamper: any Stamper
  ) async throws(AuthError) -> VendorActivity {
    let retry = RetryIntent.idempotent(VendorActivity.fingerprint(of: body))
    // What is refused here is the code, not the stamp.
    let context: TurnkeyErrors.Context = name == "verify_otp" ? .verifyCode : .stamped
    let first = try await send(
      "public/v1/submit/\(name)", body, retry: retry, try await stamper.stamp(body), in: context)
    return try await outcome(of: name, first) { activity throws(AuthError) in
      let question: JSONValue = ["organizationId": .string(organizationID), "activityId": .string(activity.id)]
      return try await query("get_activity", question, stamper: stamper)
    }
  }

  /// Submits an activity that a passkey has stamped.
  ///
  /// DESIGN: its outcome is asked for by sending the same bytes once more, which the vendor takes for the same activity
  /// (Turnkey protocol notes §0): a question of another kind would be one more ceremony for the user.
  func submit(
    _ name: String, stamped body: [UInt8], by stamp: Stamp, result: String
  ) async throws(AuthError) -> JSONValue {
    let path = "public/v1/submit/\(name)"
    let retry = RetryIntent.idempotent(VendorActivity.fingerprint(of: body))
    let first = try await send(path, body, retry: retry, stamp, in: .passkey)
    return try await outcome(of: name, first) { _ throws(AuthError) in
      try await send(path, body, retry: retry, stamp, in: .passkey)
    }.result(result)
  }

  private func outcome(
    of name: String, _ answer: JSONValue, asking again: (VendorActivity) async throws(AuthError) -> JSONValue
  ) async throws(AuthError) -> VendorActivity {
    var activity = try VendorActivity(answer)
    for _ in 0..<Self.polls where activity.isPending {
      do throws(CancellationError) {
        try await clock.sleep(for: Self.pollInterval)
      } catch {
        throw .cancelled
      }
      activity = try VendorActivity(try await again(activity))
    }
    guard !activity.isPending else {
      throw AuthError(.timeout, "The vendor has not finished '\(name)' after ten seconds.")
    }
    return activity
  }

  private func send(
    _ path: String, _ body: [UInt8], retry: RetryIntent, _ stamp: Stamp, in context: TurnkeyErrors.Context
  ) async throws(AuthError) -> JSONValue {
    var request = TransportRequest("POST", baseURL.appending(path: path), body: body, retry: retry)
    Self.complete(&request, with: stamp)
    let response = try await transport.send(request)
    guard response.isSuccess else { throw TurnkeyErrors.error(response, in: context, now: clock.now()) }
    return try response.json()
  }

  /// Adds what every stamped request carries.
  static func complete(_ request: inout TransportRequest, with stamp: Stamp) {
    if request.headers["Content-Type"] == nil { request.headers["Content-Type"] = "application/json" }
    request.headers[stamp.name] = stamp.value
    request.headers[clientVersion.name] = clientVersion.value
  }
}
