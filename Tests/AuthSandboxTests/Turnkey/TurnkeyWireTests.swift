import AuthCore
import AuthCrypto
import AuthSandbox
import Testing
import WireSamples

@testable import AuthSandboxKit
@testable import AuthSandboxTurnkey

/// Checks each sample of the vendor's API: for the sample's request with live values, the sandbox's response has the
/// sample's status and shape.
@Suite struct TurnkeyWireTests {
  /// The sample's request, and the texts of the response that equal the sample's.
  struct Row: Sendable {
    let id: String
    let free: Set<String>
    let send: @Sendable (WireSample, TurnkeyCaller) throws -> SandboxResponse

    init(
      _ id: String, free: Set<String> = [],
      _ send: @escaping @Sendable (WireSample, TurnkeyCaller) throws -> SandboxResponse
    ) {
      self.id = id
      self.free = free
      self.send = send
    }
  }

  @Test func tableHasEverySampleThatTheSandboxServes() throws {
    let wanted = try WireSample.all("turnkey").filter { $0.use != .unused }.map(\.id)
    #expect(Self.rows.map(\.id).sorted() == wanted.sorted())
  }

  @Test(arguments: rows.map(\.id))
  func responseMatchesTheSample(_ id: String) throws {
    let row = try #require(Self.rows.first { $0.id == id })
    let sample = try WireSample.named(id)
    let caller = try TurnkeyCaller()
    let answer = try row.send(sample, caller)
    #expect(answer.status == sample.status, "\(sample): \(String(decoding: answer.body, as: UTF8.self))")
    let shape = try #require(sample.responseBody)
    if case .string(let kind) = shape {
      #expect(answer.headers["Content-Type"]?.hasPrefix(kind.contains("HTML") ? "text/html" : "text/plain") == true)
      #expect((try? JSONValue(parsing: answer.body)) == nil, "\(sample)")
      return
    }
    #expect(WireShape(shape, free: row.free).mismatches(answer.json) == [], "\(sample)")
    // If the sample's text is cut off or contains placeholders, the response's text has to begin in the same way.
    if let text = shape["message"]?.stringValue {
      let start = String(text.prefix { $0 != "<" && $0 != "…" }).trimmingBlanks
      #expect(answer.json["message"]?.stringValue?.hasPrefix(start) == true, "\(sample)")
    }
    // `WireShape` does not compare the lengths of lists, so the number of details is checked here.
    if let details = shape["details"]?.arrayValue {
      #expect(answer.json["details"]?.arrayValue?.count == details.count, "\(sample)")
    }
  }
}

extension WireSample {
  /// The last part of the path. A sample for any query (`<any>`) is tested with `whoami`.
  var call: String { path.split(separator: "/").last.map { $0 == "<any>" ? "whoami" : String($0) } ?? "" }

  /// The request's body.
  func body(_ values: [String: JSONValue] = [:]) -> JSONValue { WireShape(requestBody ?? [:]).filled(values) }
}

extension TurnkeyCaller {
  /// Sends the sample's request to the auth proxy.
  func proxy(_ sample: WireSample, _ values: [String: JSONValue] = [:]) -> SandboxResponse {
    proxy(sample.call, sample.body(values))
  }

  /// Sends the sample's request to the API.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - values: Live values at paths of the body.
  ///   - organization: The organisation that the body names.
  ///   - header: The name of the stamp's header.
  ///   - others: Further headers.
  ///   - stamp: Makes the stamp over the body.
  func api(
    _ sample: WireSample, _ values: [String: JSONValue], organization: String, header: String = "X-Stamp",
    with others: HTTPHeaders = [:], _ stamp: ([UInt8]) throws -> String
  ) throws -> SandboxResponse {
    var values = values
    values["organizationId"] = .string(organization)
    if sample.requestBody?["timestampMs"] != nil { values["timestampMs"] = .string(String(try now() * 1000)) }
    let body = sample.body(values)
    let kind = sample.path.contains("/submit/") ? "submit/" : "query/"
    var headers = others
    headers[header] = try stamp(body.serialized)
    return sandbox.post("/turnkey/public/v1/" + kind + sample.call, body, headers: headers)
  }
}
