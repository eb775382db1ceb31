import AuthCore

/// A codec that encodes actions as JSON, and decodes steps from JSON.
///
/// Part of the vendor's wire format is only inferred (H11). The codec encapsulates the format, so that a new capture
/// requires changes to a single type, not to the flow.
protocol HawcxWireCodec: Sendable {
  /// The body of a request; `session` is nil until the server has returned a session.
  func encode(_ action: HawcxAction, session: String?) -> JSONValue
  /// Decodes the body of a response.
  ///
  /// - Throws: `malformed_response` naming the part that is missing or invalid.
  func decode(_ answer: JSONValue) throws(AuthError) -> HawcxResponse
}

extension RiskInformation {
  /// Returns nil unless `detected` is a boolean. The string `disabled` in place of the object is not a verdict (H16).
  init?(_ fields: HawcxFields) {
    guard let detected = fields["detected"]?.boolValue else { return nil }
    let place = fields.object("location").map { [$0.shown("city"), $0.shown("country")].compactMap(\.self) } ?? []
    self.init(
      detected: detected,
      reasons: fields["reasons"]?.arrayValue?.compactMap { $0.stringValue.flatMap { ServerText.shown($0) } } ?? [],
      message: fields.shown("message"),
      location: place.isEmpty ? nil : place.joined(separator: ", "),
      score: fields["riskScore"]?.numberValue)
  }
}
