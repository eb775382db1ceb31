import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// `start` with device credentials: a challenge where the device is known, unknown otherwise.
  mutating func checkDevice(
    _ credentials: JSONObject, _ flow: inout HawcxFlow, world: SandboxWorld
  ) -> HawcxOutcome {
    flow.stage = .deviceCheck
    guard let keyset = credentials["keyset"]?.stringValue, let index = credentials["hindex"]?.stringValue,
      let secret = credentials["sk2"]?.stringValue,
      let presented = HawcxDevice(keyset: keyset, hashIndex: index, secret: secret),
      let known = users[flow.address]?.devices[index], known.isActive, known.isSame(as: presented)
    else { return .failure(.device("device_not_found")) }
    return .step(
      .deviceChallenge(
        HawcxDeviceChallenge(known, domain: flow.domain, isEnrollment: false, now: world.now, random: world.random)))
  }

  /// `request_challenge`: the device being enrolled names its key.
  func challengeDevice(_ action: HawcxAction, _ flow: HawcxFlow, world: SandboxWorld) -> HawcxOutcome {
    guard let keyset = action.text("keyset"), let index = action.text("hindex"), let secret = action.text("sk2"),
      let device = HawcxDevice(keyset: keyset, hashIndex: index, secret: secret)
    else { return .failure(.device("info_mismatch")) }
    return .step(
      .deviceChallenge(
        HawcxDeviceChallenge(device, domain: flow.domain, isEnrollment: true, now: world.now, random: world.random)))
  }

  /// `submit_signature`: right, and the device is trusted from here on; wrong or late, and the flow is over.
  mutating func finishDevice(
    _ challenge: HawcxDeviceChallenge, _ action: HawcxAction, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    guard world.now < challenge.expires else { return .failure(.device("invalid_challenge")) }
    guard let keyID = action.text("key_id"), ConstantTime.equal(keyID, challenge.device.keyID),
      // What it hashes is known to the app alone, so that its length is all there is to check.
      let info = action.text("mapp").flatMap({ Base64URL.decode($0) }), info.count == 32
    else { return .failure(.device("info_mismatch")) }
    let message = challenge.device.message(
      domain: challenge.domain, session: flow.id, challenge: challenge.challenge)
    guard let signature = action.text("signature").flatMap({ Base64URL.decode($0) }),
      challenge.device.verifies(signature, of: message)
    else { return .failure(.device("invalid_signature")) }
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
}
