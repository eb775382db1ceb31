package import AuthCore

/// Further factors: which factors an activity waits for, and the stamps that let it continue (T37, T38).
extension TurnkeyAPI {
  /// The state of an activity's factors (`get_mfa_status`).
  ///
  /// - Parameter user: the user whose factors are returned; nil for all users who voted.
  package func factorStatuses(
    of activityID: String, organizationID: String, user: String? = nil, stamper: any Stamper
  ) async throws(AuthError) -> [TurnkeyFactorStatus] {
    var body: JSONObject = ["organizationId": .string(organizationID), "activityId": .string(activityID)]
    body["userId"] = user.map { .string($0) }
    let answer = try await query("get_mfa_status", .object(body), stamper: stamper)
    guard let list = answer["mfaStatuses"]?.arrayValue else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'mfaStatuses'. Try again, or check the server's address.")
    }
    var statuses: [TurnkeyFactorStatus] = []
    for status in list { statuses.append(try TurnkeyFactorStatus(json: status)) }
    return statuses
  }

  /// Votes on an activity (`approve_activity`, `reject_activity`), and returns the activity's state. The outcome is not
  /// polled: each poll would need another stamp by the voter, and with a passkey another ceremony.
  ///
  /// - Throws: `malformed_response` for an empty fingerprint, the vendor's refusals, and the errors of the stamper and
  ///   the transport.
  package func vote(
    _ name: String, on fingerprint: String, organizationID: String, stamper: any Stamper
  ) async throws(AuthError) -> VendorActivity {
    guard !fingerprint.isEmpty else {
      throw AuthError(
        .malformedResponse, "The activity's fingerprint is empty. Pass the fingerprint of a waiting activity.")
    }
    let body = VendorActivity.body(
      type: ActivityKind.named(name).type, organizationID: organizationID,
      parameters: ["fingerprint": .string(fingerprint)], now: clock.now())
    return try VendorActivity(
      try await send(
        "public/v1/submit/\(name)", body, retry: .idempotent(VendorActivity.retryKey(of: body)),
        try await stamper.stamp(body), in: .stamped))
  }

  /// Lets the app satisfy the factors that an activity waits for, and waits for the outcome. The activity is returned
  /// unchanged if the app handles no factors, if the activity waits for nothing, and if it waits only for consensus.
  ///
  /// - Throws: the handler's own `AuthError`, `cancelled`, `mfa_required` for any other error of the handler,
  ///   `timeout`, and the errors of the queries.
  func satisfied(
    _ activity: VendorActivity, of name: String, organizationID: String, stamper: any Stamper,
    asking again: (VendorActivity) async throws(AuthError) -> JSONValue
  ) async throws(AuthError) -> VendorActivity {
    guard let factors, activity.isWaiting else { return activity }
    let organizationID = activity.organizationID ?? organizationID
    let statuses = try await factorStatuses(of: activity.id, organizationID: organizationID, stamper: stamper)
    if !activity.needsFactor, statuses.allSatisfy(\.isSatisfied) { return activity }
    do {
      try await factors(
        TurnkeyFactorRequest(activity, organizationID: organizationID, statuses: statuses, api: self))
    } catch let error as AuthError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw AuthError(
        .mfaRequired, "The handler for further factors failed (\(type(of: error))). Try again.", traceID: activity.id,
        vendorCode: activity.status)
    }
    return try await outcome(
      of: name, VendorActivity(try await again(activity)), isEnough: { !$0.isPending && !$0.isWaiting }, asking: again)
  }
}
