import AuthCore
import AuthSandboxKit

/// The parameters of a request to an OAuth endpoint. A parameter without a value counts as missing. Only the
/// parameters in `repeatable` may occur more than once (RFC 6749 §3.1, §3.2).
struct OIDCParameters: Sendable {
  /// Parameters that may occur several times (RFC 8707 §2, RFC 8693 §2.1).
  private static let repeatable: Set = ["resource", "audience"]

  let fields: [(name: String, value: String)]

  /// - Throws: `invalid_request` for a repeated parameter.
  init(_ fields: [(name: String, value: String)]) throws(OIDCFailure) {
    self.fields = fields.filter { !$0.value.isEmpty }
    let single = fields.map(\.name).filter { !Self.repeatable.contains($0) }
    guard Set(single).count == single.count else {
      throw .invalidRequest("A parameter is repeated. Only 'resource' and 'audience' may occur more than once.")
    }
  }

  /// The parameters in the body of a request.
  ///
  /// - Throws: `invalid_request` unless the body is a form without repeated parameters.
  init(form request: SandboxRequest) throws(OIDCFailure) {
    let type = (request.headers["Content-Type"] ?? "").prefix { $0 != ";" }
    guard HTTPHeaders.same(String(type).trimmingBlanks, "application/x-www-form-urlencoded"),
      let fields = request.formFields
    else { throw .invalidRequest("The body must be a form (application/x-www-form-urlencoded).") }
    try self.init(fields)
  }

  /// The value of a parameter; nil if it is missing or empty.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns a copy in which `name` has only this value. If the parameter is missing, it is added.
  func setting(_ name: String, to value: String) -> OIDCParameters {
    OIDCParameters(checked: fields.filter { $0.name != name } + [(name, value)])
  }

  private init(checked fields: [(name: String, value: String)]) { self.fields = fields }

  /// Every value of a parameter that may be repeated.
  func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The items of a parameter whose value is a space-separated list, without duplicates.
  func words(_ name: String) -> [String] {
    var words: [String] = []
    for word in (self[name] ?? "").split(separator: " ").map(String.init) where !words.contains(word) {
      words.append(word)
    }
    return words
  }

  /// The value of a required parameter.
  ///
  /// - Throws: `invalid_request` if it is missing or empty.
  func required(_ name: String) throws(OIDCFailure) -> String {
    guard let value = self[name] else { throw .invalidRequest("The parameter \(name) is missing.") }
    return value
  }
}
