/// How requests are sent.
public struct TransportConfiguration: Sendable, Hashable {
  /// The time limit for one request and its response, in seconds.
  public var timeoutSeconds: Int
  /// The maximum number of times that a repeatable request is sent, including the first time.
  public var attempts: Int
  /// The path of a PEM file with root certificates to trust in addition to the system's, such as the root of a sandbox;
  /// nil for none.
  public var additionalRoots: String?
  /// For each host, the hashes of the public keys that its certificate may have, as `sha256//…`. At least two are
  /// required, so that there is a backup if one key is lost. The host `*` stands for all hosts without an entry.
  public var pinnedPublicKeys: [String: [String]]
  /// The proxy for requests to all hosts except loopback, as `http://host:port`; nil for none. Environment variables
  /// such as `http_proxy` are not read.
  public var proxy: String?
  /// The certificate with which this client authenticates itself at a host, by host (RFC 8705).
  public var clientCertificates: [String: ClientCertificate] = [:]

  init(
    _ block: ConfigurationReader?, _ sources: ConfigurationSources, _ log: ConfigurationLog
  ) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.transport", sources: sources, log: log)
    timeoutSeconds = try reader.integer(
      "timeoutSeconds", "the time limit for one request and its response, in seconds", default: 20, in: 1...600)
    attempts = try reader.integer(
      "attempts", "the maximum number of times that a repeatable request is sent, including the first", default: 3,
      in: 1...10)
    additionalRoots = try reader.optionalString(
      "additionalRoots", "a PEM file with root certificates to trust in addition to the system's"
    ).map { sources.absolute($0) }
    proxy = try reader.optionalString("proxy", "the proxy for all hosts except loopback, as `http://host:port`")
    pinnedPublicKeys = [:]
    let summary = "for each host, at least two hashes (`sha256//…`) of public keys that its certificates may have"
    if var pins = try reader.object("pinnedPublicKeys", summary) {
      for host in pins.names { pinnedPublicKeys[host] = try pins.strings(host) }
    }
    let files = "for each host, the PEM files `certificate` and `key` of this client's certificate (RFC 8705)"
    if var hosts = try reader.object("clientCertificates", files) {
      for host in hosts.names {
        guard var block = try hosts.object(host) else { continue }
        let certificate = try block.string("certificate")
        let key = try block.string("key")
        clientCertificates[host] = ClientCertificate(
          certificate: sources.absolute(certificate), key: sources.absolute(key))
        try block.finish()
      }
      try hosts.finish()
    }
    try reader.finish()
  }
}
