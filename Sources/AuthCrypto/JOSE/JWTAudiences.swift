import AuthCore

/// The audiences of a token: its claim `aud`, which is a string or an array of strings (RFC 7519 §4.1.3). They are read
/// in place, because most tokens have one audience and an array for it would be an allocation.
struct JWTAudiences {
  private let claim: JSONValue?

  /// Reads the claim; nil if it is neither a string nor an array of strings. A token without the claim has no audience.
  init?(_ claim: JSONValue?) {
    switch claim {
    case nil, .string: break
    case .array(let elements) where elements.allSatisfy { $0.stringValue != nil }: break
    default: return nil
    }
    self.claim = claim
  }

  /// All audiences.
  var list: [String] {
    switch claim {
    case .string(let audience): [audience]
    case .array(let elements): elements.compactMap(\.stringValue)
    default: []
    }
  }

  func contains(where isWanted: (String) -> Bool) -> Bool {
    switch claim {
    case .string(let audience): isWanted(audience)
    case .array(let elements): elements.contains { $0.stringValue.map(isWanted) ?? false }
    default: false
    }
  }

  func allSatisfy(_ isWanted: (String) -> Bool) -> Bool { !contains { !isWanted($0) } }
}
