import AuthCore

/// A server's rule for pages of other origins: the values of its CORS headers (Fetch standard, HTTP CORS protocol).
public struct CrossOriginRule: Sendable {
  /// The origins whose pages may call.
  public struct Origins: Sendable {
    private let includesLoopback: Bool
    private let named: [String]

    /// Every page that this machine serves, by http or https and on any port, and the named origins.
    public static func loopback(and named: [String] = []) -> Origins {
      Origins(includesLoopback: true, named: named)
    }

    /// Only the named origins; `*` means every origin.
    public static func only(_ named: [String]) -> Origins { Origins(includesLoopback: false, named: named) }

    /// Whether an `Origin` header's text is one of them. It must be spelt as browsers spell it.
    public func contains(_ text: String) -> Bool {
      if named.contains(text) || named.contains("*") { return true }
      guard includesLoopback, let origin = Origin(text), "\(origin)" == text else { return false }
      return origin.isLoopback
    }
  }

  /// The `Origin`s that are allowed.
  public let origins: Origins
  /// The methods, in upper case.
  public let methods: [String]
  /// The names of the request's header fields; a name that ends in `*` is a prefix.
  public let requestHeaders: [String]
  /// The response's header fields that a script may read besides the default ones.
  public let exposedHeaders: [String]
  /// Whether the call may carry cookies.
  public let allowsCredentials: Bool

  /// A rule.
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

  /// The app's own backend: any page on this machine counts as the app's.
  static let appBackend = CrossOriginRule(
    origins: .loopback(), methods: ["GET", "POST", "DELETE"], requestHeaders: ["*"],
    exposedHeaders: ["Date", "Retry-After"])

  /// `Access-Control-Allow-Headers`: the names, and the requested names that match a prefix.
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

  /// The number of names in a preflight that are checked.
  private static let askedLimit = 64
}

extension HTTPHeaders {
  fileprivate init(name: String) {
    self.init()
    add(name, "")
  }
}
