import AuthCore

/// Actions to JSON, JSON to steps.
///
/// A part of the vendor's wire is known by inference alone (H11); it stands behind this protocol, so that a further
/// capture corrects one type and touches no decision.
protocol HawcxWireCodec: Sendable {
  /// The body of a request; `session` is nil before the server has given one.
  func encode(_ action: HawcxAction, session: String?) -> JSONValue
  /// The step in an answer.
  ///
  /// - Throws: `malformed_response` naming what is missing.
  func decode(_ answer: JSONValue) throws(AuthError) -> HawcxResponse
}

extension RiskInformation {
  /// nil without a boolean `detected`; the bare word `disabled` is no judgement either (H16).
  init?(_ fields: HawcxFields) {
    guard let detected = fields["detected"]?.boolValue else { return nil }
    let place = fields.object("location").map { [$0.shown("city"), $0.shown("country")].compactMap(\.self) } ?? []
    self.init(
      detected: detected,
      reasons: fields["reasons"]?.arrayValue?.compactMap { $0.stringValue.flatMap { HawcxServerText.shown($0) } } ?? [],
      message: fields.shown("message"),
      location: place.isEmpty ? nil : place.joined(separator: ", "),
      score: fields["riskScore"]?.numberValue)
  }
}
