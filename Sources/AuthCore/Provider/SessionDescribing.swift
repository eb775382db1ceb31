/// A provider whose sessions hold what its server says of the user, which flows of it change.
package protocol SessionDescribing: AuthProvider {
  /// The session with what the server says of its user now. Its credential stays as it is; the identity token, which
  /// says the same, may be a new one.
  func described(_ session: Session) async throws(AuthError) -> Session
}
