public import AuthCore

extension HawcxProvider: DeviceForgetting {
  /// Deletes this device's enrolment: its record and key. The server notices at the next sign-in, when the device is
  /// enrolled again.
  ///
  /// - Parameter identifier: the user; nil deletes the enrolments of every user of this instance.
  /// - Throws: the errors of the record store and the key store.
  public func forgetDevice(identifier: String?) async throws(AuthError) {
    if let identifier { try await devices.forget(identifier) } else { try await devices.forgetAll() }
  }

  var devices: HawcxDevices {
    HawcxDevices(providerID: id, configuration: configuration, services: services)
  }
}
