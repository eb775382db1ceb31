import AuthCore

/// Encodes actions as JSON, and decodes steps from JSON.
///
/// A part of the vendor's wire format is only inferred (H11). This protocol encapsulates it, so that a new capture
/// changes one type and no decision.
protocol HawcxWireCodec: Sendable {
  /// The body of a request; `session` is nil until the server has given one.
  func encode(_ action: HawcxAction, session: String?) -> JSONValue
  /// The step in a response.
  ///
  /// - Throws: `malformed_response` naming the missing part.
  func decode(_ answer: JSONValue) throws(AuthError) -> HawcxResponse
}

extension RiskInformation {
  /// nil without a boolean `detected`; the bare word `disabled` is not a verdict either (H16).
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
