#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The source of an instance's tokens, as `tokenProvider` in the configuration describes it.
public indirect enum TokenSource: Sendable, Hashable {
  /// A program and its arguments; the program's output is the token.
  case command([String])
  /// A file whose content is the token.
  case file(String)
  /// The name of an environment variable whose value is the token.
  case environment(String)
  /// A URL of the app's backend that returns `{"token": …}`.
  case url(URL)
  /// A token of another provider instance's session.
  case session(ProviderID, SessionTokenKind)
  /// Several sources, used in this order; see `TokenProviderChain`.
  case chain([TokenSource])

  /// Which token of a session is used.
  public enum SessionTokenKind: String, Sendable, Hashable, CaseIterable {
    /// The identity token, or the access token if the session has no identity token.
    case identity
    /// The access token.
    case access
  }

  /// Reads a source from an object such as `{"command": […]}`, `{"file": …}`, `{"env": …}`, `{"url": …}` or
  /// `{"session": …, "token": …}`, or from a non-empty list of such objects.
  ///
  /// - Parameters:
  ///   - value: the object or the list.
  ///   - path: the path of `value` in the configuration, for errors.
  ///   - sources: the environment variables, the files, and the directory for relative paths.
  /// - Throws: `invalid_configuration` with the path of the faulty value.
  public init(_ value: JSONValue, path: String, sources: ConfigurationSources) throws(AuthError) {
    try self.init(value, path: path, sources: sources, log: nil)
  }

  init(
    _ value: JSONValue, path: String, sources: ConfigurationSources, log: ConfigurationLog?
  ) throws(AuthError) {
    if let elements = value.arrayValue, !elements.isEmpty {
      var chain: [TokenSource] = []
      for (index, element) in elements.enumerated() {
        chain.append(try TokenSource(element, path: "\(path)[\(index)]", sources: sources, log: log))
      }
      self = .chain(chain)
      return
    }
    let object = value.objectValue ?? [:]
    var reader = ConfigurationReader(object, path: path, sources: sources, log: log)
    if let form = Self.forms.first(where: { reader.has($0.key) }) {
      self = try form.read(&reader)
    } else {
      self = .chain([])
      let names = Self.forms.map { "'\($0.key)'" }.joined(separator: ", ")
      let fault = ConfigurationFault(
        path, "must be an object with one of the keys \(names), or a list of such objects",
        nearest: object.names.first.flatMap { NearestName.find($0, in: Self.forms.map(\.key)) })
      guard let log else { throw ConfigurationFault.error([fault]) ?? AuthError(.invalidConfiguration, fault.message) }
      log.note(fault)
      return
    }
    try reader.finish()
  }

  /// One form of a source: the key by which it is recognised, and the function that reads it.
  struct Form: Sendable {
    let key: String
    let read: @Sendable (inout ConfigurationReader) throws(AuthError) -> TokenSource
  }

  static let forms: [Form] = [
    Form(key: "command") { (reader) throws(AuthError) in
      let isEmpty = reader.isEmptyList("command")
      let command = try reader.strings("command", "a program and its arguments; its output is the token")
      guard isEmpty else { return .command(command) }
      return try reader.refused("command", "a list: a program and its arguments", .command([]))
    },
    Form(key: "file") { (reader) throws(AuthError) in
      .file(reader.sources.absolute(try reader.string("file", "a file whose content is the token")))
    },
    Form(key: "env") { (reader) throws(AuthError) in
      .environment(try reader.string("env", "an environment variable that holds the token"))
    },
    Form(key: "url") { (reader) throws(AuthError) in
      .url(try reader.baseURL("url", "a URL of the app's backend that returns `{\"token\": …}`"))
    },
    Form(key: "session") { (reader) throws(AuthError) in
      .session(
        ProviderID(try reader.string("session", "the provider instance whose session has the token")),
        try reader.choice("token", "which token of the session to use", default: SessionTokenKind.identity))
    },
  ]

  /// The provider instances to whose sessions this source refers.
  var referredProviders: [ProviderID] {
    switch self {
    case .session(let id, _): [id]
    case .chain(let sources): sources.flatMap(\.referredProviders)
    case .command, .file, .environment, .url: []
    }
  }
}

extension TokenSource: Redacting {
  /// The source, without the arguments of a command and the query of a URL, which may contain secrets.
  public var shownParts: KeyValuePairs<String, String> {
    switch self {
    case .command(let words): ["command": words.first ?? ""]
    case .file(let path): ["file": path]
    case .environment(let name): ["env": name]
    case .url(let url): ["url": RedactedURL.text(url)]
    case .session(let id, let kind): ["session": id.rawValue, "token": kind.rawValue]
    case .chain(let sources): ["chain": sources.map(\.description).joined(separator: " ")]
    }
  }
}
