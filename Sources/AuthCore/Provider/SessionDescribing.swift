/// A provider whose sessions contain user data that the server stores and that flows can change.
package protocol SessionDescribing: AuthProvider {
  /// Returns the session with the user's current data from the server. Its credential is unchanged; its identity token,
  /// which contains the user's data, may be a new one.
  func described(_ session: Session) async throws(AuthError) -> Session
}
