package import AuthCore

/// Further factors: what an activity waits for, and the stamps that let it go on (T37, T38).
extension TurnkeyAPI {
  /// How far the factors of an activity are (`get_mfa_status`).
  ///
  /// - Parameter user: one user's alone; nil for all who voted.
  package func factorStatuses(
    of activityID: String, organizationID: String, user: String? = nil, stamper: any Stamper
  ) async throws(AuthError) -> [TurnkeyFactorStatus] {
    var body: JSONObject = ["organizationId": .string(organizationID), "activityId": .string(activityID)]
    body["userId"] = user.map { .string($0) }
    let answer = try await query("get_mfa_status", .object(body), stamper: stamper)
    guard let list = answer["mfaStatuses"]?.arrayValue else {
      throw AuthError(.malformedResponse, "The answer has no valid field 'mfaStatuses'.")
    }
    var statuses: [TurnkeyFactorStatus] = []
    for status in list { statuses.append(try TurnkeyFactorStatus(json: status)) }
    return statuses
  }

  /// Votes on an activity (`approve_activity`, `reject_activity`), and gives that activity as it stands then. A vote is
  /// sent once: asking for the outcome would take further stamps of the voter, of a passkey further ceremonies.
  package func vote(
    _ name: String, on fingerprint: String, organizationID: String, stamper: any Stamper
  ) async throws(AuthError) -> VendorActivity {
    guard !fingerprint.isEmpty else {
      throw AuthError(.malformedResponse, "The activity has no 'fingerprint' to vote on.")
    }
    let body = VendorActivity.body(
      type: ActivityKind.named(name).type, organizationID: organizationID,
      parameters: ["fingerprint": .string(fingerprint)], now: clock.now())
    return try VendorActivity(
      try await send(
        "public/v1/submit/\(name)", body, retry: .idempotent(VendorActivity.fingerprint(of: body)),
        try await stamper.stamp(body), in: .stamped))
  }

  /// Has the app satisfy what an activity waits for, and waits for its outcome. An activity that waits for others'
  /// consent, and for no factor, is handed back as it is.
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
        .mfaRequired, "The further factor was not given (\(type(of: error))).", traceID: activity.id,
        vendorCode: activity.status)
    }
    return try await outcome(
      of: name, VendorActivity(try await again(activity)), isEnough: { !$0.isPending && !$0.isWaiting }, asking: again)
  }
}
