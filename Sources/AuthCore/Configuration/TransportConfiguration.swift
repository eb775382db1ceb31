/// How requests are sent.
public struct TransportConfiguration: Sendable, Hashable {
  /// How long one exchange may take, in seconds.
  public var timeoutSeconds: Int
  /// How many times in total a repeatable request is sent.
  public var attempts: Int
  /// The path of a PEM file with root certificates to trust besides the system's, such as a sandbox's own.
  public var additionalRoots: String?
  /// By host, the public keys that its certificate may have: `sha256//…`, at least two (one is the backup).
  public var pinnedPublicKeys: [String: [String]]
  /// `http://host:port` of a proxy for everything but loopback; nil for none. Variables
  /// such as `http_proxy` are not read.
  public var proxy: String?

  init(
    _ block: ConfigurationReader?, _ sources: ConfigurationSources, _ log: ConfigurationLog
  ) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.transport", sources: sources, log: log)
    timeoutSeconds = try reader.integer(
      "timeoutSeconds", "how long one exchange may take, in seconds", default: 20, in: 1...600)
    attempts = try reader.integer(
      "attempts", "the largest number of times that a repeatable request is sent", default: 3, in: 1...10)
    additionalRoots = try reader.optionalString(
      "additionalRoots", "a PEM file with certificates to trust besides the system's"
    ).map { sources.absolute($0) }
    proxy = try reader.optionalString("proxy", "`http://host:port` of a proxy for everything but loopback")
    pinnedPublicKeys = [:]
    let summary = "by host, the public keys that its certificate may have, as `sha256//…`; one is the backup"
    if var pins = try reader.object("pinnedPublicKeys", summary) {
      for host in pins.names { pinnedPublicKeys[host] = try pins.strings(host) }
    }
    try reader.finish()
  }
}
