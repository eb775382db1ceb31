public import AuthCore

/// How a transport connects, waits and trusts. Values that no request can change.
///
/// There is no switch that turns the verification of certificates off, nor one that allows plain `http` beyond
/// loopback.
public struct TransportOptions: Sendable, Hashable {
  /// How long connecting, TLS included, may take.
  public var connectTimeout: Duration
  /// How long a whole exchange may take, waiting in line and redirects included; a request can say otherwise.
  public var timeout: Duration
  /// The largest body to accept, in bytes; a request can say otherwise.
  public var responseSizeLimit: Int
  /// How many exchanges with one origin run at a time; more wait in line. A long poll counts.
  public var transfersPerOrigin: Int
  /// How many idle connections are kept for the next request.
  public var idleConnections: Int
  /// The path of a PEM file with certificates to trust beside the system's: a sandbox's or a company's own.
  public var additionalRoots: String?
  /// By host, the public keys that its certificate may have: `sha256//` and the base64 of the SHA-256 of the
  /// SubjectPublicKeyInfo (RFC 7469 §2.4). Two at least, so that there is a backup when the first has to go. What
  /// stands under `everyHost` holds for hosts that have no entry of their own.
  public var pinnedPublicKeys: [String: [String]]
  /// `http://host:port` of a proxy for everything but loopback; nil for none. The environment is not read.
  public var proxy: String?
  /// The `User-Agent` of requests that have none of their own.
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

  /// Whether every value makes sense; `SystemTransport.make` and configurations ask.
  ///
  /// - Throws: `invalid_configuration`, naming the option.
  public func validate() throws(AuthError) {
    func check(_ holds: Bool, _ text: String) throws(AuthError) {
      guard holds else { throw AuthError(.invalidConfiguration, "transport.\(text)") }
    }
    try check(connectTimeout > .zero, "connectTimeout must be longer than nothing.")
    try check(timeout > .zero, "timeout must be longer than nothing.")
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
        "pinnedPublicKeys.\(host) must stand under the name of a host, such as api.example.com, or under '*'.")
      try check(
        Set(pins).count >= 2, "pinnedPublicKeys.\(host) needs a second key as a backup for the day the first is lost.")
      try check(
        pins.allSatisfy(Self.isPin), "pinnedPublicKeys.\(host) must hold \"sha256//\" and the base64 of 32 bytes.")
    }
  }

  /// The key in `pinnedPublicKeys` for all hosts without an entry.
  public static let everyHost = "*"

  /// The keys that `host` may have, nil when any will do.
  func pins(for host: String) -> [String]? {
    pinnedPublicKeys.first { $0.key.lowercased() == host }?.value ?? pinnedPublicKeys[Self.everyHost]
  }

  private static func isPin(_ text: String) -> Bool {
    guard text.hasPrefix("sha256//") else { return false }
    return Base64.decode(text.dropFirst("sha256//".count))?.count == 32
  }
}
