import AuthCore

/// Actions to JSON, JSON to steps.
///
/// The vendor's envelope is only partly public; it stands behind this protocol, so that a capture of real traffic
/// corrects one type and touches no decision (Hawcx protocol notes §1).
protocol HawcxWireCodec: Sendable {
  /// The body of a request; `session` is nil before the server has given one.
  func encode(_ action: HawcxAction, session: String?) -> JSONValue
  /// The step in an answer.
  ///
  /// - Throws: `malformed_response` naming what is missing.
  func decode(_ answer: JSONValue) throws(AuthError) -> HawcxResponse
}

extension RiskInformation {
  /// A judgement without a boolean `detected` is none (§4.3).
  init?(_ fields: HawcxFields) {
    guard let detected = fields["detected"]?.boolValue else { return nil }
    let place = fields.object("location").map { [$0.text("city"), $0.text("country")].compactMap(\.self) } ?? []
    self.init(
      detected: detected, reasons: fields["reasons"]?.arrayValue?.compactMap(\.stringValue) ?? [],
      message: fields.text("message"), location: place.isEmpty ? nil : place.joined(separator: ", "),
      score: fields["risk_score"]?.numberValue)
  }
}
