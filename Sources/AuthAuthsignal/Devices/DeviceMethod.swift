import AuthCore

/// The methods that use a key of this device (A55).
public enum DeviceMethod: String, Sendable, Hashable, CaseIterable {
  /// A sign-in on another device, approved on this device after a notification or when the app is opened.
  case push
  /// A sign-in on another device, approved on this device after this device scanned its QR code.
  case qrCode = "qr-code"
  /// An action in this app, proved by this device's own key.
  case inApp = "in-app"

  /// The path segment in the vendor's API.
  var segment: String { rawValue }

  /// The name in this package.
  var id: MethodID {
    switch self {
    case .push: .push
    case .qrCode: .qrCode
    case .inApp: .inApp
    }
  }

  init?(_ method: MethodID) {
    guard let known = Self.allCases.first(where: { $0.id == method }) else { return nil }
    self = known
  }
}
