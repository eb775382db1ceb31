public import AuthCore

/// A generic password in the keychain.
public struct SDKPassword: Sendable, Equatable {
  /// The item's service.
  public let service: String
  /// The item's account.
  public let account: String
  /// The item's data.
  public let value: Secret

  /// Creates a password.
  public init(service: String, account: String, value: Secret) {
    self.service = service
    self.account = account
    self.value = value
  }
}
