import AuthCore

/// The methods that are proved with a key which this device holds (A55).
public enum DeviceMethod: String, Sendable, Hashable, CaseIterable {
  /// A sign-in elsewhere, approved here after a notification or when the app is opened.
  case push
  /// A sign-in elsewhere, approved here after its picture was scanned.
  case qrCode = "qr-code"
  /// An action of this very app.
  case inApp = "in-app"

  /// The segment of the API's paths.
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
