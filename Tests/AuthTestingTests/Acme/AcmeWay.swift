import AuthCore

/// The kind of secret that the made-up vendor's users enter: one that the vendor has sent, or one that they chose.
enum AcmeWay: String, CaseIterable, Sendable {
  case code, link, password

  /// The offered methods, if users prefer this way.
  var methods: [MethodID] {
    switch self {
    case .code: [.emailOTP, .password]
    case .link: [.emailMagicLink, .password]
    case .password: [.password, .emailOTP]
    }
  }

  /// Returns the way of a request with this method; nil selects the preferred method.
  func way(by method: MethodID?) -> AcmeWay {
    switch method {
    case nil: self
    case MethodID.password?: .password
    default: self == .link ? .link : .code
    }
  }
}
