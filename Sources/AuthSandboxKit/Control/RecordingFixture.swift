import AuthCore

/// A recording in the format of a test fixture: a list of exchanges whose values that differ between two runs, such as
/// tokens, ids, codes, addresses and times, are replaced by placeholders for their forms. The files of
/// `Tests/Vectors/wire` have this form, and `WireSample` reads it.
struct RecordingFixture: Sendable {
  private let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  /// The list of exchanges.
  var json: JSONValue {
    var counts: [String: Int] = [:]
    return .array(
      recording.entries.map { entry in
        counts[entry.provider, default: 0] += 1
        return Self.sample(entry, number: counts[entry.provider, default: 0])
      })
  }

  private static func sample(_ entry: Recording.Entry, number: Int) -> JSONValue {
    let request = entry.request
    var headers = JSONObject()
    for field in request.headers.fields where !transportHeaders.contains(field.name.lowercased()) {
      headers[field.name] = .string(self.value(ofHeader: field))
    }
    let path =
      request.rawPath.hasPrefix("/\(entry.provider)/")
      ? String(request.rawPath.dropFirst(entry.provider.count + 1)) : request.rawPath
    return [
      "id": .string("\(entry.provider.prefix(1).uppercased())R\(number)"), "use": "sandbox",
      "source": "recording of the sandbox", "strength": "sandbox", "method": .string(request.method),
      "path": .string(path.split(separator: "/", omittingEmptySubsequences: false).map(segment).joined(separator: "/")),
      "requestHeaders": .object(headers), "requestContentLength": .integer(Int64(request.body.count)),
      "requestBodyShape": body(request.body, request.headers), "status": .integer(Int64(entry.response.status)),
      "responseBodyShape": body(entry.response.body, entry.response.headers),
    ]
  }

  private static let transportHeaders: Set = ["host", "content-length", "connection", "accept-encoding", "user-agent"]

  private static func value(ofHeader field: HTTPHeaders.Field) -> String {
    let scheme = field.value.prefix { $0 != " " }
    switch field.name.lowercased() {
    case "authorization": return "<\(scheme) credential>"
    case "cookie": return "<cookies>"
    default: return ValueForm.placeholder(field.value)
    }
  }

  private static func segment(_ text: Substring) -> String { ValueForm.placeholder(String(text)) }

  private static func body(_ bytes: [UInt8], _ headers: HTTPHeaders) -> JSONValue {
    guard !bytes.isEmpty else { return .null }
    if headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
      let fields = String(strictUTF8: bytes).flatMap { PercentEncoding.decodeForm($0) } ?? []
      return .object(JSONObject(fields.map { ($0.name, shape(.string($0.value))) }))
    }
    return JSONValue(untrusted: bytes).map(shape) ?? .null
  }

  private static func shape(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(ValueForm.placeholder(text))
    case .array(let elements): .array(elements.map(shape))
    case .object(let object): .object(JSONObject(object.members.map { ($0.name, shape($0.value)) }))
    case .null, .bool, .integer, .number: value
    }
  }
}
