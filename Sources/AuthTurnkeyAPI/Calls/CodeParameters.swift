import AuthCore

/// How a code is sent (v1InitOtpIntentV3).
public struct CodeParameters: Sendable, Hashable {
  /// The app's name in the message.
  public var appName: String
  /// The number of characters, 6 to 9; nil for the vendor's default.
  public var length: Int?
  /// Whether the code contains letters; nil for the vendor's default.
  public var isAlphanumeric: Bool?
  /// How long the code works, in seconds; nil for the vendor's default.
  public var expirationSeconds: Int?
  /// A value that identifies the requester for the vendor's rate limits, for example one derived from the user's IP
  /// address; nil for none. Do not use a name.
  public var userIdentifier: String?

  /// Parameters for sending a code.
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
