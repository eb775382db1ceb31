import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension HawcxVendor {
  /// `start`: a flow of its own. Nothing that happens before a code was entered tells whether the user is known.
  mutating func start(
    _ action: HawcxAction, _ request: SandboxRequest, world: inout SandboxWorld
  ) -> SandboxResponse {
    let policy = world.hawcxPolicy
    let address = action.text("identifier").flatMap { HawcxAddress($0) }
    var flow = makeFlow(action, address, domain: domain(of: request, world: world), world: world)
    if action.text("flow_type").flatMap(HawcxFlow.Purpose.init(rawValue:)) == nil {
      return refuse(.malformedRequest, flow, world: world)
    }
    guard address != nil else { return refuse(.invalidIdentifier, flow, world: world) }
    if let challenge = action.text("code_challenge"), Base64URL.decode(challenge)?.count != 32 {
      return refuse(.malformedRequest, flow, world: world)
    }
    if let device = action.value("device"), !Self.isInformation(device) {
      return refuse(.malformedRequest, flow, world: world)
    }
    if let token = action.text("start_token") {
      switch project.change(token, for: flow, unixTime: world.unixTime) {
      case .success(let change):
        flow.startedFor = change
        flow.openChange = change
      case .failure(let refused): return refuse(refused.failure, flow, world: world)
      }
    }
    if let wanted = policy.inviteCode, let given = flow.inviteCode, !ConstantTime.equal(given, wanted) {
      return refuse(.invalidInviteCode, flow, world: world)
    }
    if let credentials = action.value("device_credentials")?.objectValue {
      return answer(checkDevice(credentials, &flow, world: world), flow, world: world)
    }
    return answer(primary(flow, world: &world), flow, world: world)
  }

  /// Whether a device is told about in the protocol's form: version, fingerprint, signals.
  private static func isInformation(_ device: JSONValue) -> Bool {
    let fingerprint = device["fingerprint"]?.stringValue.flatMap { Base64URL.decode($0) }
    return device["v"]?.integerValue == 1 && fingerprint?.count == 32
      && (device["signals"].map { $0.objectValue != nil } ?? true)
  }

  /// Answers and keeps nothing: the flow has not begun.
  private mutating func refuse(
    _ failure: HawcxFailure, _ flow: HawcxFlow, world: SandboxWorld
  ) -> SandboxResponse {
    let response = answer(.failure(failure), flow, world: world)
    flows[flow.id] = nil
    return response
  }

  private func makeFlow(
    _ action: HawcxAction, _ address: HawcxAddress?, domain: String, world: SandboxWorld
  ) -> HawcxFlow {
    // Where the client leaves PKCE to the server, the verifier comes back with the code: every code is bound to one.
    let verifier = action.text("code_challenge") == nil ? world.random.token(byteCount: 32) : nil
    let challenge = verifier.map { Base64URL.encode(SHA256.hash(data: Array($0.utf8))) }
    return HawcxFlow(
      id: "auth_" + world.random.token(byteCount: 16), traceID: "trc_" + world.random.token(byteCount: 12),
      purpose: action.text("flow_type").flatMap(HawcxFlow.Purpose.init(rawValue:)) ?? .signIn,
      address: address ?? .email(""), codeChallenge: challenge ?? action.text("code_challenge") ?? "",
      codeVerifier: verifier, expires: world.now.addingTimeInterval(HawcxFlow.lifetime), domain: domain,
      inviteCode: action.text("invite_code"))
  }

  /// The relying party, or else the base URL's host.
  private func domain(of request: SandboxRequest, world: SandboxWorld) -> String {
    request.headers["X-Relying-Party"] ?? Origin(world.baseURL)?.host ?? "localhost"
  }

  /// The first proof: the method at once where there is one, else a choice.
  func primaryMethods(_ flow: HawcxFlow, world: SandboxWorld) -> [HawcxMethod] {
    world.hawcxPolicy.primaryMethods.filter { $0 != .totp }
  }

  mutating func primary(_ flow: HawcxFlow, world: inout SandboxWorld) -> HawcxOutcome {
    let methods = primaryMethods(flow, world: world)
    if methods.count == 1 { return begin(methods[0], flow, world: &world) }
    return .step(.selectMethod(methods, phase: "primary"))
  }
}
