/// A reference in the configuration to a secret that is stored elsewhere.
public enum SecretReference: Sendable, Hashable {
  /// In an environment variable.
  case environment(String)
  /// In a file; white space at both ends is ignored.
  case file(String)

  /// `{"env": "NAME"}` or `{"file": "path"}`; nil for anything else.
  public init?(_ value: JSONValue) {
    guard let object = value.objectValue, object.count == 1 else { return nil }
    if let name = object["env"]?.stringValue {
      self = .environment(name)
    } else if let path = object["file"]?.stringValue {
      self = .file(path)
    } else {
      return nil
    }
  }
}
