public import AuthCore

extension HawcxProvider: CredentialKeeping {
  /// Deletes this device's enrolment: its record and key. The server notices at the next sign-in, when the device is
  /// enrolled again.
  ///
  /// - Parameter identifier: the user; nil deletes the enrolments of every user of this instance.
  /// - Throws: the errors of the record store and the key store.
  public func forgetDevice(identifier: String?) async throws(AuthError) {
    if let identifier { try await devices.forget(identifier) } else { try await devices.forgetAll() }
  }

  /// The enrolments of every user of this instance.
  public func keptCredentials(of identifiers: [String]) async throws(AuthError) -> [KeptCredential] {
    try await devices.kept(of: identifiers)
  }

  /// Deletes one enrolment, as `forgetDevice(identifier:)` does.
  public func forget(_ credential: KeptCredential) async throws(AuthError) {
    try await devices.forget(recordKey: credential.name)
  }

  /// Records that the enrolment with the session's identifier is that of the session's user.
  public func adopted(_ session: Session) async throws(AuthError) {
    guard configuration.enrollsDevices, let identifier = session.identifier else { return }
    try await devices.adopt(identifier, by: session.subject)
  }

  var devices: HawcxDevices {
    HawcxDevices(providerID: id, configuration: configuration, services: services)
  }
}
