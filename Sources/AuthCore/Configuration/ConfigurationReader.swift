#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Reads one object of a configuration, strictly: what was not read by the time of `finish()` is an error that names
/// the path and the nearest key that would have been read.
public struct ConfigurationReader: Sendable {
  /// Where the object stands: `providers.turnkey`.
  public let path: String
  /// What secrets and relative paths are resolved against.
  public let sources: ConfigurationSources
  private let object: JSONObject
  private var known: [String] = []

  /// A reader of `object`, which stands at `path`.
  public init(_ object: JSONObject, path: String, sources: ConfigurationSources) {
    self.object = object
    self.path = path
    self.sources = sources
  }

  /// Whether the key is there at all.
  public func has(_ key: String) -> Bool { object[key] != nil }

  /// The keys that there are, for objects whose keys are names.
  public var names: [String] { object.names }

  /// A text that must be there and not be blank.
  public mutating func string(_ key: String) throws(AuthError) -> String {
    guard let value = try optionalString(key) else { throw missing(key, "a text") }
    return value
  }

  /// A text that may be left out.
  public mutating func optionalString(_ key: String) throws(AuthError) -> String? {
    guard let value = take(key) else { return nil }
    guard let text = value.stringValue, !text.trimmingBlanks.isEmpty else { throw wrong(key, "a text") }
    return text
  }

  /// A text out of a few.
  public mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, default standard: Value
  ) throws(AuthError) -> Value where Value.RawValue == String {
    guard let text = try optionalString(key) else { return standard }
    guard let value = Value(rawValue: text) else {
      throw wrong(key, "one of " + Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))
    }
    return value
  }

  /// Several texts; an absent key is an empty list.
  public mutating func strings(_ key: String) throws(AuthError) -> [String] {
    guard let value = take(key) else { return [] }
    guard let elements = value.arrayValue else { throw wrong(key, "a list of texts") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.stringValue else { throw wrong("\(key)[\(index)]", "a text") }
      texts.append(text)
    }
    return texts
  }

  /// A truth value.
  public mutating func bool(_ key: String, default standard: Bool) throws(AuthError) -> Bool {
    guard let value = take(key) else { return standard }
    guard let flag = value.boolValue else { throw wrong(key, "true or false") }
    return flag
  }

  /// A whole number within a range.
  public mutating func integer(
    _ key: String, default standard: Int, in range: ClosedRange<Int>
  ) throws(AuthError) -> Int {
    guard let value = take(key) else { return standard }
    guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A base URL: absolute, `https` or loopback, without query and fragment; trailing slashes are dropped.
  public mutating func baseURL(_ key: String, default standard: String? = nil) throws(AuthError) -> URL {
    guard var text = try optionalString(key) ?? standard else { throw missing(key, "a URL") }
    while text.hasSuffix("/") { text.removeLast() }
    guard let origin = Origin(text), !text.contains("?"), !text.contains("#"), let url = URL(string: text) else {
      throw wrong(key, "an absolute URL such as https://api.example.com")
    }
    guard origin.isAcceptable else { throw wrong(key, "https, or http on a loopback address only") }
    return url
  }

  /// A base URL that may be left out.
  public mutating func optionalBaseURL(_ key: String) throws(AuthError) -> URL? {
    guard has(key) else {
      known.append(key)
      return nil
    }
    return try baseURL(key)
  }

  /// Where credentials may go: a list of origins; an absent key is `standard`.
  public mutating func origins(_ key: String = "origins", default standard: [URL]) throws(AuthError) -> [Origin] {
    let texts = try strings(key)
    if texts.isEmpty { return standard.compactMap { Origin($0) } }
    var origins: [Origin] = []
    for (index, text) in texts.enumerated() {
      guard let origin = Origin(text), origin.isAcceptable else {
        throw wrong("\(key)[\(index)]", "an origin such as https://api.example.com")
      }
      origins.append(origin)
    }
    return origins
  }

  /// A secret: `{"env": "NAME"}` or `{"file": "path"}`.
  public mutating func optionalSecret(_ key: String) throws(AuthError) -> Secret? {
    guard let value = take(key) else { return nil }
    guard let reference = SecretReference(value) else {
      throw wrong(key, #"a reference, {"env": "NAME"} or {"file": "path"}, so that no secret stands in the file"#)
    }
    return try sources.resolve(reference, at: "\(path).\(key)")
  }

  /// The reader of an object inside this one; nil when the key is left out.
  public mutating func object(_ key: String) throws(AuthError) -> ConfigurationReader? {
    guard let value = take(key) else { return nil }
    guard let inner = value.objectValue else { throw wrong(key, "an object") }
    return ConfigurationReader(inner, path: "\(path).\(key)", sources: sources)
  }

  /// Any value, as it stands.
  public mutating func value(_ key: String) -> JSONValue? { take(key) }

  /// Refuses what was not read.
  public func finish() throws(AuthError) {
    guard let unknown = object.names.first(where: { !known.contains($0) }) else { return }
    let nearest = NearestName.find(unknown, in: known)
    throw AuthError(
      .invalidConfiguration,
      "\(path).\(unknown) is no key of this block"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; known are \(known.sorted().joined(separator: ", "))."))
  }

  /// The error for a key of this block that is there and wrong.
  public func wrong(_ key: String, _ expected: String) -> AuthError {
    AuthError(.invalidConfiguration, "\(path).\(key) must be \(expected).")
  }

  private func missing(_ key: String, _ expected: String) -> AuthError {
    let others = object.names.filter { !known.contains($0) }
    let nearest = NearestName.find(key, in: others).map { " Did you mean it by '\($0)'?" } ?? ""
    return AuthError(.invalidConfiguration, "\(path).\(key) is missing; it must be \(expected).\(nearest)")
  }

  private mutating func take(_ key: String) -> JSONValue? {
    known.append(key)
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }
}

/// The known name nearest to one that is not known.
package enum NearestName {
  /// At most a third of the letters may differ.
  package static func find(_ name: String, in candidates: [String]) -> String? {
    let best = candidates.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let best, best.distance <= max(2, name.count / 3) else { return nil }
    return best.name
  }

  /// Levenshtein's edit distance.
  private static func distance(_ left: String, _ right: String) -> Int {
    let first = Array(left)
    let second = Array(right)
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (character == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[second.count]
  }
}
