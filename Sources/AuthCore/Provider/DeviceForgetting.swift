/// A provider that keeps data on the device between sessions (device trust, push credentials).
public protocol DeviceForgetting: AuthProvider {
  /// Forgets this device: deletes the provider's records and keys on the device, then the device's registration at the
  /// server if that is possible.
  ///
  /// - Parameter identifier: the user whose device trust is removed; nil for all users of the device.
  /// - Throws: why the device may still be trusted, for `SignOutResult.unforgotten`.
  func forgetDevice(identifier: String?) async throws(AuthError)
}
