import AuthCore

/// An effect of a sign-in, which `TurnkeyFlowPerformer` performs.
enum TurnkeyEffect: Sendable {
  /// Determines the kind of a token that the app supplied, and which of this device's keys the token belongs to.
  case take(Secret, MethodID?)

  // MARK: One-time codes

  /// Sends a code. First deletes the key of an earlier verification, if any.
  case sendCode(Contact, releasing: SessionID?)
  /// Continues with a code that the app sent itself. The value is the vendor's response to sending it.
  case takeUpCode(JSONValue)
  /// Makes the session key and submits the code, bound to the key.
  case verifyCode(Secret, Contact, OTPChallenge)

  // MARK: Accounts at identity providers

  /// Makes the session key and the values that check the callback.
  case prepareRedirect(TurnkeyOAuthProvider, FlowRequest)
  /// Reads the account from an identity token: the token in a callback, or the token for which a callback's code is
  /// exchanged.
  case identify(OAuthAttempt, callback: OAuthCallback.Content)

  // MARK: Passkeys

  /// Finds the organisations of a contact.
  case lookUpOrganizations(Contact)
  /// Makes the session key, and stamps the key's login with a passkey.
  case assertPasskey(organizationID: String?, identifier: String?, options: PasskeyOptions)
  /// Sends the stamped login, which opens the session.
  case logInByPasskey(PasskeyLogin)
  /// Creates a passkey.
  case createPasskey(NewUser, FlowRequest)
  /// Creates a user with the passkey.
  case signUpByPasskey(NewUser, NewPasskey)
  /// Opens the session of a new user, with the temporary key of the sign-up.
  case openByPasskey(NewPasskey, organizationID: String, identifier: String?)

  // MARK: With a proof

  /// Finds the user of a contact or an account.
  case lookUp(TurnkeyProof)
  /// Creates a user.
  case signUp(NewUser, TurnkeyProof)
  /// Opens a session in an organisation.
  case logIn(TurnkeyProof, organizationID: String)
  /// Deletes a session key.
  case release(SessionID)
}
