/// A key that a configuration may have. The code that reads the key creates this description, so that both agree.
package struct ConfigurationKey: Sendable, Hashable {
  /// The kinds of value.
  package indirect enum Kind: Sendable, Hashable {
    case text
    /// The name of a kind of store, or an object whose only key is that name and whose value is the kind's block.
    case kind
    case choice([String])
    case texts
    case flag
    case integer(ClosedRange<Int>)
    case url
    case origins
    case secret
    case object([ConfigurationKey])
    case any
  }

  package let name: String
  package let kind: Kind
  /// The meaning of the key in one line, for the schema and the table of the documentation.
  package let summary: String
  package var isRequired: Bool
  /// The default value; nil if there is no default, or if the default depends on other values.
  package let standard: JSONValue?
  /// An example of a valid value; nil for none.
  package let example: String?

  init(
    _ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false, standard: JSONValue? = nil,
    example: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
    self.standard = standard
    self.example = example
  }

  /// Merges the keys that two readings of a block found. One reading was of an empty block, and the other was of a
  /// block in which every optional object is present. A key is required only if both readings required it. The keys of
  /// an object that only one reading entered are taken from that reading.
  static func merged(_ first: [ConfigurationKey], _ second: [ConfigurationKey]) -> [ConfigurationKey] {
    guard !first.isEmpty else { return second }
    let keys = first.map { key in
      guard let other = second.first(where: { $0.name == key.name }) else { return key.optional }
      var kind = key.kind
      if case .object(let inner) = key.kind, case .object(let others) = other.kind {
        kind = .object(merged(inner, others))
      }
      return ConfigurationKey(
        key.name, kind, key.summary, isRequired: key.isRequired && other.isRequired, standard: key.standard,
        example: key.example)
    }
    return keys + second.filter { key in !first.contains { $0.name == key.name } }.map(\.optional)
  }

  private var optional: ConfigurationKey {
    var key = self
    key.isRequired = false
    return key
  }
}
