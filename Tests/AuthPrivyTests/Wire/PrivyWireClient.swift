import AuthCore
import AuthStorage
import AuthTesting
import Testing
import WireSamples

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Our client, with a transport that returns a sample's response to every request.
struct PrivyWireClient {
  let transport: ScriptedTransport
  let provider: PrivyProvider

  var api: PrivyAPI { provider.api }

  /// A bearer token that no response depends on.
  let bearer = Secret("a.b.c")
  let mfaToken = Secret("m.f.a")

  /// - Parameter values: the values for the response's placeholders.
  init(_ sample: WireSample, _ changes: JSONObject = [:], answering values: [String: JSONValue] = [:]) throws {
    var values = values
    // Every session token has an expiry.
    if case .string(let text)? = sample.responseBody?["token"], text.contains("jwt") {
      values["token"] = values["token"] ?? .string(Self.token)
    }
    if sample.responseBody?["options"]?["challenge"] != nil { values["options.challenge"] = Self.challenge }
    let body = sample.responseBody.map { WireShape($0).filled(values) }
    let response = TransportResponse(
      status: sample.status ?? 200,
      headers: ["Content-Type": "application/json", "Set-Cookie": "privy-refresh-token=cookie; Path=/; HttpOnly"],
      body: body?.serialized ?? [])
    try self.init(changes) { _ throws(AuthError) in response }
  }

  init(
    _ changes: JSONObject = [:], passkeys: (any PasskeyAuthenticator)? = nil,
    handler: @escaping ScriptedTransport.Handler
  ) throws {
    transport = ScriptedTransport(handler)
    var block: JSONObject = [
      "appId": .string("c" + String(repeating: "a", count: 24)),
      "appClientId": .string("client-" + String(repeating: "b", count: 46)),
      "nativeAppIdentifier": "com.example.app", "relyingParty": "https://example.com",
      "wallet": ["domain": "example.com"],
      "redirectURL": "exampleapp://oauth", "oauth": ["google", "apple"], "guests": true,
    ]
    for member in changes.members {
      block[member.name] = member.value.isNull ? Optional<JSONValue>.none : member.value
    }
    var reader = ConfigurationReader(block, path: "$.providers.privy", sources: ConfigurationSources())
    let configuration = try PrivyConfiguration(reading: &reader)
    try reader.finish()
    var services = ProviderServices(
      transport: transport, keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: ManualClock())
    services.passkeys = passkeys
    provider = try PrivyProvider(id: "privy", configuration: configuration, services: services)
  }

  /// 32 bytes.
  static let challenge = JSONValue.string(String(repeating: "A", count: 43))

  /// A token that expires in the year 2100.
  static let token =
    Base64URL.encode(Array("{}".utf8)) + "." + Base64URL.encode(Array(#"{"exp":4102444800}"#.utf8)) + ".c2ln"

  /// A session of the samples' user.
  func session(refresh: String? = "refresh") -> Session {
    var session = Session(
      id: SessionID("s"), providerID: "privy", tenant: provider.tenant, subject: "0123456789abcdef",
      tokens: SessionTokens(access: bearer, refresh: refresh.map { Secret($0) }),
      createdAt: Date(timeIntervalSince1970: 0), expiresAt: Date(timeIntervalSince1970: 4_102_444_800))
    session.tokens.other["privy_access_token"] = Secret("p.a.t")
    return session
  }

  /// The differences between the last request and the sample's.
  func differences(from sample: WireSample, free: Set<String> = []) -> [String] {
    guard let request = transport.requests.last else { return ["no request"] }
    var found: [String] = []
    if request.method != sample.method { found.append("method \(request.method)") }
    if !Self.fits(request.url.path, sample.path) { found.append("path \(request.url.path)") }
    for (name, shape) in sample.requestHeaders where shape != "" {
      // Only browsers send these fields, and only requests with a body have a content type.
      if ["origin", "referer"].contains(name.lowercased()) { continue }
      if name.lowercased() == "content-type", request.method == "GET" { continue }
      if shape.contains("optional") { continue }
      guard let value = request.headers[name] else {
        found.append("no header \(name)")
        continue
      }
      switch name.lowercased() {
      // The sample has another client's name, so only the form of the value is compared.
      case "privy-client":
        if value.split(separator: ":").count != 2 { found.append("header \(name)") }
      case "privy-app-id": if value.utf8.count != 25 { found.append("header \(name)") }
      case "privy-ca-id": if value.utf8.count != 36 { found.append("header \(name)") }
      case "authorization": if !value.hasPrefix("Bearer ") { found.append("header \(name)") }
      case "privy-idempotency-key": if value.utf8.count != 64 { found.append("header \(name)") }
      default: if !shape.contains("<"), value.lowercased() != shape.lowercased() { found.append("header \(name)") }
      }
    }
    switch (sample.requestBody, request.body) {
    case (nil, nil): break
    case (let shape?, let bytes?):
      guard let body = try? JSONValue(parsing: bytes) else { return found + ["the body is not JSON"] }
      found += WireShape(shape, free: free).mismatches(body)
    default: found.append("body")
    }
    return found
  }

  private static func fits(_ path: String, _ shape: String) -> Bool {
    let (given, wanted) = (path.split(separator: "/"), shape.split(separator: "/"))
    if shape.hasSuffix("<any>") { return given.starts(with: wanted.dropLast()) }
    return given.count == wanted.count && zip(given, wanted).allSatisfy { $0 == $1 || $1.hasPrefix("<") }
  }
}

/// The error that `body` throws.
func thrown<Value>(_ body: () async throws(AuthError) -> Value) async -> AuthError? {
  do throws(AuthError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}
