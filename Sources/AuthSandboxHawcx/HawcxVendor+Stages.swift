import AuthCore
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// Called when the user has completed a method: continues with the next stage (H93).
  mutating func passed(
    _ method: HawcxMethod, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    flow.passed.append(method)
    if flow.stage == .primary {
      if let failure = admit(flow, world: world) { return .failure(failure) }
      return secondFactor(&flow, world: &world)
    }
    return deviceTrust(&flow, world: &world)
  }

  /// Refuses or creates the user whose address was proved; nil if the flow may continue. A response reveals whether the
  /// address is known only after this proof.
  private mutating func admit(_ flow: HawcxFlow, world: SandboxWorld) -> HawcxFailure? {
    let policy = world.hawcxPolicy
    guard users[flow.address] == nil else { return flow.purpose == .signUp ? .userExists : nil }
    guard flow.purpose == .signUp || flow.purpose == .signIn && policy.createsUsers else { return .userNotFound }
    if policy.inviteCode != nil, flow.inviteCode == nil { return .inviteRequired }
    users[flow.address] = HawcxUser(subject: world.random.uuid(), address: flow.address)
    return nil
  }

  /// Continues with a second factor, or after it. The policy `mfa_policy` says whether users never need a second factor
  /// (`off`, `disabled`), need one only if they have set one up (`optional`), or always need one (`required`). A
  /// trusted device or a bypass method can replace the second factor. Managing an account needs a second factor or a
  /// start token; with the policy `stepup_policy`, it needs both.
  mutating func secondFactor(_ flow: inout HawcxFlow, world: inout SandboxWorld) -> HawcxOutcome {
    let policy = world.hawcxPolicy
    let isManaging = flow.purpose == .accountManage && (flow.startedFor == nil || policy.requiresStepUp)
    let isBypassed =
      flow.isDeviceTrusted && policy.skipsMFAOnTrustedDevice
      || flow.passed.contains { policy.mfaBypassMethods.contains($0) }
    if !isManaging, policy.mfa.isOff || isBypassed { return deviceTrust(&flow, world: &world) }
    let usable = policy.mfaMethods.filter { !flow.passed.contains($0) }
    let enrolled = usable.filter { users[flow.address]?.has($0) == true }
    if enrolled.isEmpty, policy.mfa != .required, !isManaging { return deviceTrust(&flow, world: &world) }
    let mayEnrol = usable.filter { policy.enrollmentMethods.isEmpty || policy.enrollmentMethods.contains($0) }
    let offered = enrolled.isEmpty ? mayEnrol : enrolled
    guard let first = offered.first else { return .failure(.methodNotAvailable) }
    flow.stage = .secondFactor
    // A single enrolled method begins at once. A method to set up is always offered for selection, even a single one.
    if offered.count == 1, !enrolled.isEmpty { return begin(first, flow, world: &world) }
    return .step(.selectMethod(offered, phase: "mfa"))
  }

  /// Continues with the change that the start token permits, then with the enrolment of a device that is not trusted
  /// yet, unless the policy disables enrolment.
  private mutating func deviceTrust(_ flow: inout HawcxFlow, world: inout SandboxWorld) -> HawcxOutcome {
    if flow.purpose == .accountManage, let change = flow.openChange {
      flow.openChange = nil
      if let outcome = make(change, &flow, world: &world) { return outcome }
    }
    guard !flow.isDeviceTrusted, !world.hawcxPolicy.deviceEnrollment.isOff else { return complete(flow, world: world) }
    flow.stage = .deviceTrust
    return .step(.setupDevice(domain: project.clientID))
  }

  /// The first step of a change; nil if the change needs no step.
  private mutating func make(
    _ change: HawcxChange, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome? {
    flow.stage = .secondFactor
    switch change {
    case .phone(nil), .method(.smsOTP): return .step(.setupSMS(existing: users[flow.address]?.phone))
    // The app's backend has named the new number, so its owner must prove it.
    case .phone(let number?): return sendCode(.smsOTP, to: .phone(number), world: &world)
    case .method(.totp):
      return .step(.setupTOTP(secret: world.random.bytes(20), attemptsLeft: HawcxOneTimeCode.attempts))
    case .method: return nil
    }
  }

  /// Completes the flow with an authorisation code for the app's backend.
  mutating func complete(_ flow: HawcxFlow, world: SandboxWorld) -> HawcxOutcome {
    guard let user = users[flow.address] else { return .failure(.userNotFound) }
    let code = HawcxAuthorizationCode(
      subject: user.subject, codeChallenge: flow.codeChallenge,
      expires: world.now.addingTimeInterval(HawcxAuthorizationCode.lifetime), authenticatedAt: world.unixTime,
      methods: flow.passed, isDeviceTrusted: flow.isDeviceTrusted)
    // 43 characters (H42).
    let text = world.random.token(byteCount: 32)
    codes = codes.filter { world.now.timeIntervalSince($0.value.expires) < HawcxFlow.lifetime }
    codes[text] = code
    finishHosted(flow, code)
    return .step(.completed(code: text, expires: code.expires, receipt: receipt(of: flow, world: world)))
  }

  /// The receipt with which the app's backend finishes a step-up, for the completed step (H43); nil for any other flow.
  private func receipt(of flow: HawcxFlow, world: SandboxWorld) -> String? {
    guard flow.purpose == .accountManage, let change = flow.startedFor else { return nil }
    do throws(AuthError) {
      return try project.receipt(for: flow.address, change: change, id: world.random.token(), unixTime: world.unixTime)
    } catch {
      return nil
    }
  }
}
