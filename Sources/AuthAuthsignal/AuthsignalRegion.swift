/// Where the vendor keeps a tenant (Authsignal protocol notes §1.1).
public enum AuthsignalRegion: String, Sendable, Hashable, CaseIterable {
  /// Oregon.
  case us
  /// Sydney.
  case au
  /// Dublin.
  case eu

  /// The region's base URL, version included.
  public var baseURL: String {
    switch self {
    case .us: "https://api.authsignal.com/v1"
    case .au: "https://au.api.authsignal.com/v1"
    case .eu: "https://eu.api.authsignal.com/v1"
    }
  }
}
