#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The keys whose values are addresses.
extension ConfigurationReader {
  /// Reads a base URL; returns `standard` if the key is absent. Without `standard`, the key is required.
  ///
  /// The URL must be absolute, have the scheme `https` or a loopback host, and have no user information, query or
  /// fragment. Slashes at its end are removed.
  public mutating func baseURL(
    _ key: String, _ summary: String = "", default standard: String? = nil
  ) throws(AuthError) -> URL {
    describe(
      ConfigurationKey(
        key, .url, summary, isRequired: standard == nil, standard: standard.map { .string($0) }))
    let placeholder = URL(filePath: "/")
    guard let value = take(key) else {
      guard let standard else { return try missing(key, "a URL", URL(string: Self.exampleURL) ?? placeholder) }
      return URL(string: standard) ?? placeholder
    }
    return try url(value, key) ?? URL(string: standard ?? Self.exampleURL) ?? placeholder
  }

  /// Reads an optional base URL in the format that `baseURL` accepts; returns nil if the key is absent.
  public mutating func optionalBaseURL(_ key: String, _ summary: String = "") throws(AuthError) -> URL? {
    describe(ConfigurationKey(key, .url, summary))
    guard let value = take(key) else { return nil }
    return try url(value, key)
  }

  /// Reads the origins to which credentials may be sent; returns the origins of the `standard` URLs if the key is
  /// absent or its list is empty.
  public mutating func origins(
    _ key: String = "origins",
    _ summary: String = "where credentials may be sent: the API's and the backend's own origins by default",
    default standard: [URL]
  ) throws(AuthError) -> [Origin] {
    describe(ConfigurationKey(key, .origins, summary))
    let texts = try list(key)
    if texts.isEmpty { return standard.compactMap { Origin($0) } }
    var origins: [Origin] = []
    for (index, text) in texts.enumerated() {
      guard let origin = Origin(text), origin.isAcceptable else {
        _ = try refused("\(key)[\(index)]", "an origin such as https://api.example.com", ())
        continue
      }
      // A path is an error, because credentials are sent to every path of the origin. The author of a configuration
      // with a path probably expects that they are sent only to that path.
      let end = text.hasSuffix("/") ? text.dropLast() : text[...]
      guard end.filter({ $0 == "/" }).count == 2, !end.contains("?"), !end.contains("#") else {
        _ = try refused("\(key)[\(index)]", "an origin without a path, such as \(origin)", ())
        continue
      }
      origins.append(origin)
    }
    return origins
  }

  /// The placeholder for a missing or wrong URL while `config check` looks for further faults.
  private static let exampleURL = "https://example.com"

  private func url(_ value: JSONValue, _ key: String) throws(AuthError) -> URL? {
    guard var text = try text(value, key) else { return nil }
    while text.hasSuffix("/") { text.removeLast() }
    guard let origin = Origin(text), !text.contains("?"), !text.contains("#"), let url = URL(string: text) else {
      let isPersonal = text.split(separator: "/").dropFirst().first?.contains("@") ?? false
      let remedy = isPersonal ? ", and without a user name and password" : ""
      return try refused(
        key, "an absolute URL without a query or a fragment, such as https://api.example.com" + remedy, nil)
    }
    guard origin.isAcceptable else { return try refused(key, "an https URL, or an http URL of a loopback host", nil) }
    return url
  }
}
