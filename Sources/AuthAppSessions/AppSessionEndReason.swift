/// Why a session was ended.
public enum AppSessionEndReason: String, Sendable, Hashable, CaseIterable {
  /// The user or the app ended it.
  case revoked
  /// A refresh token was used twice.
  case reuse
  /// The subject had more sessions than the policy allows, and this was the oldest.
  case limit
  /// The user's session at the provider ended.
  case providerLogout
  /// The provider revoked the user's sessions.
  case providerRevocation
  /// The user's credential at the provider changed.
  case credentialChange
  /// The user's account at the provider was disabled or deleted.
  case accountDisabled
}
