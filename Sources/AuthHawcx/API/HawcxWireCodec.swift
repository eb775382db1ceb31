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
  /// A judgement without a boolean `detected` is none; neither is the bare word `disabled` (H16).
  init?(_ fields: HawcxFields) {
    guard let detected = fields["detected"]?.boolValue else { return nil }
    let place = fields.object("location").map { [$0.text("city"), $0.text("country")].compactMap(\.self) } ?? []
    self.init(
      detected: detected, reasons: fields["reasons"]?.arrayValue?.compactMap(\.stringValue) ?? [],
      message: fields.text("message").flatMap { HawcxServerText.shown($0) },
      location: place.isEmpty ? nil : place.joined(separator: ", "),
      score: fields["riskScore"]?.numberValue)
  }
}
