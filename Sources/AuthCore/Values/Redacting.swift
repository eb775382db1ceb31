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
  public var description: String { ShownParts.text(of: Self.self, shownParts) }

  /// The type and the parts that may be shown, as in `description`.
  public var debugDescription: String { description }

  /// A mirror of the parts that may be shown.
  public var customMirror: Mirror { Mirror(self, children: ShownParts.children(shownParts)) }
}

/// What the types share: in the getters above, the compiler would make a copy for each of them, 20 KB in an app.
private enum ShownParts {
  @inline(never) static func text(of type: any Any.Type, _ parts: KeyValuePairs<String, String>) -> String {
    "\(type)(" + parts.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + ")"
  }

  @inline(never) static func children(_ parts: KeyValuePairs<String, String>) -> [Mirror.Child] {
    parts.map { (label: $0.key, value: $0.value) }
  }
}
