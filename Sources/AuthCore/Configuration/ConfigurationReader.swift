/// Reads one object of a configuration strictly. `finish()` rejects each key that was not read, and names the most
/// similar key that was read.
///
/// The environment variable of a simple key takes precedence over the key: `AUTH_TRANSPORT_TIMEOUT_SECONDS` over
/// `$.transport.timeoutSeconds`. The reading methods throw `invalid_configuration` with the key's path. The JSON Schema
/// and the documentation's table of keys are generated from these calls and contain the summary of each key.
public struct ConfigurationReader: Sendable {
  /// The path of the object: `$.providers.turnkey`.
  public let path: String
  /// The environment variables and files, for secrets and relative paths.
  public let sources: ConfigurationSources
  private let object: JSONObject
  let log: ConfigurationLog?
  private var known: [String] = []

  /// Creates a reader of `object`, which is at `path` in the configuration.
  public init(_ object: JSONObject, path: String, sources: ConfigurationSources) {
    self.init(object, path: path, sources: sources, log: nil)
  }

  /// Creates a reader. If `log` is not nil, the reader records faults in it and continues instead of throwing them.
  init(_ object: JSONObject, path: String, sources: ConfigurationSources, log: ConfigurationLog?) {
    self.object = object
    self.path = path
    self.sources = sources
    self.log = log
  }

  /// Whether the key has a value other than null, or its environment variable is set.
  public func has(_ key: String) -> Bool {
    if case .describing(let everything) = log?.purpose { return everything }
    return object[key].map { !$0.isNull } ?? false || override(key) != nil
  }

  /// Whether the object in the configuration has the key with an object as its value.
  public func isObject(_ key: String) -> Bool { object[key]?.objectValue != nil }

  /// Whether the object in the configuration has the key with an empty list as its value.
  func isEmptyList(_ key: String) -> Bool { object[key]?.arrayValue?.isEmpty ?? false }

  /// The keys of the object, for an object whose keys are names that the user chooses, such as hosts.
  public var names: [String] { object.names }

  /// Reads a required string, which must not be blank or contain control characters.
  public mutating func string(
    _ key: String, _ summary: String = "", example: String = "x"
  ) throws(AuthError) -> String {
    describe(ConfigurationKey(key, .text, summary, isRequired: true, example: example == "x" ? nil : example))
    guard let value = take(key) else { return try missing(key, "a string", example) }
    return try text(value, key) ?? example
  }

  /// Reads the name of a kind of store: a string, or an object with the kind's block: `{"postgres": {"url": …}}`.
  mutating func optionalKind(
    _ key: String, _ summary: String = ""
  ) throws(AuthError) -> (name: String, block: JSONObject?)? {
    describe(ConfigurationKey(key, .kind, summary))
    guard let value = take(key) else { return nil }
    guard let object = value.objectValue else { return try text(value, key).map { ($0, nil) } }
    guard object.count == 1, let name = object.names.first, let block = object[name]?.objectValue else {
      return try refused(key, "the name of a kind, or an object with one kind and its block", nil)
    }
    return (name, block)
  }

  /// Reads an optional string, which must not be blank or contain control characters; returns nil if the key is absent.
  public mutating func optionalString(_ key: String, _ summary: String = "") throws(AuthError) -> String? {
    describe(ConfigurationKey(key, .text, summary))
    guard let value = take(key) else { return nil }
    return try text(value, key)
  }

