import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The requests for passkeys, without the quirks of the vendor's own SDK.
@Suite struct PasskeyWireTests {
  /// Records the requests to the vendor.
  private struct Recorder: HTTPTransport {
    final class Tape: Sendable { let requests = Locked<[TransportRequest]>([]) }
    let next: any HTTPTransport
    let tape: Tape

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      tape.requests.withLock { $0.append(request) }
      return try await next.send(request)
    }
  }

  private let tape = Recorder.Tape()

  private func device(_ change: JSONObject = [:]) throws -> Device {
    try Device(changing: change, passkeys: WatchedAuthenticator()) { [tape] in Recorder(next: $0, tape: tape) }
  }

  /// The bodies of the requests to paths with this suffix.
  private func bodies(_ path: String) throws -> [JSONValue] {
    try tape.requests.withLock { $0.filter { $0.url.path.hasSuffix(path) } }.map {
      try JSONValue(parsing: $0.body ?? [])
    }
  }

  private func authorizations(_ path: String) -> [String?] {
    tape.requests.withLock { $0.filter { $0.url.path.hasSuffix(path) } }.map { $0.headers["Authorization"] }
  }

  @Test func sendsNoQuirks() async throws {
    let device = try device(["deviceId": "phone-1"])
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    _ = try await device.client.start(signUp).result()
    _ = try await device.client.start(FlowRequest(method: .passkey)).result()
    let registration = try #require(try bodies("user-authenticators/passkey").first)
    let assertion = try #require(try bodies("verify/passkey").first)
    for (body, credential, blobs) in [
      (registration, "registrationCredential", ["clientDataJSON", "attestationObject"]),
      (assertion, "authenticationCredential", ["clientDataJSON", "authenticatorData", "signature", "userHandle"]),
    ] {
      #expect(body["deviceId"] == "phone-1" && body["challengeId"]?.stringValue != nil)
      let sent = try #require(body[credential])
      #expect(sent["id"] == sent["rawId"] && sent["type"] == "public-key")
      #expect(sent["clientExtensionResults"]?.objectValue != nil && sent["authenticatorAttachment"] != "cross-platform")
      for blob in blobs + ["id"] {
        let text = try #require((blob == "id" ? sent[blob] : sent["response"]?[blob])?.stringValue)
        // Every binary member is base64url without padding.
        #expect(Base64URL.decode(text) != nil && !text.contains("="), "\(blob)")
      }
    }
    #expect(registration["registrationCredential"]?["response"]?["transports"] == ["internal"])
    // The user handle is the bytes that `user.id` encodes, in the sandbox a SHA-256 hash.
    let handle = assertion["authenticationCredential"]?["response"]?["userHandle"]?.stringValue
    #expect(handle.flatMap { Base64URL.decode($0) }?.count == 32)
    // The anonymous caller uses Basic authentication as RFC 7617 requires, and requests the challenge first.
    let basic = "Basic " + Base64.encode(Array((try device.provider().tenant + ":").utf8))
    #expect(authorizations("client/challenge") == [basic] && authorizations("verify/passkey") == [basic])
    #expect(try bodies("passkey/authentication-options").first?["challengeId"]?.stringValue != nil)
  }

  @Test("A35: a given action takes precedence over a token for passkeys; a step-up is for its token's user")
  func bindsASignInToItsAction() async throws {
    let device = try device()
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    _ = try await device.client.start(signUp).result()
    let token = try device.track()
    let basic = "Basic " + Base64.encode(Array((try device.provider().tenant + ":").utf8))
    guard
      case .session(let session, isNewUser: false) = try await device.client.start(
        FlowRequest(method: .passkey, token: token)
      ).result()
    else { return #expect(Bool(false), "no session") }
    #expect(session.identifier == "jane@example.com")
    #expect(authorizations("client/challenge").last == basic)
    #expect(authorizations("passkey/authentication-options").last == basic)
    #expect(authorizations("verify/passkey").last == basic)
    let pay = try device.track(action: "pay")
    let stepUp = FlowRequest(purpose: .stepUp(action: "pay"), method: .passkey, token: pay)
    _ = try await device.client.start(stepUp).result()
    #expect(authorizations("passkey/authentication-options").last == "Bearer " + pay.revealText())
    #expect(authorizations("verify/passkey").last == "Bearer " + pay.revealText())
    // With another user's token there is no passkey, because that user has none on this device.
    let other = FlowRequest(
      purpose: .stepUp(action: "pay"), method: .passkey, token: try device.track("bob@example.com", action: "pay"))
    #expect(await device.client.start(other).failure()?.code == .noCredential)
  }

  @Test func keepsTheDeviceID() async throws {
    let device = try device()
    let passkeys = try device.provider().passkeys
    let name = try await passkeys.deviceID()
    #expect(!name.isEmpty)
    #expect(try await passkeys.deviceID() == name)
    #expect(try await self.device(["deviceId": "d"]).provider().passkeys.deviceID() == "d")
  }
}
