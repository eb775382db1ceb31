import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension HawcxVendor {
  /// Handles `start`: begins a flow. Until the user has verified the address, no response reveals whether the user is
  /// known.
  mutating func start(_ action: HawcxAction, world: inout SandboxWorld) -> SandboxResponse {
    let policy = world.hawcxPolicy
    let address = action.text("identifier").flatMap { HawcxAddress($0, takesUserNames: policy.takesUserNames) }
    var flow = makeFlow(action, address, world: world)
    if action.text("flowType").flatMap(HawcxFlow.Purpose.init(rawValue:)) == nil {
      return refuse(.validation("action.flowType", "is not known"), flow, world: world)
    }
    guard address != nil else { return refuse(.invalidIdentifier, flow, world: world) }
    if let challenge = action.text("codeChallenge"), Base64URL.decode(challenge)?.count != 32 {
      return refuse(.validation("action.codeChallenge", "is not an S256 challenge"), flow, world: world)
    }
    if let device = action.value("device"), !device.isNull, !Self.isInformation(device) {
      return refuse(.validation("action.device", "has the wrong format"), flow, world: world)
    }
    if let session = action.text("opSessionId"), hostedSessions[session].map({ world.now < $0.request.expires }) != true
    {
      return refuse(.validation("action.opSessionId", "does not name a sign-in in progress"), flow, world: world)
    }
    if let token = action.text("startToken") {
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
    if let credentials = action.value("deviceCredentials")?.objectValue {
      return answer(checkDevice(credentials, &flow, world: world), flow, world: world)
    }
    return answer(primary(flow, world: &world), flow, world: world)
  }

  /// Whether a device's description has the form of the protocol: version 1, a fingerprint of 32 bytes in base64url,
  /// and, if present, an object of signals.
  private static func isInformation(_ device: JSONValue) -> Bool {
    let fingerprint = device["fingerprint"]?.stringValue.flatMap { Base64URL.decode($0) }
    return device["v"]?.integerValue == 1 && fingerprint?.count == 32
      && (device["signals"].map { $0.objectValue != nil } ?? true)
  }

  /// Responds with a failure, and does not keep the flow, which has not begun.
  private mutating func refuse(
    _ failure: HawcxFailure, _ flow: HawcxFlow, world: SandboxWorld
  ) -> SandboxResponse {
    let response = answer(.failure(failure), flow, world: world)
    flows[flow.id] = nil
    return response
  }

  private func makeFlow(
    _ action: HawcxAction, _ address: HawcxAddress?, world: SandboxWorld
  ) -> HawcxFlow {
    // Every code is bound to a verifier. If the client leaves PKCE to the server, the response with the code has the
    // verifier.
    let verifier = action.text("codeChallenge") == nil ? world.random.token(byteCount: 32) : nil
    let challenge = verifier.map { Base64URL.encode(SHA256.hash(data: Array($0.utf8))) }
    return HawcxFlow(
      id: "auth_" + Hex.encode(world.random.bytes(16)),
      purpose: action.text("flowType").flatMap(HawcxFlow.Purpose.init(rawValue:)) ?? .signIn,
      address: address ?? .email(""), codeChallenge: challenge ?? action.text("codeChallenge") ?? "",
      codeVerifier: verifier, hostedSession: action.text("opSessionId"),
      expires: world.now.addingTimeInterval(HawcxFlow.lifetime), inviteCode: action.text("inviteCode"))
  }

  /// The methods that are offered for the first factor: those of the policy, except an authenticator app, which is only
  /// a second factor.
  func primaryMethods(_ flow: HawcxFlow, world: SandboxWorld) -> [HawcxMethod] {
    world.hawcxPolicy.primaryMethods.filter { $0 != .totp }
  }

  /// The first step of the first factor: the step of the method if there is only one, otherwise the selection of a
  /// method.
  mutating func primary(_ flow: HawcxFlow, world: inout SandboxWorld) -> HawcxOutcome {
    let methods = primaryMethods(flow, world: world)
    if methods.count == 1 { return begin(methods[0], flow, world: &world) }
    return .step(.selectMethod(methods, phase: "primary"))
  }
}
