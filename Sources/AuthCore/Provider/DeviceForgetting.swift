/// A provider that keeps something on the device between sessions (device trust, push credentials).
public protocol DeviceForgetting: AuthProvider {
  /// Forgets the device: local records and keys first, then at the server where that is possible.
  func forgetDevice(identifier: String?) async throws(AuthError)
}
