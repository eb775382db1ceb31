#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Reads one object of a configuration, strictly: what was not read by the time of `finish()` is an error that names
/// the path and the nearest key that would have been read.
///
/// An environment variable stands over each simple key: `AUTH_TRANSPORT_TIMEOUT_SECONDS` over
/// `$.transport.timeoutSeconds`. A summary of each key goes into the JSON Schema and the table of the documentation,
/// which are made by reading.
public struct ConfigurationReader: Sendable {
  /// Where the object stands: `$.providers.turnkey`.
  public let path: String
  /// What secrets and relative paths are resolved against.
  public let sources: ConfigurationSources
  private let object: JSONObject
  let log: ConfigurationLog?
  private var known: [String] = []

  /// A reader of `object`, which stands at `path`.
  public init(_ object: JSONObject, path: String, sources: ConfigurationSources) {
    self.init(object, path: path, sources: sources, log: nil)
  }

  /// A reader that goes on after a fault, which `log` then holds.
  init(_ object: JSONObject, path: String, sources: ConfigurationSources, log: ConfigurationLog?) {
    self.object = object
    self.path = path
    self.sources = sources
    self.log = log
  }

  /// Whether the key is given at all.
  public func has(_ key: String) -> Bool {
    if case .describing(let everything) = log?.purpose { return everything }
    return object[key].map { !$0.isNull } ?? false || override(key) != nil
  }

  /// Whether the key is there and an object.
  public func isObject(_ key: String) -> Bool { object[key]?.objectValue != nil }

  /// Whether the key is there, and a list of nothing.
  func isEmptyList(_ key: String) -> Bool { object[key]?.arrayValue?.isEmpty ?? false }

  /// The keys that there are, for objects whose keys are names.
  public var names: [String] { object.names }

  /// A text that must be there and not be blank.
  public mutating func string(
    _ key: String, _ summary: String = "", example: String = "x"
  ) throws(AuthError) -> String {
    describe(ConfigurationKey(key, .text, summary, isRequired: true, example: example == "x" ? nil : example))
    guard let value = take(key) else { return try missing(key, "a text", example) }
    return try text(value, key) ?? example
  }

  /// A text that may be left out.
  public mutating func optionalString(_ key: String, _ summary: String = "") throws(AuthError) -> String? {
    describe(ConfigurationKey(key, .text, summary))
    guard let value = take(key) else { return nil }
    return try text(value, key)
  }

