import AuthCore

extension FuzzTarget {
  /// A written text reads back and is written as the same text, in both forms.
  static let json = FuzzTarget(name: "json") { bytes in
    guard let value = try? JSONValue(parsing: bytes) else { return }
    require(
      (try? JSONValue(parsing: value.serialized))?.serialized == value.serialized, "the compact text is another value")
    let canonical = value.canonical
    guard let again = try? JSONValue(parsing: canonical) else {
      return require(false, "the canonical text does not parse")
    }
    require(again.canonical == canonical, "the canonical text is not canonical")
  }
}
