import AuthCore
import FuzzTargets

extension FuzzTarget {
  /// A written text can be parsed and is then written as the same text, in the compact and in the canonical form.
  static let json = FuzzTarget(name: "json") { bytes in
    guard let value = try? JSONValue(parsing: bytes) else { return }
    require(
      (try? JSONValue(parsing: value.serialized))?.serialized == value.serialized, "the compact text changes when read")
    let canonical = value.canonical
    guard let again = try? JSONValue(parsing: canonical) else {
      return require(false, "the canonical text does not parse")
    }
    require(again.canonical == canonical, "the canonical text changes when it is written again")
  }
}
