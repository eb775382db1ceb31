/// A value that holds what must not be printed: `description`, `debugDescription`, `dump` and mirrors show the parts that it
/// names and nothing else.
///
/// Every public type that keeps bytes, URLs, JSON or texts by name, in which a credential can stand, conforms; secrets
/// that stand alone are kept in a `Secret`.
public protocol Redacting: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What may be seen of it, by name.
  var shownParts: KeyValuePairs<String, String> { get }
}

extension Redacting {
  /// The type and the parts that may be seen.
  public var description: String {
    "\(Self.self)(" + shownParts.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + ")"
  }

  /// The same.
  public var debugDescription: String { description }

  /// A mirror of the parts that may be seen.
  public var customMirror: Mirror {
    Mirror(self, children: shownParts.map { (label: Optional($0.key), value: $0.value as Any) })
  }
}
