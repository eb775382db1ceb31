public import AuthCore

/// The value of a preference.
public enum SDKPreference: Sendable, Hashable {
  /// A string.
  case text(String)
  /// Data, such as the JSON that an encoder wrote.
  case data([UInt8])
  /// A value of another type.
  case other
}

extension SDKPreference: Redacting {
  /// The value's type. The value may be a token.
  public var shownParts: KeyValuePairs<String, String> {
    switch self {
    case .text: ["type": "text"]
    case .data(let bytes): ["type": "data", "bytes": "\(bytes.count)"]
    case .other: ["type": "other"]
    }
  }
}
