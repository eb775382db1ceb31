import AuthCore

/// Requests and responses with their bodies, for tests that compare them with a vendor's description. Recording is off
/// by default, because a recording contains bodies and secrets, unlike the request log.
struct Recording: Sendable {
  struct Entry: Sendable {
    let request: SandboxRequest
    let provider: String
    let response: SandboxResponse
  }

  /// The number of exchanges that are kept; later ones are not recorded.
  static let limit = 10_000

  private(set) var entries: [Entry] = []
  /// False while the recording is stopped but its exchanges are kept.
  var isOn = true

  mutating func append(_ request: SandboxRequest, provider: String, _ response: SandboxResponse) {
    guard isOn, entries.count < Self.limit else { return }
    entries.append(Entry(request: request, provider: provider, response: response))
  }

  /// `{"exchanges":[{"provider","method","path","headers","request","status","response"}]}`, oldest first, with bodies
  /// as text.
  var json: JSONValue { ["exchanges": .array(entries.map(\.json))] }
}

extension Recording.Entry {
  fileprivate var json: JSONValue {
    var headers = JSONObject()
    for field in request.headers.fields { headers[field.name.lowercased()] = .string(field.value) }
    return [
      "provider": .string(provider), "method": .string(request.method), "path": .string(request.rawPath),
      "headers": .object(headers), "request": .string(String(decoding: request.body, as: UTF8.self)),
      "status": .integer(Int64(response.status)),
      "response": .string(String(decoding: response.body, as: UTF8.self)),
    ]
  }
}
