import AuthCore
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// Handles `start` with device credentials: responds with a challenge for a known device, otherwise with a failure.
  mutating func checkDevice(
    _ credentials: JSONObject, _ flow: inout HawcxFlow, world: SandboxWorld
  ) -> HawcxOutcome {
    flow.stage = .deviceCheck
    switch Self.device(credentials, world: world) {
    case .failure(.malformed(let name)):
      return .failure(.validation("action.deviceCredentials." + name, "has the wrong format or length"))
    case .success(let presented):
      guard let known = users[flow.address]?.devices[presented.hashIndex], known.isActive,
        known.isSame(as: presented)
      else { return .failure(.device("device_not_found")) }
      return .step(
        .deviceChallenge(
          HawcxDeviceChallenge(
            known, domain: project.clientID, isEnrollment: false, now: world.now, random: world.random)))
    }
  }

  /// Handles `request_challenge`: responds with a challenge for the device that is being enrolled.
  func challengeDevice(_ action: HawcxAction, world: SandboxWorld) -> HawcxOutcome {
    var credentials = JSONObject()
    for name in ["keyset", "hindex", "sk2"] { credentials[name] = action.value(name) }
    switch Self.device(credentials, world: world) {
    case .failure(.malformed(let name)):
      return .failure(.validation("action." + name, "has the wrong format or length"))
    case .success(let device):
      return .step(
        .deviceChallenge(
          HawcxDeviceChallenge(
            device, domain: project.clientID, isEnrollment: true, now: world.now, random: world.random)))
    }
  }

  private static func device(
    _ credentials: JSONObject, world: SandboxWorld
  ) -> Result<HawcxDevice, HawcxDevice.Fault> {
    do throws(HawcxDevice.Fault) {
      return .success(
        try HawcxDevice(
          keyset: credentials["keyset"]?.stringValue ?? "", hashIndex: credentials["hindex"]?.stringValue ?? "",
          secret: credentials["sk2"]?.stringValue ?? "", arrangement: world.hawcxPolicy.deviceArrangement))
    } catch {
      return .failure(error)
    }
  }

  /// Handles `submit_signature`: a valid signature makes the device trusted. An invalid or late one ends the flow; a
  /// malformed `signature` or `mapp` does not.
  mutating func finishDevice(
    _ challenge: HawcxDeviceChallenge, _ action: HawcxAction, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    if let failure = proofFailure(challenge, action, world) { return .failure(failure) }
    flow.isDeviceTrusted = true
    if challenge.isEnrollment {
      var device = challenge.device
      device.isActive = true
      users[flow.address]?.devices[device.hashIndex] = device
      return complete(flow, world: world)
    }
    flow.stage = .primary
    guard world.hawcxPolicy.skipsPrimaryOnTrustedDevice else { return primary(flow, world: &world) }
    return secondFactor(&flow, world: &world)
  }

  /// Why a device's proof is refused; nil for a valid proof.
  func proofFailure(
    _ challenge: HawcxDeviceChallenge, _ action: HawcxAction, _ world: SandboxWorld
  ) -> HawcxFailure? {
    guard let signature = action.text("signature").flatMap({ Base64.decode($0) }), signature.count == 64 else {
      return .validation("action.signature", "has the wrong format or length")
    }
    guard let given = action.text("mapp").flatMap({ Base64.decode($0) }) else {
      return .validation("action.mapp", "is not base64")
    }
    guard challenge.device.publicKey != nil else { return .device("decryption_failed") }
    guard world.now < challenge.expires else { return .device("invalid_challenge") }
    let arrangement = world.hawcxPolicy.deviceArrangement
    let message = arrangement.message(challenge: challenge.challenge, domain: challenge.domain)
    guard let keyID = action.text("keyId"), ConstantTime.equal(keyID, challenge.device.keyID),
      ConstantTime.equal(given, message)
    else { return .device("info_mismatch") }
    guard challenge.device.verifies(signature, of: arrangement.signed(message)) else {
      return .device("invalid_signature")
    }
    return nil
  }
}
