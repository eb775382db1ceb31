public import AuthCore

/// A transport's options for connections, timeouts and trust. A request can override only `timeout` and
/// `responseSizeLimit`.
///
/// No option disables the verification of certificates, or allows plain `http` beyond loopback.
public struct TransportOptions: Sendable, Hashable {
  /// The time limit for opening a connection, including the TLS handshake. The transport with URLSession ignores this
  /// option.
  public var connectTimeout: Duration
  /// The time limit for an exchange, including queueing and redirects; a request can override it. URLSession restarts
  /// the limit with each byte that it receives.
  public var timeout: Duration
  /// The largest body to accept, in bytes; a request can override it.
  public var responseSizeLimit: Int
  /// The maximum number of exchanges with one origin at the same time; further exchanges wait. A long poll counts as
  /// running until its response.
  public var transfersPerOrigin: Int
  /// The maximum number of idle connections that are kept for later requests. The transport with URLSession ignores
  /// this option.
  public var idleConnections: Int
  /// The path of a PEM file with certificates to trust in addition to the system's, such as those of a sandbox or of a
  /// company.
  public var additionalRoots: String?
  /// The public keys that a host's certificate may have, by host: `sha256//` and the base64 of the SHA-256 of the
  /// SubjectPublicKeyInfo (RFC 7469 §2.4). Each entry needs at least two different keys, so that a backup exists when
  /// the key in use must be replaced. The entry `everyHost` applies to hosts without a separate entry.
  public var pinnedPublicKeys: [String: [String]]
  /// The proxy for all hosts except loopback, as `http://host:port`; nil for no proxy. Environment variables such as
  /// `http_proxy` are not used.
  public var proxy: String?
  /// The `User-Agent` of requests that do not set this field.
  public var userAgent: String
  /// The certificate with which this client authenticates itself at a host, by host (RFC 8705). The transport with
  /// URLSession does not support this option. The files are read again for each new connection.
  public var clientCertificates: [String: ClientCertificate] = [:]

  /// Creates options. The defaults suit an app.
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

  /// The default `User-Agent`: `latchkey/` and this package's version.
  public static let defaultUserAgent = "latchkey/" + PackageVersion.current

  /// Checks that every value is valid. The initialisers of the transports call this function.
  ///
  /// - Throws: `invalid_configuration` for an invalid option. The message names the option.
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
      "userAgent must be a valid header value, and not empty.")
    if let proxy {
      try check(Origin(proxy) != nil, "proxy must be a URL such as http://proxy.example.com:3128.")
    }
    if let fault = PublicKeyPins(byHost: pinnedPublicKeys).fault {
      throw AuthError(.invalidConfiguration, "transport.pinnedPublicKeys.\(fault)")
    }
    for (host, files) in clientCertificates {
      try check(
        Origin("https://\(host)")?.host == host.lowercased(),
        "clientCertificates.\(host) must have a host as its name, such as api.example.com.")
      try check(
        [files.certificate, files.key].allSatisfy { !$0.isEmpty && !$0.utf8.contains(0) },
        "clientCertificates.\(host) must have the paths of two PEM files: 'certificate' and 'key'.")
    }
  }

  /// The key in `pinnedPublicKeys` for all hosts without an entry.
  public static let everyHost = PublicKeyPins.everyHost

  /// Returns the certificate of this client for `host`, which must be in lower case; nil if there is no certificate.
  func certificate(for host: String) -> ClientCertificate? {
    clientCertificates.first { $0.key.lowercased() == host }?.value
  }
}
