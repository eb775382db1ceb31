/// A provider whose sessions hold data about the user that its server keeps and its flows change.
package protocol SessionDescribing: AuthProvider {
  /// Returns the session with the user's current data from the server. The credential stays; the identity token, which
  /// holds the same data, may be a new one.
  func described(_ session: Session) async throws(AuthError) -> Session
}
