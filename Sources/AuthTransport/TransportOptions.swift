public import AuthCore

/// A transport's options for connections, timeouts and trust. No request can change them.
///
/// There is no switch that turns the verification of certificates off, nor one that allows plain `http` beyond
/// loopback.
public struct TransportOptions: Sendable, Hashable {
  /// How long connecting, TLS included, may take.
  public var connectTimeout: Duration
  /// How long a whole exchange may take, including queueing and redirects; a request can override it.
  public var timeout: Duration
  /// The largest body to accept, in bytes; a request can override it.
  public var responseSizeLimit: Int
  /// How many exchanges with one origin run at a time; further ones queue. A long poll counts.
  public var transfersPerOrigin: Int
  /// How many idle connections are kept for the next request.
  public var idleConnections: Int
  /// The path of a PEM file with certificates to trust in addition to the system's: a sandbox's or a company's own.
  public var additionalRoots: String?
  /// By host, the public keys that its certificate may have: `sha256//` and the base64 of the SHA-256 of the
  /// SubjectPublicKeyInfo (RFC 7469 §2.4). At least two, so that there is a backup when the first must be replaced. The
  /// entry `everyHost` applies to hosts without their own entry.
  public var pinnedPublicKeys: [String: [String]]
  /// `http://host:port` of a proxy for everything but loopback; nil for none. The environment is not read.
  public var proxy: String?
  /// The `User-Agent` of requests that set none.
  public var userAgent: String

  /// Options; the defaults suit an app.
  public init(
    connectTimeout: Duration = .seconds(10), timeout: Duration = .seconds(30),
    responseSizeLimit: Int = 8 << 20, transfersPerOrigin: Int = 32, idleConnections: Int = 64,
    additionalRoots: String? = nil, pinnedPublicKeys: [String: [String]] = [:], proxy: String? = nil,
    userAgent: String = TransportOptions.defaultUserAgent
  ) {
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.responseSizeLimit = responseSizeLimit
    self.transfersPerOrigin = transfersPerOrigin
    self.idleConnections = idleConnections
    self.additionalRoots = additionalRoots
    self.pinnedPublicKeys = pinnedPublicKeys
    self.proxy = proxy
    self.userAgent = userAgent
  }

  /// `latchkey/` and this package's version.
  public static let defaultUserAgent = "latchkey/" + PackageVersion.current

  /// Whether every value is valid; `SystemTransport.make` and configurations check it.
  ///
  /// - Throws: `invalid_configuration`, naming the option.
  public func validate() throws(AuthError) {
    func check(_ holds: Bool, _ text: String) throws(AuthError) {
      guard holds else { throw AuthError(.invalidConfiguration, "transport.\(text)") }
    }
    try check(connectTimeout > .zero, "connectTimeout must be more than zero.")
    try check(timeout > .zero, "timeout must be more than zero.")
    try check(responseSizeLimit > 0, "responseSizeLimit must be at least one byte.")
    try check((1...1024).contains(transfersPerOrigin), "transfersPerOrigin must be from 1 to 1024.")
    try check((0...4096).contains(idleConnections), "idleConnections must be from 0 to 4096.")
    try check(
      additionalRoots.map { !$0.isEmpty && !$0.utf8.contains(0) } ?? true,
      "additionalRoots must be the path of a PEM file.")
    try check(
      HTTPHeaders(dictionaryLiteral: ("User-Agent", userAgent)).areValid && !userAgent.isEmpty,
      "userAgent must be a header value.")
    if let proxy {
      try check(Origin(proxy) != nil, "proxy must be a URL such as http://proxy.example.com:3128.")
    }
    for (host, pins) in pinnedPublicKeys {
      try check(
        host == Self.everyHost || Origin("https://\(host)")?.host == host.lowercased(),
        "pinnedPublicKeys.\(host) must have the name of a host as its key, such as api.example.com, or '*'.")
      try check(
        Set(pins).count >= 2, "pinnedPublicKeys.\(host) needs a second key, as a backup if the first is lost.")
      try check(
        pins.allSatisfy(Self.isPin), "pinnedPublicKeys.\(host) must hold \"sha256//\" and the base64 of 32 bytes.")
    }
  }

  /// The key in `pinnedPublicKeys` for all hosts without an entry.
  public static let everyHost = "*"

  /// The keys that `host` may have; nil when any key is accepted.
  func pins(for host: String) -> [String]? {
    pinnedPublicKeys.first { $0.key.lowercased() == host }?.value ?? pinnedPublicKeys[Self.everyHost]
  }

  private static func isPin(_ text: String) -> Bool {
    guard text.hasPrefix("sha256//") else { return false }
    return Base64.decode(text.dropFirst("sha256//".count))?.count == 32
  }
}
