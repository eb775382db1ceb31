import AuthCore

/// A search for JWTs in a body.
enum TokenScan {
  /// The maximum size of a body to search, in bytes.
  private static let bodyLimit = 131_072
  /// The maximum nesting depth of the search.
  private static let depth = 4
  /// The maximum number of tokens that are returned.
  private static let limit = 8

  /// Returns the JWTs in a JSON body or in a form, each with its path or field name.
  static func tokens(inBody body: [UInt8], isForm: Bool) -> [(name: String, text: String)] {
    guard !body.isEmpty, body.count <= bodyLimit else { return [] }
    var found: [(name: String, text: String)] = []
    if isForm {
      let fields = String(strictUTF8: body).flatMap { PercentEncoding.decodeForm($0) } ?? []
      found = fields.filter { TokenContent.decode($0.value) != nil }.map { ($0.name, $0.value) }
    } else {
      guard let value = JSONValue(untrusted: body) else { return [] }
      search(value, "", depth, &found)
    }
    return Array(found.prefix(limit))
  }

  private static func search(
    _ value: JSONValue, _ path: String, _ depth: Int, _ found: inout [(name: String, text: String)]
  ) {
    guard found.count < limit else { return }
    switch value {
    case .string(let text):
      if TokenContent.decode(text) != nil { found.append((path.isEmpty ? "body" : path, text)) }
    case .object(let object) where depth > 0:
      for member in object.members {
        search(member.value, path.isEmpty ? member.name : path + "." + member.name, depth - 1, &found)
      }
    case .array(let elements) where depth > 0:
      for element in elements.prefix(limit) { search(element, path, depth - 1, &found) }
    default: return
    }
  }
}
