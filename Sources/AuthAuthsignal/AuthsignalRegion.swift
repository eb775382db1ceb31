/// The region of a tenant at the vendor (A1, A2).
public enum AuthsignalRegion: String, Sendable, Hashable, CaseIterable {
  /// Oregon.
  case us
  /// Sydney.
  case au
  /// Dublin.
  case eu
  /// Montreal.
  case ca

  /// The region's base URL, including the version.
  public var baseURL: String {
    switch self {
    case .us: "https://api.authsignal.com/v1"
    case .au: "https://au.api.authsignal.com/v1"
    case .eu: "https://eu.api.authsignal.com/v1"
    case .ca: "https://ca.api.authsignal.com/v1"
    }
  }
}
