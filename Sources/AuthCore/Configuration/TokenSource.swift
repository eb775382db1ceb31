#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A token provider as a configuration names it.
public indirect enum TokenSource: Sendable, Hashable {
  /// A command and its arguments; its output is the token.
  case command([String])
  /// A file whose content is the token.
  case file(String)
  /// An environment variable.
  case environment(String)
  /// A URL of the app's backend that answers `{"token": …}`.
  case url(URL)
  /// A token of another provider's session.
  case session(ProviderID, SessionTokenKind)
  /// Several, in order.
  case chain([TokenSource])

  /// Which token of a session.
  public enum SessionTokenKind: String, Sendable, Hashable, CaseIterable {
    /// The identity token, else the access token where there is none.
    case identity
    /// The access token.
    case access
  }

  /// `{"command": […]}`, `{"file": …}`, `{"env": …}`, `{"url": …}`, `{"session": …, "token": …}`, or a list of them.
  public init(_ value: JSONValue, path: String, sources: ConfigurationSources) throws(AuthError) {
    if let elements = value.arrayValue {
      var chain: [TokenSource] = []
      for (index, element) in elements.enumerated() {
        chain.append(try TokenSource(element, path: "\(path)[\(index)]", sources: sources))
      }
      self = .chain(chain)
      return
    }
    guard let object = value.objectValue else {
      throw AuthError(.invalidConfiguration, "\(path) must be an object or a list of objects.")
    }
    var reader = ConfigurationReader(object, path: path, sources: sources)
    if reader.has("command") {
      let command = try reader.strings("command")
      guard !command.isEmpty else { throw reader.wrong("command", "a list: a program and its arguments") }
      self = .command(command)
    } else if reader.has("file") {
      self = .file(sources.absolute(try reader.string("file")))
    } else if reader.has("env") {
      self = .environment(try reader.string("env"))
    } else if reader.has("url") {
      self = .url(try reader.baseURL("url"))
    } else if reader.has("session") {
      let id = ProviderID(try reader.string("session"))
      self = .session(id, try reader.choice("token", default: SessionTokenKind.identity))
    } else {
      throw AuthError(
        .invalidConfiguration, "\(path) must name one of 'command', 'file', 'env', 'url' or 'session'.")
    }
    try reader.finish()
  }

  /// The providers whose sessions it draws on.
  var referredProviders: [ProviderID] {
    switch self {
    case .session(let id, _): [id]
    case .chain(let sources): sources.flatMap(\.referredProviders)
    case .command, .file, .environment, .url: []
    }
  }
}
