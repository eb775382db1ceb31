package import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The vendor's API. Every call is a POST with a JSON body that a key has stamped (T23).
package struct TurnkeyAPI: Sendable {
  let baseURL: URL
  let transport: any HTTPTransport
  package let clock: any AuthClock
  /// Satisfies further factors; nil if the app handles none.
  package var factors: TurnkeyFactorHandler?

  package init(
    baseURL: URL, transport: any HTTPTransport, clock: any AuthClock, factors: TurnkeyFactorHandler? = nil
  ) {
    self.baseURL = baseURL
    self.transport = transport
    self.clock = clock
    self.factors = factors
  }

  /// How many times, and at which interval, an unfinished activity is polled. The vendor's SDKs poll only three times
  /// (T9).
  private static let polls = 10
  private static let pollInterval = Duration.seconds(1)

  /// The header field with the client's name, which is free text for the vendor's statistics (T61).
  static let clientVersion: (name: String, value: String) = (
    "X-Client-Version", "latchkey-swift/" + PackageVersion.current
  )

  /// Sends a query.
  ///
  /// - Parameter name: the query's name, such as `whoami`.
  package func query(
    _ name: String, _ body: JSONValue, stamper: any Stamper
  ) async throws(AuthError) -> JSONValue {
    let bytes = body.serialized
    return try await send(
      "public/v1/query/\(name)", bytes, retry: .safe, try await stamper.stamp(bytes), in: .stamped)
  }

  /// Submits an activity and waits for its outcome. Asks the app to satisfy a further factor if the activity needs
  /// one.
  ///
  /// - Parameters:
  ///   - name: the submission's name, such as `stamp_login`.
  ///   - body: the result of `VendorActivity.body`. The vendor treats the same bytes as the same activity.
  ///   - result: the member of the activity's result to return, such as `stampLoginResult`.
  /// - Throws: `timeout` if the outcome is not known after ten seconds, the errors of `VendorActivity.result(_:)` and
  ///   of the factor handler, the vendor's refusals, and the errors of the stamper and the transport.
  package func submit(
    _ name: String, body: [UInt8], organizationID: String, result: String, stamper: any Stamper
  ) async throws(AuthError) -> JSONValue {
    let first = try await activity(name, body: body, organizationID: organizationID, stamper: stamper)
    return try await satisfied(first, of: name, organizationID: organizationID, stamper: stamper) {
      activity throws(AuthError) in
      try await self.activity(activity, organizationID: organizationID, stamper: stamper)
    }.result(result)
  }

  private func activity(
    _ activity: VendorActivity, organizationID: String, stamper: any Stamper
  ) async throws(AuthError) -> JSONValue {
    let question: JSONValue = [
      "organizationId": .string(activity.organizationID ?? organizationID), "activityId": .string(activity.id),
    ]
    return try await query("get_activity", question, stamper: stamper)
  }

  /// Submits an activity, waits for its outcome, and returns the activity with any outcome.
  package func activity(
    _ name: String, body: [UInt8], organizationID: String, stamper: any Stamper
  ) async throws(AuthError) -> VendorActivity {
    let retry = RetryIntent.idempotent(VendorActivity.retryKey(of: body))
    // A refusal of `verify_otp` is about the code, not the stamp.
    let context: TurnkeyErrors.Context = name == "verify_otp" ? .verifyCode : .stamped
    let first = try await send(
      "public/v1/submit/\(name)", body, retry: retry, try await stamper.stamp(body), in: context)
    return try await outcome(of: name, VendorActivity(first, in: context), in: context) { activity throws(AuthError) in
      try await self.activity(activity, organizationID: organizationID, stamper: stamper)
    }
  }

  /// Submits an activity that a passkey or a wallet has stamped.
  ///
  /// INFER T10: the outcome is polled by sending the same bytes again, which the vendor treats as the same activity. A
  /// query would need another ceremony.
  ///
  /// - Parameter stamper: stamps the query for further factors, if the app handles them. That takes another ceremony.
  func submit(
    _ name: String, stamped body: [UInt8], by stamp: Stamp, organizationID: String, stamper: any Stamper,
    in context: TurnkeyErrors.Context = .passkey
  ) async throws(AuthError) -> JSONValue {
    let path = "public/v1/submit/\(name)"
    let retry = RetryIntent.idempotent(VendorActivity.retryKey(of: body))
    let again: (VendorActivity) async throws(AuthError) -> JSONValue = { _ throws(AuthError) in
      try await send(path, body, retry: retry, stamp, in: context)
    }
    let answer = try await send(path, body, retry: retry, stamp, in: context)
    let first = try await outcome(of: name, VendorActivity(answer, in: context), in: context, asking: again)
    return try await satisfied(
      first, of: name, organizationID: organizationID, stamper: stamper, asking: again
    ).result(ActivityKind.named(name).result)
  }

  /// Polls an activity once a second, at most ten times, until `isEnough` returns true.
  ///
  /// - Parameters:
  ///   - context: the kind of request that submitted the activity.
  ///   - isEnough: whether to stop polling.
  /// - Throws: `timeout` if the activity is still pending after the tenth poll, `cancelled`, and the errors of a poll.
  func outcome(
    of name: String, _ first: VendorActivity, in context: TurnkeyErrors.Context = .stamped,
    isEnough: (VendorActivity) -> Bool = { !$0.isPending },
    asking again: (VendorActivity) async throws(AuthError) -> JSONValue
  ) async throws(AuthError) -> VendorActivity {
    var activity = first
    for _ in 0..<Self.polls where !isEnough(activity) {
      do throws(CancellationError) {
        try await clock.sleep(for: Self.pollInterval)
      } catch {
        throw .cancelled
      }
      activity = try VendorActivity(try await again(activity), in: context)
    }
    guard !activity.isPending else {
      throw AuthError(.timeout, "The vendor did not finish '\(name)' within ten seconds. Try again.")
    }
    return activity
  }

  /// Sends a stamped body, and returns the response.
  func send(
    _ path: String, _ body: [UInt8], retry: RetryIntent, _ stamp: Stamp, in context: TurnkeyErrors.Context
  ) async throws(AuthError) -> JSONValue {
    var request = TransportRequest("POST", baseURL.appending(path: path), body: body, retry: retry)
    Self.complete(&request, with: stamp)
    let response = try await transport.send(request)
    guard response.isSuccess else { throw TurnkeyErrors.error(response, in: context, now: clock.now()) }
    return try response.json()
  }

  /// Adds the headers of every stamped request.
  static func complete(_ request: inout TransportRequest, with stamp: Stamp) {
    if request.headers["Content-Type"] == nil { request.headers["Content-Type"] = "application/json" }
    request.headers[stamp.name] = stamp.value
    request.headers[clientVersion.name] = clientVersion.value
  }
}
