/// A provider that keeps data on the device between sessions (device trust, push credentials).
public protocol DeviceForgetting: AuthProvider {
  /// Forgets the device: deletes its local records and keys, then its registration at the server if that is possible.
  func forgetDevice(identifier: String?) async throws(AuthError)
}
