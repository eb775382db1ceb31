import AuthCore
import WireSamples

/// The response of a sample, with the sandbox's values for its placeholders.
struct WireAnswer {
  let sample: WireSample

  /// Whether the sample is of this call.
  func isMeant(_ path: String) -> Bool { path.hasSuffix(self.path) }

  /// `/public/v1/query/whoami`; a sample of any query is tried on that one.
  var path: String {
    (sample.path.split(separator: " ").last.map(String.init) ?? "").replacing("<any>", with: "whoami")
  }

  func response(_ live: TransportResponse) -> TransportResponse {
    let status = sample.status ?? 0
    guard let shape = sample.responseBody else { return TransportResponse(status: status) }
    if case .string(let text) = shape {
      return TransportResponse(
        status: status, headers: ["Content-Type": text.contains("HTML") ? "text/html" : "text/plain"],
        body: Array(text.utf8))
    }
    let known = (try? live.json()) ?? [:]
    return TransportResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Self.filled(shape, known).serialized)
  }

  /// A shape's members and its own values; a placeholder gets the value at the same place in `live`.
  private static func filled(_ shape: JSONValue, _ live: JSONValue) -> JSONValue {
    switch shape {
    case .object(let object):
      return .object(
        JSONObject(
          object.members.compactMap { member in
            if member.name == "…" { return nil }
            let there = live[member.name]
            if PlaceholderForm.isOptional(member.value) { return there.map { (member.name, $0) } }
            return (member.name, filled(member.value, there ?? .null))
          }))
    case .array(let elements):
      let there = live.arrayValue ?? []
      return .array(elements.enumerated().map { filled($1, there.indices.contains($0) ? there[$0] : .null) })
    case .string(let text) where PlaceholderForm.isPlaceholder(text):
      return live.isNull ? PlaceholderForm(text).example : live
    default: return shape
    }
  }
}
