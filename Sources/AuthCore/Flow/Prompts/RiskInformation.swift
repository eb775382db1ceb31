/// A server's assessment of a sign-in's risk.
public struct RiskInformation: Sendable, Hashable {
  /// Whether the server has detected a risk.
  public var detected: Bool
  /// The reasons, by the vendor's names.
  public var reasons: [String]
  /// A text to show to the user; nil if the server sends none.
  public var message: String?
  /// Where the sign-in seems to come from; nil if the server does not state it.
  public var location: String?
  /// A score on the vendor's scale; nil if the server sends none.
  public var score: Double?

  /// Creates an assessment, by default without details.
  public init(
    detected: Bool, reasons: [String] = [], message: String? = nil, location: String? = nil, score: Double? = nil
  ) {
    self.detected = detected
    self.reasons = reasons
    self.message = message
    self.location = location
    self.score = score
  }
}