  /// A text out of a few.
  public mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ summary: String = "", default standard: Value
  ) throws(AuthError) -> Value where Value.RawValue == String {
    try choice(key, summary, standard) ?? standard
  }

  /// A text out of a few that may be left out.
  public mutating func optionalChoice<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ summary: String = "", of type: Value.Type = Value.self
  ) throws(AuthError) -> Value? where Value.RawValue == String {
    try choice(key, summary, nil)
  }

  /// Several texts; an absent key is an empty list. An environment variable has them between commas.
  public mutating func strings(_ key: String, _ summary: String = "") throws(AuthError) -> [String] {
    describe(ConfigurationKey(key, .texts, summary))
    return try list(key)
  }

  /// A truth value.
  public mutating func bool(_ key: String, _ summary: String = "", default standard: Bool) throws(AuthError) -> Bool {
    describe(ConfigurationKey(key, .flag, summary, standard: .bool(standard)))
    guard let value = take(key, { Bool($0).map { .bool($0) } }) else { return standard }
    guard let flag = value.boolValue else {
      return try refused(key, "true or false", standard)
    }
    return flag
  }

  /// A whole number within a range.
  public mutating func integer(
    _ key: String, _ summary: String = "", default standard: Int, in range: ClosedRange<Int>
  ) throws(AuthError) -> Int {
    describe(ConfigurationKey(key, .integer(range), summary, standard: .integer(Int64(standard))))
    guard let value = take(key, { Int64($0).map { .integer($0) } }) else { return standard }
    guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      return try refused(key, "a whole number from \(range.lowerBound) to \(range.upperBound)", standard)
    }
    return number
  }

  /// A base URL: absolute, `https` or loopback, without query and fragment; trailing slashes are dropped.
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

  /// A base URL that may be left out.
  public mutating func optionalBaseURL(_ key: String, _ summary: String = "") throws(AuthError) -> URL? {
    describe(ConfigurationKey(key, .url, summary))
    guard let value = take(key) else { return nil }
    return try url(value, key)
  }

  /// Where credentials may go: a list of origins; an absent key is `standard`.
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
      // Credentials go to a whole origin. A path here suggests that the author expects otherwise.
      let end = text.hasSuffix("/") ? text.dropLast() : text[...]
      guard end.filter({ $0 == "/" }).count == 2, !end.contains("?"), !end.contains("#") else {
        _ = try refused("\(key)[\(index)]", "an origin alone, which has no path: \(origin)", ())
        continue
      }
      origins.append(origin)
    }
    return origins
  }

  /// A secret: `{"env": "NAME"}` or `{"file": "path"}`.
  public mutating func optionalSecret(_ key: String, _ summary: String = "") throws(AuthError) -> Secret? {
    describe(ConfigurationKey(key, .secret, summary))
    known.append(key)
    if let text = override(key) { return Secret(text) }
    guard let value = object[key], !value.isNull else { return nil }
    guard let reference = SecretReference(value) else {
      return try refused(
        key, #"a reference, {"env": "NAME"} or {"file": "path"}, so that no secret stands in the file"#, nil)
    }
    do throws(AuthError) {
      return try sources.resolve(reference, at: "\(path).\(key)")
    } catch {
      guard let log else { throw error }
      log.note(ConfigurationFault(error, in: "\(path).\(key)"))
      return nil
    }
  }

  /// The reader of an object inside this one; nil when the key is left out and no environment variable stands for one
  /// of its keys.
  public mutating func object(_ key: String, _ summary: String = "") throws(AuthError) -> ConfigurationReader? {
    describe(ConfigurationKey(key, .object([]), summary))
    let inner = "\(path).\(key)"
    known.append(key)
    guard has(key) || sources.hasVariables(beginningWith: EnvironmentName.name(of: inner) + "_") else { return nil }
    // Null is as good as absent; the object is then empty but for what the environment says.
    let value = object[key] ?? .null
    guard let object = value.isNull ? [:] : value.objectValue else { return try refused(key, "an object", nil) }
    return ConfigurationReader(object, path: inner, sources: sources, log: log)
  }

  /// Any value, as it stands.
  public mutating func value(_ key: String, _ summary: String = "") -> JSONValue? {
    describe(ConfigurationKey(key, .any, summary))
    return take(key)
  }

  /// Keys of this block that are read elsewhere.
  mutating func leave(_ keys: String...) { known += keys }

  /// Refuses every key that was not read.
  public func finish() throws(AuthError) {
    if case .describing = log?.purpose { return }
    let faults = object.names.filter { !known.contains($0) }.map { name in
      let nearest = NearestName.find(name, in: known)
      let others = nearest == nil ? "; known are \(known.sorted().joined(separator: ", "))" : ""
      return ConfigurationFault("\(path).\(name)", "is not a key of this block" + others, nearest: nearest)
    }
    if let log {
      for fault in faults { log.note(fault) }
    } else if let error = ConfigurationFault.error(faults) {
      throw error
    }
  }

  /// The error for a key of this block that is there and wrong.
  public func wrong(_ key: String, _ expected: String) -> AuthError {
    let fault = ConfigurationFault("\(path).\(key)", "must be \(expected)")
    return ConfigurationFault.error([fault]) ?? AuthError(.invalidConfiguration, fault.message)
  }

  /// Refuses a key that is there and wrong; `config check` goes on with `placeholder` to find what else is.
  ///
  /// - Throws: `invalid_configuration` with the key's path.
  public func refused<Value>(_ key: String, _ expected: String, _ placeholder: Value) throws(AuthError) -> Value {
    try refused(key, expected, placeholder, nearest: nil)
  }
}

