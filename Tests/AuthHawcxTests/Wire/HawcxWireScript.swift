import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing
import WireSamples

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(CryptoKit)
  import CryptoKit
#endif

/// A server that fills in the samples' responses with values, sends them, and records the requests.
struct HawcxWireScript {
  static let project = "5b0d4f0e-1c1b-4b5e-9d0f-0a1b2c3d4e5f"
  static let session = "auth_0123456789abcdef0123456789abcdef"
  static let keyID: JSONValue = "89abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567"
  static let hostedSession = Base64URL.encode([UInt8](repeating: 9, count: 32))

  let transport: ScriptedTransport
  let clock = ManualClock()

  /// - Parameters:
  ///   - answers: Returns the response to a request. The first argument is the index of the request, from 0.
  ///   - status: The HTTP status of every response.
  init(_ answers: @escaping @Sendable (Int, TransportRequest) throws(AuthError) -> JSONValue, status: Int = 200) {
    let count = Locked(0)
    transport = ScriptedTransport { (request) throws(AuthError) in
      let index = count.withLock { count in
        count += 1
        return count - 1
      }
      return TransportResponse(
        status: status, headers: ["Content-Type": "application/json"],
        body: try answers(index, request).serialized)
    }
  }

  func client() throws -> AuthClient {
    let configuration = try AuthConfiguration([
      "provider": "hawcx",
      "providers": [
        "hawcx": [
          "type": "hawcx", "baseURL": "https://t.example", "configId": "0123456789abcdef0123456789abcdef",
          "clientId": .string(Self.project), "methodSelection": "automatic", "device": ["enrollment": true],
        ]
      ],
    ])
    return try AuthClient(
      configuration: configuration, plugins: [.hawcx],
      services: ClientServices(
        provider: ProviderServices(
          transport: transport, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: clock),
        sessionStore: MemorySessionStore()))
  }

  /// Starts a sign-in like the captured one.
  func signIn(_ auth: AuthClient) -> AuthFlow {
    var request = FlowRequest(identifier: "evaluation.person.01@hawcx.com", exchange: false)
    request.profile.hawcxHostedSession = Self.hostedSession
    return auth.start(request)
  }

  /// The responses of the captured sign-in: code, enrolment and proof.
  static func enrolment() throws -> @Sendable (Int, TransportRequest) throws(AuthError) -> JSONValue {
    let shapes = try ["HS1", "HS2", "HS3", "HS4"].map { id in
      WireShape(try #require(try WireSample.named(id).responseBody))
    }
    return { (index, request) throws(AuthError) in
      var values: [String: JSONValue] = ["session": .string(session)]
      switch index {
      case 0:
        values["step.codeExpiresAt"] = "2036-01-01T00:05:00.000000Z"
        values["step.resendAt"] = "2026-01-01T00:00:30.000000Z"
        values["meta.expiresAt"] = "2036-01-01T00:15:00.000000Z"
      case 1: values["step.domain"] = .string(project)
      case 2:
        values["step.domain"] = .string(project)
        values["step.keyId"] = keyID
        values["step.combinedsalt"] = .string(Base64.encode(salt(in: request)))
        values["step.challenge"] = .string(Base64.encode([UInt8](repeating: 5, count: 32)))
      default: break
      }
      return shapes[min(index, 3)].filled(values)
    }
  }

  /// The salt that the server finds in the received keyset.
  private static func salt(in request: TransportRequest) -> [UInt8] {
    do {
      let action = try JSONValue(parsing: request.body ?? [])["action"]
      let keyset = Base64.decode(action?["keyset"]?.stringValue ?? "") ?? []
      let key = SymmetricKey(data: Base64.decode(action?["sk2"]?.stringValue ?? "") ?? [])
      return Array(try AES.GCM.open(AES.GCM.SealedBox(combined: keyset), using: key)).suffix(60)
    } catch {
      return []
    }
  }

  /// Compares the method, path, headers, members and length of a request with the sample's.
  static func compare(
    _ request: TransportRequest, _ sample: WireSample, free: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(request.method == sample.method, "\(sample)", sourceLocation: sourceLocation)
    #expect(request.url.path == sample.path, "\(sample)", sourceLocation: sourceLocation)
    for (name, value) in sample.requestHeaders {
      let given = try #require(request.headers[name], "\(sample.id): \(name)", sourceLocation: sourceLocation)
      let isOurs = ["x-hawcx-sdk", "x-hawcx-sdk-version", "x-hawcx-platform", "x-os"].contains(name.lowercased())
      let why = isOurs ? (given.isEmpty ? "is empty" : nil) : Self.mismatch(given, value)
      #expect(why == nil, "\(sample.id): \(name)", sourceLocation: sourceLocation)
    }
    if let shape = sample.requestBody, shape.objectValue != nil {
      let mismatches = WireShape(shape, free: free).mismatches(try body(of: request))
      #expect(mismatches.isEmpty, "\(sample)", sourceLocation: sourceLocation)
    }
    // Some members of the captured start are unknown, so its length cannot be compared (H20).
    if let length = sample.requestContentLength, sample.id != "HS1" {
      #expect((request.body ?? []).count == length, "\(sample)", sourceLocation: sourceLocation)
    }
  }

  /// The difference between a header's value and the sample's, which is a text, a placeholder, or a scheme before a
  /// placeholder (`Bearer <JWT …>`); nil if the value fits.
  private static func mismatch(_ given: String, _ value: String) -> String? {
    guard let start = value.firstIndex(of: "<") else { return given == value ? nil : "is \(given)" }
    guard given.hasPrefix(value[..<start]) else { return "does not begin with \(value[..<start])" }
    let rest = given.dropFirst(value[..<start].count)
    return PlaceholderForm(String(value[start...])).mismatch(.string(String(rest)))
  }

  /// The request's body: JSON, or the fields of a form as an object of texts.
  private static func body(of request: TransportRequest) throws -> JSONValue {
    let bytes = request.body ?? []
    guard request.headers["Content-Type"] == "application/x-www-form-urlencoded" else {
      return try JSONValue(parsing: bytes)
    }
    let fields = try #require(PercentEncoding.decodeForm(String(decoding: bytes, as: UTF8.self)))
    return .object(JSONObject(fields.map { ($0.name, .string($0.value)) }))
  }
}
