import AuthCore
import AuthTesting
import Testing
import WireSamples

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The exchange of one sample: a server that sends the sample's response, and our client's API, whose requests are
/// recorded.
struct AuthsignalWireScript {
  static let tenant = "tenant-1"

  let sample: WireSample
  let answer: JSONValue
  let transport: ScriptedTransport
  let api: AuthsignalAPI

  /// - Parameters:
  ///   - sample: The sample.
  ///   - values: Values at paths of the response, which replace the generated values.
  init(_ sample: WireSample, _ values: [String: JSONValue] = [:]) throws {
    self.sample = sample
    let answer = sample.responseBody.map { WireShape($0).filled(values) } ?? [:]
    self.answer = answer
    let transport = ScriptedTransport { (_) throws(AuthError) in
      TransportResponse.json(answer, status: sample.status ?? 400)
    }
    self.transport = transport
    api = AuthsignalAPI(
      baseURL: try #require(URL(string: "https://api.authsignal.com/v1")), tenantID: Self.tenant,
      transport: transport, clock: ManualClock())
  }

  static func token() throws -> ActionToken { try #require(ActionToken(Secret("aGVhZA.Ym9keQ.c2ln"))) }

  /// The differences between the one request that was made and the sample's.
  func mismatches() throws -> [String] {
    let made = transport.requests
    guard made.count == 1, let request = made.first else { return ["\(made.count) requests were made"] }
    var found: [String] = []
    func check(_ holds: Bool, _ what: String) { if !holds { found.append("\(sample.id): \(what)") } }
    check(request.method == sample.method, "method \(request.method)")
    check(request.url.path == sample.path, "path \(request.url.path)")
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let wanted = sample.json["requestQuery"]?.objectValue ?? [:]
    check(items.map(\.name) == wanted.members.map(\.name), "query \(items.map(\.name))")
    for item in items {
      guard let shape = wanted[item.name] else { continue }
      found += WireShape([item.name: shape]).mismatches([item.name: .string(item.value ?? "")])
    }
    if let shape = sample.requestBody {
      found += WireShape(shape).mismatches(try JSONValue(parsing: request.body ?? [])).map { "\(sample.id): \($0)" }
    } else {
      check(request.body == nil, "a body")
    }
    let isTenant = "Basic " + Base64.encode(Array((Self.tenant + ":").utf8))
    for (name, value) in sample.requestHeaders {
      let sent = request.headers[name]
      switch name {
      case "Authorization":
        // A sample can allow both schemes. Then either is accepted.
        let fits = try value.hasPrefix("Bearer") ? sent == Self.token().authorization : sent == isTenant
        let bearer = try Self.token().authorization
        let other = value.contains("or Bearer") && sent == bearer
        check(fits || other, "authorization")
      case "X-Authsignal-Tenant-ID": check(sent == Self.tenant, name)
      case "User-Agent": check(sent?.hasPrefix("Mozilla/5.0 (") == true, "user agent \(sent ?? "")")
      case "Content-Type": check(sent == value, "content type")
      default: check(sent?.isEmpty == false, name)
      }
    }
    for name in ["Content-Type", "X-Authsignal-Signature"] where sample.requestHeaders[name] == nil {
      check(request.headers[name] == nil, "\(name) was sent")
    }
    return found
  }
}
