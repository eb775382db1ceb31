import AuthCore

/// A server's rule for pages of other origins: the values of its CORS headers (Fetch standard, HTTP-CORS protocol).
public struct CrossOriginRule: Sendable {
  /// The origins whose pages may call the server.
  public struct Origins: Sendable {
    private let includesLoopback: Bool
    private let named: [String]

    /// Returns every loopback origin, with http or https and on any port, and the named origins.
    public static func loopback(and named: [String] = []) -> Origins {
      Origins(includesLoopback: true, named: named)
    }

    /// Returns only the named origins; `*` means every origin.
    public static func only(_ named: [String]) -> Origins { Origins(includesLoopback: false, named: named) }

    /// Whether the value of an `Origin` header is one of these origins. The value must be written as browsers write it:
    /// in lower case, and without the default port.
    public func contains(_ text: String) -> Bool {
      if named.contains(text) || named.contains("*") { return true }
      guard includesLoopback, let origin = Origin(text), "\(origin)" == text else { return false }
      return origin.isLoopback
    }
  }

  /// The origins that are allowed.
  public let origins: Origins
  /// The methods, in upper case.
  public let methods: [String]
  /// The names of the allowed request header fields; a name that ends in `*` is a prefix.
  public let requestHeaders: [String]
  /// The names of the response header fields that a script may read in addition to the safelisted names.
  public let exposedHeaders: [String]
  /// Whether a script's request may include credentials, such as cookies.
  public let allowsCredentials: Bool

  /// Creates a rule, by default without credentials and without further readable header fields.
  public init(
    origins: Origins, methods: [String], requestHeaders: [String], exposedHeaders: [String] = [],
    allowsCredentials: Bool = false
  ) {
    self.origins = origins
    self.methods = methods
    self.requestHeaders = requestHeaders
    self.exposedHeaders = exposedHeaders
    self.allowsCredentials = allowsCredentials
  }

  /// The rule of the app's own backend, which treats every page on this machine as the app's.
  static let appBackend = CrossOriginRule(
    origins: .loopback(), methods: ["GET", "POST", "DELETE"], requestHeaders: ["*"],
    exposedHeaders: ["Date", "Retry-After"])

  /// Returns the value of `Access-Control-Allow-Headers`: the rule's names, and those of the first 64 requested names
  /// that match a prefix of the rule.
  func allowedHeaders(asked: String) -> String {
    let beginnings = requestHeaders.filter { $0.hasSuffix("*") }.map { $0.dropLast().lowercased() }
    let known = requestHeaders.filter { !$0.hasSuffix("*") }
    let lowered = Set(known.map { $0.lowercased() })
    let others = asked.split(separator: ",").prefix(Self.askedLimit).map { $0.filter { $0 != " " }.lowercased() }
      .filter { name in
        !lowered.contains(name) && beginnings.contains { name.hasPrefix($0) } && HTTPHeaders(name: name).areValid
      }
    return (known + others).joined(separator: ", ")
  }

  /// The number of header names in a preflight request that are checked against the prefixes; the rest are ignored.
  private static let askedLimit = 64
}

extension HTTPHeaders {
  fileprivate init(name: String) {
    self.init()
    add(name, "")
  }
}
