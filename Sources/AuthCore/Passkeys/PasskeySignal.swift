/// A server's message to an authenticator about its credentials, so that the authenticator's lists are correct
/// (WebAuthn Level 3 §5.1.10). The message is a hint: the user is not asked, and an authenticator may ignore it.
public enum PasskeySignal: Sendable, Hashable {
  /// The server does not have this credential, so the authenticator need not offer it any more
  /// (`signalUnknownCredential`).
  case unknownCredential(relyingPartyID: String, credentialID: [UInt8])
  /// The server accepts exactly these credentials of a user (`signalAllAcceptedCredentials`). The list must be
  /// complete, because the authenticator stops offering the user's credentials that are missing from it.
  case allAcceptedCredentials(relyingPartyID: String, userHandle: [UInt8], credentialIDs: [[UInt8]])
  /// The current user name and display name of a user (`signalCurrentUserDetails`).
  case currentUserDetails(relyingPartyID: String, userHandle: [UInt8], userName: String, displayName: String)
}
