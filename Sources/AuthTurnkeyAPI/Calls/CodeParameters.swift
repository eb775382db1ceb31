import AuthCore

/// How a code is sent (v1InitOtpIntentV3).
public struct CodeParameters: Sendable, Hashable {
  /// What the message calls the app.
  public var appName: String
  /// How many characters: 6 to 9; nil for the vendor's default.
  public var length: Int?
  /// Whether it has letters; nil for the vendor's default.
  public var isAlphanumeric: Bool?
  /// How long it works; nil for the vendor's default.
  public var expirationSeconds: Int?
  /// Who asks, for the vendor's limits: an address of the user's, not their name.
  public var userIdentifier: String?

  /// Parameters.
  public init(
    appName: String, length: Int? = nil, isAlphanumeric: Bool? = nil, expirationSeconds: Int? = nil,
    userIdentifier: String? = nil
  ) {
    self.appName = appName
    self.length = length
    self.isAlphanumeric = isAlphanumeric
    self.expirationSeconds = expirationSeconds
    self.userIdentifier = userIdentifier
  }
}
