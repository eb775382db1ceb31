import AuthCore

/// Signals to the passkey authenticator about the server's state (A18; WebAuthn Level 3 §5.1.10). They are hints: an
/// error of a signal is only recorded as an event, and the sign-in continues.
extension AuthsignalPasskeys {
  /// After a passkey was accepted, signals the list of the user's passkeys that the server accepts, and the user's
  /// name. Does nothing unless `syncCredentials` is set in the configuration and the user handle is known.
  func synchronize(
    _ verified: VerifiedPasskey, with authenticator: any PasskeyAuthenticator, at relyingPartyID: String,
    handle: [UInt8]?, used: [UInt8]
  ) async {
    guard provider.configuration.syncsPasskeys, let handle else { return }
    if let accepted = await accepted(verified.token, used) {
      await tell(
        authenticator,
        .allAcceptedCredentials(relyingPartyID: relyingPartyID, userHandle: handle, credentialIDs: accepted))
    }
    guard let name = verified.userName else { return }
    await tell(
      authenticator,
      .currentUserDetails(
        relyingPartyID: relyingPartyID, userHandle: handle, userName: name, displayName: verified.displayName ?? name))
  }

  func tell(_ authenticator: any PasskeyAuthenticator, _ signal: PasskeySignal) async {
    do throws(AuthError) {
      try await authenticator.signal(signal)
    } catch {
      provider.services.observer.record(.step(provider: provider.id, name: "passkey_signal_failed"))
    }
  }

  /// The passkeys that the server accepts, including the one that was just used; nil if the complete list is not
  /// available, because the authenticator would no longer offer a passkey that is missing from the list.
  private func accepted(_ token: ActionToken, _ used: [UInt8]) async -> [[UInt8]]? {
    do throws(AuthError) {
      let listed = try await provider.api.authenticators(token).filter { $0.verificationMethod == "PASSKEY" }
      let known = listed.compactMap(\.credentialID)
      guard known.count == listed.count else { return nil }
      return known.contains(used) ? known : known + [used]
    } catch {
      provider.services.observer.record(.step(provider: provider.id, name: "passkey_list_failed"))
      return nil
    }
  }
}
