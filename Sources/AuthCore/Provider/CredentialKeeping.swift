/// A provider that keeps credentials on this device between sessions, and knows or can find out whose they are.
public protocol CredentialKeeping: DeviceForgetting {
  /// The credentials on this device, of every user.
  ///
  /// - Parameter identifiers: the identifiers of one user. The provider may store only a digest of an identifier, so it
  ///   says of each credential whether it is stored under one of these (`KeptCredential.isNamed`).
  /// - Throws: a storage code.
  func keptCredentials(of identifiers: [String]) async throws(AuthError) -> [KeptCredential]
  /// Removes a credential: its key and record on this device and, if possible, its registration at the server.
  ///
  /// - Throws: why the credential may be left: a storage code, `key_unavailable`. Any other error is one of the server;
  ///   nothing is then left on this device.
  func forget(_ credential: KeptCredential) async throws(AuthError)
}