  /// Reads a string from a fixed set, the raw values of `Value`; returns `standard` if the key is absent.
  public mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ summary: String = "", default standard: Value
  ) throws(AuthError) -> Value where Value.RawValue == String {
    try choice(key, summary, standard) ?? standard
  }

  /// Reads an optional string from a fixed set, the raw values of `Value`; returns nil if the key is absent.
  public mutating func optionalChoice<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ summary: String = "", of type: Value.Type = Value.self
  ) throws(AuthError) -> Value? where Value.RawValue == String {
    try choice(key, summary, nil)
  }

  /// Reads a list of strings; returns an empty list if the key is absent. In the environment variable, commas separate
  /// the strings.
  public mutating func strings(_ key: String, _ summary: String = "") throws(AuthError) -> [String] {
    describe(ConfigurationKey(key, .texts, summary))
    return try list(key)
  }

  /// Reads a Boolean; returns `standard` if the key is absent. In the environment variable, it is `true` or `false`.
  public mutating func bool(_ key: String, _ summary: String = "", default standard: Bool) throws(AuthError) -> Bool {
    describe(ConfigurationKey(key, .flag, summary, standard: .bool(standard)))
    guard let value = take(key, { Bool($0).map { .bool($0) } }) else { return standard }
    guard let flag = value.boolValue else {
      return try refused(key, "true or false", standard)
    }
    return flag
  }

  /// Reads a whole number within a range; returns `standard` if the key is absent.
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

  /// Reads a whole number within a range; returns nil if the key is absent.
  public mutating func optionalInteger(
    _ key: String, _ summary: String = "", in range: ClosedRange<Int>
  ) throws(AuthError) -> Int? {
    describe(ConfigurationKey(key, .integer(range), summary))
    guard let value = take(key, { Int64($0).map { .integer($0) } }) else { return nil }
    guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      return try refused(key, "a whole number from \(range.lowerBound) to \(range.upperBound)", nil)
    }
    return number
  }

  /// Reads an optional secret from a reference, `{"env": "NAME"}` or `{"file": "path"}`; returns nil if the key is
  /// absent. The key's own environment variable contains the secret itself.
  public mutating func optionalSecret(_ key: String, _ summary: String = "") throws(AuthError) -> Secret? {
    describe(ConfigurationKey(key, .secret, summary))
    known.append(key)
    if let text = override(key) { return Secret(text) }
    guard let value = object[key], !value.isNull else { return nil }
    guard let reference = SecretReference(value) else {
      return try refused(
        key, #"a reference, {"env": "NAME"} or {"file": "path"}, so that the file does not contain the secret"#, nil)
    }
    guard try shown(reference.place, key) != nil else { return nil }
    do throws(AuthError) {
      return try sources.resolve(reference, at: "\(path).\(key)")
    } catch {
      guard let log else { throw error }
      log.note(ConfigurationFault(error, in: "\(path).\(key)"))
      return nil
    }
  }

  /// Returns the reader of an inner object; nil if the key is absent and no environment variable of a key in the object
  /// is set.
  public mutating func object(_ key: String, _ summary: String = "") throws(AuthError) -> ConfigurationReader? {
    describe(ConfigurationKey(key, .object([]), summary))
    let inner = "\(path).\(key)"
    known.append(key)
    guard has(key) || sources.hasVariables(beginningWith: EnvironmentName.name(of: inner) + "_") else { return nil }
    // If the key is absent or null, the object contains only the values of environment variables.
    let value = object[key] ?? .null
    guard let object = value.isNull ? [:] : value.objectValue else { return try refused(key, "an object", nil) }
    return ConfigurationReader(object, path: inner, sources: sources, log: log)
  }

  /// Reads a value of any type without a check; nil if the key is absent or null.
  public mutating func value(_ key: String, _ summary: String = "") -> JSONValue? {
    describe(ConfigurationKey(key, .any, summary))
    return take(key)
  }

  /// Marks keys as read, because other code reads them.
  mutating func leave(_ keys: String...) { known += keys }

  /// Rejects every key that was not read. Call it after all keys were read.
  ///
  /// - Throws: `invalid_configuration` with the path of each unread key in `fieldErrors`. `config check` lists these
  ///   faults instead.
  public func finish() throws(AuthError) {
    if case .describing = log?.purpose { return }
    let faults = object.names.filter { !known.contains($0) }.map { name in
      let nearest = NearestName.find(name, in: known)
      let others = nearest == nil ? "; the known keys are \(known.sorted().joined(separator: ", "))" : ""
      return ConfigurationFault("\(path).\(name)", "is not a key of this block" + others, nearest: nearest)
    }
    if let log {
      for fault in faults { log.note(fault) }
    } else if let error = ConfigurationFault.error(faults) {
      throw error
    }
  }

  /// Returns the error for a key with a wrong value.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - expected: the expected form, to complete the sentence "… must be".
  public func wrong(_ key: String, _ expected: String) -> AuthError {
    let fault = ConfigurationFault("\(path).\(key)", "must be \(expected)")
    return ConfigurationFault.error([fault]) ?? AuthError(.invalidConfiguration, fault.message)
  }

  /// Rejects a key with a wrong value.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - expected: the expected form, to complete the sentence "… must be".
  ///   - placeholder: the value with which `config check` continues, to find further faults.
  /// - Returns: the placeholder, in `config check` only.
  /// - Throws: `invalid_configuration` with the key's path.
  public func refused<Value>(_ key: String, _ expected: String, _ placeholder: Value) throws(AuthError) -> Value {
    try refused(key, expected, placeholder, nearest: nil)
  }
}

extension ConfigurationReader {
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

  func missing<Value>(_ key: String, _ expected: String, _ placeholder: Value) throws(AuthError) -> Value {
    let unread = object.names.filter { !known.contains($0) }
    let nearest = NearestName.find(key, in: unread).map { " (is '\($0)' a misspelling of '\(key)'?)" } ?? ""
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

  func describe(_ key: ConfigurationKey) { log?.note(key, in: path) }

  /// The value of the environment variable of a key; nil if the variable is unset or empty.
  private func override(_ key: String) -> String? {
    sources.variable(EnvironmentName.name(of: "\(path).\(key)"))
  }

  /// Marks a key as read and returns its value; nil if the key is absent or null. `parse` converts the text of the
  /// key's environment variable, if that is set.
  mutating func take(
    _ key: String, _ parse: (String) -> JSONValue? = { .string($0) }
  ) -> JSONValue? {
    known.append(key)
    if let text = override(key) { return parse(text) ?? .string(text) }
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }

  func text(_ value: JSONValue, _ key: String) throws(AuthError) -> String? {
    guard let text = value.stringValue, !text.trimmingBlanks.isEmpty else {
      return try refused(key, "a string that is not blank", nil)
    }
    return try shown(text, key)
  }

  /// Returns the text; rejects it if it has a control character. The message contains the character's number, because
  /// the character itself cannot be seen.
  private func shown(_ text: String, _ key: String) throws(AuthError) -> String? {
    guard let control = text.firstControlCharacter else { return text }
    return try refused(key, "a string without control characters; it contains \(control.number)", nil)
  }

  mutating func list(_ key: String) throws(AuthError) -> [String] {
    let value = take(key) { text in
      .array(text.split(separator: ",").map { .string(String($0).trimmingBlanks) })
    }
    guard let value else { return [] }
    guard let elements = value.arrayValue else { return try refused(key, "a list of strings", []) }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      if let text = try text(element, "\(key)[\(index)]") { texts.append(text) }
    }
    return texts
  }
}

extension ConfigurationReader: Redacting {
  /// The path of the object, and the names of its keys.
  public var shownParts: KeyValuePairs<String, String> {
    ["path": path, "names": names.joined(separator: " ")]
  }
}
