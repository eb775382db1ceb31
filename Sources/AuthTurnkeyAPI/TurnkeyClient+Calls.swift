public import AuthCore
import AuthTurnkey

extension TurnkeyClient {
  /// Sends any query by its name, `query/<name>`. The caller chooses the type of the response.
  ///
  /// - Parameters:
  ///   - name: the query's name, such as `get_user`.
  ///   - fields: the request's members. `organizationId` is the client's unless the fields contain another one.
  /// - Throws: the vendor's refusal with the vendor's code in `vendorCode`, `malformed_response`, and the errors of the
  ///   transport and the stamper.
  public func query<Answer: TurnkeyValue>(
    _ name: String, _ fields: JSONObject = [:]
  ) async throws(AuthError) -> Answer {
    let answer: JSONValue = try await query(name, fields)
    return try Answer(json: answer)
  }

  /// Sends any query by its name and returns the response as received.
  ///
  /// - Parameters:
  ///   - name: the query's name, such as `get_user`.
  ///   - fields: the request's members. `organizationId` is the client's unless the fields contain another one.
  /// - Throws: the vendor's refusal with the vendor's code in `vendorCode`, `malformed_response`, and the errors of the
  ///   transport and the stamper.
  public func query(_ name: String, _ fields: JSONObject = [:]) async throws(AuthError) -> JSONValue {
    var body: JSONObject = ["organizationId": .string(organizationID)]
    for member in fields.members { body[member.name] = member.value }
    return try await api.query(name, .object(body), stamper: stamper)
  }

  /// Submits any activity by its name, `submit/<name>`, and returns its result.
  ///
  /// - Parameters:
  ///   - name: the submission's name, such as `create_wallet`.
  ///   - type: the activity's type; nil for the current one in the vendor's interface description.
  ///   - parameters: the parameters as the vendor describes them; 64-bit numbers are strings.
  ///   - result: the member of the activity's result to return; nil for the current one in the vendor's interface
  ///     description. If `type` differs from the current type, nil stands for the name in camel case followed by
  ///     `Result`.
  /// - Throws: `consensus_needed`, `mfa_required`, `forbidden` for a rejected activity, the error of a failed one,
  ///   `timeout` if the outcome is not known after ten seconds, `malformed_response`, the vendor's refusals, and the
  ///   errors of the factor handler, the transport and the stamper.
  public func submit<Result: TurnkeyValue>(
    _ name: String, type: String? = nil, _ parameters: JSONObject, result: String? = nil
  ) async throws(AuthError) -> Result {
    let answer: JSONValue = try await submit(name, type: type, parameters, result: result)
    return try Result(json: answer)
  }

  /// Submits any activity by its name and returns the activity's result as received.
  ///
  /// - Parameters:
  ///   - name: the submission's name, such as `create_wallet`.
  ///   - type: the activity's type; nil for the current one in the vendor's interface description.
  ///   - parameters: the parameters as the vendor describes them; 64-bit numbers are strings.
  ///   - result: the member of the activity's result to return; nil for the current one in the vendor's interface
  ///     description. If `type` differs from the current type, nil stands for the name in camel case followed by
  ///     `Result`.
  /// - Throws: `consensus_needed`, `mfa_required`, `forbidden` for a rejected activity, the error of a failed one,
  ///   `timeout` if the outcome is not known after ten seconds, `malformed_response`, the vendor's refusals, and the
  ///   errors of the factor handler, the transport and the stamper.
  public func submit(
    _ name: String, type: String? = nil, _ parameters: JSONObject, result: String? = nil
  ) async throws(AuthError) -> JSONValue {
    try await api.submit(
      name, body: body(of: name, type: type, parameters), organizationID: organizationID,
      result: result ?? ActivityKind.named(name, type: type).result, stamper: stamper)
  }

  /// Submits any activity by its name and returns the activity with any outcome. This function is for callers that
  /// handle consensus, further factors or new statuses themselves. The handler for further factors is not called.
  ///
  /// - Throws: `timeout` if the outcome is not known after ten seconds, `malformed_response`, the vendor's refusals,
  ///   and the errors of the transport and the stamper.
  public func activity(
    _ name: String, type: String? = nil, _ parameters: JSONObject
  ) async throws(AuthError) -> TurnkeyActivity {
    try await activity(name, body: body(of: name, type: type, parameters))
  }

  /// Returns the body of a submission, with the current time, for callers that send it more than once. The vendor
  /// treats the same bytes as the same activity, so a repetition after a lost response has no further effect (T10).
  public func body(of name: String, type: String? = nil, _ parameters: JSONObject) -> [UInt8] {
    VendorActivity.body(
      type: type ?? ActivityKind.named(name).type, organizationID: organizationID, parameters: parameters,
      now: api.clock.now())
  }

  /// Submits a body from `body(of:type:_:)`, and returns the activity with any outcome.
  ///
  /// - Throws: `timeout` if the outcome is not known after ten seconds, `malformed_response`, the vendor's refusals,
  ///   and the errors of the transport and the stamper.
  public func activity(_ name: String, body: [UInt8]) async throws(AuthError) -> TurnkeyActivity {
    TurnkeyActivity(
      try await api.activity(name, body: body, organizationID: organizationID, stamper: stamper))
  }

  /// Fetches the activity with this ID (`get_activity`).
  ///
  /// - Throws: the errors of `query(_:_:)`.
  public func activity(id: String) async throws(AuthError) -> TurnkeyActivity {
    let answer: JSONValue = try await query("get_activity", ["activityId": .string(id)])
    return TurnkeyActivity(try VendorActivity(answer))
  }
}
