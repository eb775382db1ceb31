/// What a server thinks of the risk of a sign-in.
public struct RiskInformation: Sendable, Hashable {
  /// Whether it sees one.
  public var detected: Bool
  /// Why, by the vendor's names.
  public var reasons: [String]
  /// For people.
  public var message: String?
  /// Where the sign-in seems to come from.
  public var location: String?
  /// A number, on the vendor's scale.
  public var score: Double?

  /// A judgement.
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
