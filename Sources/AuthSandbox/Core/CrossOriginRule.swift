import AuthCore

/// What a server lets pages of other origins do: the values of its CORS headers (Fetch standard, HTTP CORS protocol).
package struct CrossOriginRule: Sendable {
  /// Which origins' pages may call.
  package struct Origins: Sendable {
    private let includesLoopback: Bool
    private let named: [String]

    /// Every page that this machine serves, by http or https and on any port, and those that are named.
    package static func loopback(and named: [String] = []) -> Origins {
      Origins(includesLoopback: true, named: named)
    }

    /// Those that are named and no other, `*` being every one.
    package static func only(_ named: [String]) -> Origins { Origins(includesLoopback: false, named: named) }

    /// Whether an `Origin` header's text is one of them. It has to be written as browsers write it.
    package func contains(_ text: String) -> Bool {
      if named.contains(text) || named.contains("*") { return true }
      guard includesLoopback, let origin = Origin(text), "\(origin)" == text else { return false }
      return origin.isLoopback
    }
  }

  /// The `Origin`s that are answered.
  package let origins: Origins
  /// The methods, in upper case.
  package let methods: [String]
  /// The names of the request's header fields; one that ends in `*` stands for all that begin so.
  package let requestHeaders: [String]
  /// The answer's header fields that a script may read besides the usual ones.
  package let exposedHeaders: [String]
  /// Whether the call may carry cookies.
  package let allowsCredentials: Bool

  /// A rule.
  package init(
    origins: Origins, methods: [String], requestHeaders: [String], exposedHeaders: [String] = [],
    allowsCredentials: Bool = false
  ) {
    self.origins = origins
    self.methods = methods
    self.requestHeaders = requestHeaders
    self.exposedHeaders = exposedHeaders
    self.allowsCredentials = allowsCredentials
  }

  /// The app's own backend: any page on this machine is taken for the app's.
  static let appBackend = CrossOriginRule(
    origins: .loopback(), methods: ["GET", "POST", "DELETE"], requestHeaders: ["*"],
    exposedHeaders: ["Date", "Retry-After"])

  /// `Access-Control-Allow-Headers`: the names as they stand, and what was asked for where one is the beginning of it.
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

  /// So many names of a preflight are looked at.
  private static let askedLimit = 64
}

extension HTTPHeaders {
  fileprivate init(name: String) {
    self.init()
    add(name, "")
  }
}
