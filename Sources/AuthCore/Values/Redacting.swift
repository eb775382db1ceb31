/// A value with parts that must not be printed: `description`, `debugDescription`, `dump` and mirrors show only the
/// parts in `shownParts`.
///
/// A public type conforms to this protocol if it stores bytes, URLs, JSON or named strings that can contain a
/// credential. A value that is nothing but a secret has the type `Secret` instead.
public protocol Redacting: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The parts that may be shown, by name.
  var shownParts: KeyValuePairs<String, String> { get }
}

extension Redacting {
  /// The type and the parts that may be shown.
  public var description: String {
    "\(Self.self)(" + shownParts.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + ")"
  }

  /// The type and the parts that may be shown, as in `description`.
  public var debugDescription: String { description }

  /// A mirror of the parts that may be shown.
  public var customMirror: Mirror {
    Mirror(self, children: shownParts.map { (label: Optional($0.key), value: $0.value as Any) })
  }
}
