/// A reference in the configuration to a secret that is stored elsewhere.
public enum SecretReference: Sendable, Hashable {
  /// The name of the environment variable that contains the secret.
  case environment(String)
  /// The path of the file that contains the secret. White space at both ends of the content is ignored.
  case file(String)

  /// Creates a reference from `{"env": "NAME"}` or `{"file": "path"}`; nil for any other value.
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

  /// The name of the variable, or the path of the file.
  var place: String {
    switch self {
    case .environment(let name): name
    case .file(let path): path
    }
  }
}
