import AuthCore

/// The vendor's description of a refusal: a gRPC status as JSON (T43).
struct RPCStatus: Sendable, Equatable {
  /// The number of the gRPC status code. The vendor advises against relying on it.
  let number: Int?
  /// The vendor's text for humans.
  let message: String
  /// The vendor's error code, which is in the details, at the top level, or in both (T44); nil if it is empty or
  /// missing.
  let errorCode: String?
  /// The decisions of the policies that were evaluated (T49), such as `<policy id> OUTCOME_DENY`. At most five are
  /// kept, and decisions of any other form are left out.
  let policyEvaluations: [String]

  /// The maximum number of decisions that are kept.
  private static let evaluationLimit = 5

  /// The status in a JSON value; nil for a value of another form.
  init?(_ json: JSONValue?) {
    guard let json, let message = json["message"]?.stringValue else { return nil }
    self.message = message
    number = json["code"]?.integerValue.flatMap { Int(exactly: $0) }
    let details = json["details"]?.arrayValue ?? []
    errorCode = (details.map { $0["turnkeyErrorCode"] } + [json["turnkeyErrorCode"]]).lazy
      .compactMap { $0?.stringValue }.first { !$0.isEmpty }
    policyEvaluations = Array(
      details.flatMap { $0["policyEvaluations"]?.arrayValue ?? [] }.compactMap(Self.evaluation)
        .prefix(Self.evaluationLimit))
  }

  /// The status in the body of a response; nil for a body of another form.
  init?(_ response: TransportResponse) {
    do throws(AuthError) {
      self.init(try response.json())
    } catch {
      return nil
    }
  }

  /// A decision as a string; nil for a value of any other form, because such a value could repeat a part of the
  /// request.
  private static func evaluation(_ json: JSONValue) -> String? {
    guard let policy = json["policyId"]?.stringValue, let outcome = json["outcome"]?.stringValue,
      outcome.hasPrefix("OUTCOME_"), isName(policy), isName(outcome)
    else { return nil }
    return "\(policy) \(outcome)"
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }
}
