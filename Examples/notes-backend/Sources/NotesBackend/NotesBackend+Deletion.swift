import AuthAppSessions
import AuthCore
import AuthVerifier
import BackendServer

extension NotesBackend {
  /// `DELETE /me`: deletes the caller's user, as `AuthClient.deleteAccount` requests it.
  ///
  /// The note comes first and is completed last. If this host stops in between, the client's repeated request continues
  /// the deletion. If only the response was lost, the repeated request gets 410.
  func deleteUser(_ request: BackendRequest) async throws -> BackendResponse {
    let principal = try await verifier.verify(presented(request), resolvingAccount: false)
    var note = try await deleted.note(about: principal)
    if note?.isComplete == true { return Self.gone }
    if note == nil, let user = try await user(of: principal) {
      note = DeletedUsers.Note(user: user, deletedAt: clock.now(), isComplete: false)
    }
    guard var note else { throw AuthError(.forbidden, "The account belongs to no user of this app.") }
    let linked = try await directory.principals(of: note.user)
    try await deleted.store(note, about: principal, and: linked)
    for account in linked where account.provider == "authsignal" {
      try await signIns.deleteAuthsignalUser(account.subject)
    }
    // The caller's own session stays, so that a repeated request is answered. The note refuses its other requests.
    let kept = principal.credential == .appSession ? principal.sessionID.map { SessionID($0) } : nil
    try await sessions.revoke(subject: note.user, except: kept)
    try await directory.remove(user: note.user)
    note.isComplete = true
    try await deleted.store(note, about: principal, and: linked)
    return .ok([:])
  }

  /// The caller, with the user of the app to whom the credential belongs.
  ///
  /// - Throws: a refusal; `forbidden` for the credential of a deleted user, and for an account that belongs to no user.
  func caller(of request: BackendRequest) async throws -> Principal {
    var principal = try await verifier.verify(presented(request), resolvingAccount: false)
    // The directory would make a new user for the credential of a deleted one.
    guard try await deleted.note(about: principal) == nil else {
      throw AuthError(.forbidden, "The user of this credential was deleted. Sign in again to become a new user.")
    }
    principal.user = try await user(of: principal)
    guard principal.user != nil else { throw AuthError(.forbidden, "The account belongs to no user of this app.") }
    return principal
  }

  private func user(of principal: Principal) async throws(AuthError) -> String? {
    if let user = principal.user { return user }
    return try await directory.user(of: principal)
  }

  /// The response that proves to the client that the account is deleted.
  private static let gone = BackendResponse(
    status: 410, body: ["error": "account_deleted", "message": "The user was deleted before."])
}
