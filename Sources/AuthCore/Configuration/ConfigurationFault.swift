/// One fault of a configuration: where it is, what is wrong, and which name was probably meant.
public struct ConfigurationFault: Sendable, Hashable {
  /// The path of the faulty value: `$.providers.turnkey.organizationId`.
  public let path: String
  /// What is wrong, and the remedy: "is missing; it must be a string".
  public let reason: String
  /// The key or name that was probably meant; nil if no known one is similar.
  public let nearest: String?

  init(_ path: String, _ reason: String, nearest: String? = nil) {
    self.path = path
    self.reason = reason
    self.nearest = nearest
  }

  /// Creates a fault from an error. The fault's path is that of the error's first field, or else the path with which
  /// the message begins, or else `path`.
  public init(_ error: AuthError, in path: String) {
    if let field = error.fieldErrors.first {
      self.init(field.field, field.message)
    } else if error.message.hasPrefix("$."), let end = error.message.firstIndex(of: " ") {
      // Messages about configurations begin with the path.
      let reason = String(error.message[end...].dropFirst())
      // Some put a colon between the path and a sentence.
      let path = error.message[..<end]
      self.init(
        String(path.hasSuffix(":") ? path.dropLast() : path), reason.hasSuffix(".") ? String(reason.dropLast()) : reason
      )
    } else {
      self.init(path, error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message)
    }
  }

  /// The fault as text for people: the path, the reason, and the name that was probably meant.
  public var message: String {
    "\(path) \(reason)" + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
  }

  /// Returns one error for several faults; nil for an empty list. The message states the first fault and the number of
  /// the others; `fieldErrors` contains every fault.
  static func error(_ faults: [ConfigurationFault]) -> AuthError? {
    guard let first = faults.first else { return nil }
    let rest = faults.count == 1 ? "" : " (and \(faults.count - 1) more: 'latchkey config check' lists them)"
    return AuthError(
      .invalidConfiguration, first.message + rest,
      fieldErrors: faults.map { AuthError.FieldError(field: $0.path, message: $0.reasonAndNearest) })
  }

  private var reasonAndNearest: String { reason + (nearest.map { "; did you mean '\($0)'?" } ?? "") }
}