extension ConfigurationReader {
  /// What stands for a URL that is missing or wrong while further faults are looked for.
  private static let exampleURL = "https://example.com"

  private mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ summary: String, _ standard: Value?
  ) throws(AuthError) -> Value? where Value.RawValue == String {
    let names = Value.allCases.map(\.rawValue)
    describe(ConfigurationKey(key, .choice(names), summary, standard: (standard?.rawValue).map { .string($0) }))
    guard let value = take(key) else { return nil }
    guard let name = value.stringValue, let value = Value(rawValue: name) else {
      let nearest = value.stringValue.flatMap { NearestName.find($0, in: names) }
      return try refused(
        key, "one of " + names.map { "'\($0)'" }.joined(separator: ", "), standard ?? Value.allCases.first,
        nearest: nearest)
    }
    return value
  }

  private func refused<Value>(
    _ key: String, _ expected: String, _ placeholder: Value, nearest: String?
  ) throws(AuthError) -> Value {
    try note(ConfigurationFault("\(path).\(key)", "must be \(expected)", nearest: nearest), placeholder)
  }

  private func missing<Value>(_ key: String, _ expected: String, _ placeholder: Value) throws(AuthError) -> Value {
    let unread = object.names.filter { !known.contains($0) }
    let nearest = NearestName.find(key, in: unread).map { " (is '\($0)' meant to be it?)" } ?? ""
    return try note(ConfigurationFault("\(path).\(key)", "is missing; it must be \(expected)\(nearest)"), placeholder)
  }

  private func note<Value>(_ fault: ConfigurationFault, _ placeholder: Value) throws(AuthError) -> Value {
    switch log?.purpose {
    case .checking: log?.note(fault)
    case .describing: break
    case nil: if let error = ConfigurationFault.error([fault]) { throw error }
    }
    return placeholder
  }

  private func describe(_ key: ConfigurationKey) { log?.note(key, in: path) }

  /// What the environment says of a key, where it says anything.
  private func override(_ key: String) -> String? {
    sources.variable(EnvironmentName.name(of: "\(path).\(key)"))
  }

  /// The value of a key; `parse` makes one of an environment variable's text.
  private mutating func take(
    _ key: String, _ parse: (String) -> JSONValue? = { .string($0) }
  ) -> JSONValue? {
    known.append(key)
    if let text = override(key) { return parse(text) ?? .string(text) }
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }

  private func text(_ value: JSONValue, _ key: String) throws(AuthError) -> String? {
    guard let text = value.stringValue, !text.trimmingBlanks.isEmpty else { return try refused(key, "a text", nil) }
    guard !text.hasControlCharacter else { return try refused(key, "a text without control characters", nil) }
    return text
  }

  private func url(_ value: JSONValue, _ key: String) throws(AuthError) -> URL? {
    guard var text = try text(value, key) else { return nil }
    while text.hasSuffix("/") { text.removeLast() }
    guard let origin = Origin(text), !text.contains("?"), !text.contains("#"), let url = URL(string: text) else {
      let isPersonal = text.split(separator: "/").dropFirst().first?.contains("@") ?? false
      let remedy = isPersonal ? ", without a user's name and password" : ""
      return try refused(key, "an absolute URL such as https://api.example.com" + remedy, nil)
    }
    guard origin.isAcceptable else { return try refused(key, "https, or http on a loopback address only", nil) }
    return url
  }

  private mutating func list(_ key: String) throws(AuthError) -> [String] {
    let value = take(key) { text in
      .array(text.split(separator: ",").map { .string(String($0).trimmingBlanks) })
    }
    guard let value else { return [] }
    guard let elements = value.arrayValue else { return try refused(key, "a list of texts", []) }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      if let text = try text(element, "\(key)[\(index)]") { texts.append(text) }
    }
    return texts
  }
}

extension ConfigurationReader: Redacting {
  /// Where the object stands, and its keys.
  public var shownParts: KeyValuePairs<String, String> {
    ["path": path, "names": names.joined(separator: " ")]
  }
}
