public import AuthCore

extension HawcxProvider: DeviceForgetting {
  /// Forgets that this device is a trusted one: its record and key go. The server learns of it at the next sign-in,
  /// when the device is enrolled again.
  ///
  /// - Parameter identifier: whose; nil forgets the device for every user of this instance.
  public func forgetDevice(identifier: String?) async throws(AuthError) {
    if let identifier { try await devices.forget(identifier) } else { try await devices.forgetAll() }
  }

  var devices: HawcxDevices {
    HawcxDevices(providerID: id, configuration: configuration, services: services)
  }
}
