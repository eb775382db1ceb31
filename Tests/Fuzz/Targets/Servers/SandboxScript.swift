import AuthCore
import AuthSandboxKit

/// Reads requests from an input: the method and the target, header lines, an empty line, and the body. `{name}` stands
/// for the member of that name in the latest response that has one, or else in the sandbox's descriptor, so that an
/// input can use ids, codes and tokens that the sandbox makes; `{pageToken}` is the token of the latest page with a form.
struct SandboxScript {
  /// The byte between two requests: the record separator of ASCII.
  static let separator: UInt8 = 0x1E

  private var values: [String: String] = [:]

  init(_ descriptor: JSONValue) { collect(descriptor) }

  /// Adds the members of a JSON response, or the token of a page's forms.
  mutating func read(_ body: [UInt8]) {
    if let json = try? JSONValue(parsing: body) { return collect(json) }
    guard body.starts(with: "<!doctype".utf8) else { return }
    let page = String(decoding: body, as: UTF8.self)
    guard let found = page.firstRange(of: "name=\"token\" value=\"") else { return }
    values["pageToken"] = String(page[found.upperBound...].prefix(while: { $0 != "\"" }))
  }

  func request(_ part: ArraySlice<UInt8>) -> SandboxRequest {
    let text = filled(String(decoding: part, as: UTF8.self))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 1).map(String.init)
    var headers = HTTPHeaders()
    for line in lines.dropFirst().prefix(while: { !$0.isEmpty }) {
      let halves = line.split(separator: ":", maxSplits: 1).map(String.init)
      if halves.count == 2 { headers[halves[0]] = String(halves[1].drop { $0 == " " }) }
    }
    let body = lines.dropFirst().drop { !$0.isEmpty }.dropFirst().joined(separator: "\n")
    return SandboxRequest(
      words.first ?? "GET", words.count > 1 ? words[1] : "/", headers: headers, body: Array(body.utf8))
  }

  private func filled(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[rest.index(after: open)...]
      let name = rest.prefix(while: { $0.isLetter || $0 == "_" })
      if rest[name.endIndex...].first == "}", let value = values[String(name)] {
        result += value
        rest = rest[name.endIndex...].dropFirst()
      } else {
        result += "{"
      }
    }
    return result + rest
  }

  private mutating func collect(_ json: JSONValue) {
    for element in json.arrayValue ?? [] { collect(element) }
    for member in json.objectValue?.members ?? [] {
      if let text = member.value.stringValue { values[member.name] = text }
      collect(member.value)
    }
  }
}
