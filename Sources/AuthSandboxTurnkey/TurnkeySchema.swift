import AuthCore

/// The members that a request may have: those of the vendor's interface description of 2026, and no others (T43, T58).
///
/// GUESS T63: the status and the text for an unknown member are assumed. The sources say only that the server refuses
/// such a member.
enum TurnkeySchema {
  /// The members of each body and object type. A member's value is the name of its object type; nil for a member that
  /// is neither an object nor an array of objects.
  private static let definitions: [String: [String: String?]] = {
    var found: [String: [String: String?]] = [:]
    for line in [requests, intents, parts].flatMap({ $0.split(separator: "\n") }) {
      let words = line.split(separator: " ")
      guard let name = words.first else { continue }
      var members: [String: String?] = [:]
      for word in words.dropFirst() {
        let halves = word.split(separator: ":")
        members.updateValue(halves.count > 1 ? String(halves[1]) : nil, forKey: String(halves[0]))
      }
      found[String(name)] = members
    }
    return found
  }()

  /// Refuses an object with a member that the description does not list. If the description does not list `name`, every
  /// object is accepted.
  ///
  /// - Parameters:
  ///   - object: the object to check.
  ///   - name: the object's name in the description, such as `query/whoami`, `proxy/account` or
  ///     `intent/stampLoginIntent`.
  static func check(_ object: JSONObject, _ name: String) throws(TurnkeyFailure) {
    guard let members = definitions[name] else { return }
    for member in object.members {
      guard let part = members[member.name] else {
        let shown = member.name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.prefix(40)
        throw .invalid("bad request body: unknown field \"\(shown)\"")
      }
      guard let part else { continue }
      for element in member.value.arrayValue ?? [member.value] {
        if let inner = element.objectValue { try check(inner, part) }
      }
    }
  }

  /// Refuses a submission with an unknown member at the top level. `check(_:_:)` covers the members of `parameters`.
  static func checkSubmission(_ object: JSONObject) throws(TurnkeyFailure) {
    let known = ["type", "timestampMs", "organizationId", "parameters", "generateAppProofs"]
    for member in object.members where !known.contains(member.name) {
      throw .invalid(
        "bad request body: unknown field \"\(member.name.prefix(40).filter { $0.isASCII && $0 != "\"" })\"")
    }
  }
}
