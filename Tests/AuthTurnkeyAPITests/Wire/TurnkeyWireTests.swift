import AuthCore
import AuthCrypto
import AuthTesting
import AuthTurnkeyAPI
import Testing
import WireSamples

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Each sample of a call that the client makes: the request equals the sample's, and the sample's response gives the
/// right result.
@Suite struct TurnkeyWireTests {
  /// The test of a sample.
  struct Row: Sendable {
    let id: String
    /// Paths of the request whose values are the sample's own.
    let free: Set<String>
    /// Members of the request that must equal the sample's exactly, where a shape accepts another value.
    let exact: [String]
    let run: @Sendable @MainActor (WireApp) async throws -> Void

    init(
      _ id: String, free: Set<String> = [], exact: [String] = [],
      _ run: @escaping @Sendable @MainActor (WireApp) async throws -> Void
    ) {
      self.id = id
      self.free = free
      self.exact = exact
      self.run = run
    }
  }

  @Test func tableHasEverySampleOfTheClientsCalls() throws {
    let wanted = try WireSample.all("turnkey").filter { $0.use == .twice }.map(\.id)
    #expect(Self.rows.map(\.id).sorted() == wanted.sorted())
    #expect(wanted.count == 30)
  }

  @Test(arguments: rows.map(\.id))
  func requestAndResultMatchTheSample(_ id: String) async throws {
    let row = try #require(Self.rows.first { $0.id == id })
    let sample = try WireSample.named(id)
    let app = try await WireApp(sample)
    try await row.run(app)
    let request = await app.request
    try check(try #require(request, "\(id): no such request was made"), sample, row)
  }

  private func check(_ request: TransportRequest, _ sample: WireSample, _ row: Row) throws {
    #expect(request.method == sample.method, "\(sample)")
    for (name, form) in sample.requestHeaders {
      let value = try #require(request.headers[name], "\(sample): no \(name)")
      switch name {
      case "Content-Type": #expect(value == form, "\(sample)")
      case "X-Stamp", "X-Stamp-Attested": try checkStamp(value, form, request.body ?? [], sample)
      case "X-Stamp-WebAuthn":
        #expect(
          Set(try #require(try JSONValue(parsing: value).objectValue).names)
            == ["credentialId", "authenticatorData", "clientDataJson", "signature"], "\(sample)")
      default: #expect(!value.isEmpty, "\(sample)")
      }
    }
    let wanted = try #require(sample.requestBody)
    let body = try JSONValue(parsing: request.body ?? [])
    #expect(WireShape(wanted, free: row.free).mismatches(body) == [], "\(sample)")
    for name in row.exact {
      let text = try #require(wanted[name])
      #expect(body[name] == text, "\(sample): \(name)")
    }
  }

  /// The members that the sample names, and a P-256 signature over the exact body.
  private func checkStamp(_ value: String, _ form: String, _ body: [UInt8], _ sample: WireSample) throws {
    let stamp = try JSONValue(parsing: try #require(Base64URL.decode(value), "\(sample)"))
    let names = try #require(stamp.objectValue).names
    #expect(Set(names).isSubset(of: ["publicKeyAttestation", "publicKey", "scheme", "signature"]))
    for name in names { #expect(form.contains(name), "\(sample): \(name)") }
    let scheme = try stamp.text("scheme")
    if form.contains("SIGNATURE_SCHEME") { #expect(form.contains(scheme), "\(sample): \(scheme)") }
    guard !scheme.contains("SECP256K1") else { return }
    let key = try P256.Signing.PublicKey(compressedRepresentation: try stamp.bytes("publicKey"))
    #expect(
      try key.isValidSignature(P256.Signing.ECDSASignature(derRepresentation: stamp.bytes("signature")), for: body))
  }
}
