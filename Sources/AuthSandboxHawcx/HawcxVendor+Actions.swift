import AuthCore
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// Handles an action that the flow's step accepts.
  mutating func perform(
    _ action: HawcxAction, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    switch flow.step {
    case .selectMethod(let methods, _):
      guard let method = action.text("methodId").flatMap(HawcxMethod.init(id:)), methods.contains(method) else {
        return .failure(.methodNotAvailable)
      }
      return begin(method, flow, world: &world)
    case .enterCode(let code):
      return action.type == "resend"
        ? resend(code, flow, world: &world) : submit(code, action.text("code") ?? "", &flow, world: &world)
    case .enterTOTP(let attemptsLeft):
      return submitTOTP(action.text("code") ?? "", attemptsLeft, &flow, world: &world)
    case .setupTOTP(let secret, let attemptsLeft):
      return confirmTOTP(action.text("code") ?? "", secret, attemptsLeft, &flow, world: &world)
    case .setupSMS:
      guard let phone = action.text("phone").flatMap({ HawcxAddress.phoneNumber($0) }) else {
        return .failure(.invalidPhone)
      }
      return sendCode(.smsOTP, to: .phone(phone), world: &world)
    case .redirect(let redirect): return finishRedirect(redirect, action, &flow, world: &world)
    case .awaitApproval(let approval): return poll(approval, &flow, world: &world)
    case .setupDevice: return challengeDevice(action, world: world)
    case .deviceChallenge(let challenge): return finishDevice(challenge, action, &flow, world: &world)
    case .completed: return .failure(.actionNotAllowed)
    }
  }

  /// The first step of a method, or a failure if the method cannot be used for the flow's address.
  func begin(_ method: HawcxMethod, _ flow: HawcxFlow, world: inout SandboxWorld) -> HawcxOutcome {
    let user = flow.stage == .secondFactor ? users[flow.address] : nil
    switch (method, flow.address) {
    case (.emailOTP, .email), (.emailOTP, .userName): return sendCode(method, to: flow.address, world: &world)
    case (.smsOTP, .phone): return sendCode(method, to: flow.address, world: &world)
    case (.smsOTP, _) where flow.stage == .secondFactor:
      guard let phone = user?.phone else { return .step(.setupSMS(existing: nil)) }
      return sendCode(method, to: .phone(phone), world: &world)
    case (.emailOTP, .phone) where user?.email != nil:
      return user?.email.map { sendCode(method, to: .email($0), world: &world) } ?? .failure(.methodNotAvailable)
    case (.totp, _) where flow.stage == .secondFactor:
      if user?.totp != nil { return .step(.enterTOTP(attemptsLeft: HawcxOneTimeCode.attempts)) }
      return .step(.setupTOTP(secret: world.random.bytes(20), attemptsLeft: HawcxOneTimeCode.attempts))
    case (.push, _), (.qrCode, _):
      let approval = HawcxApproval(method, flow: flow.id, now: world.now, random: world.random)
      if method == .push {
        world.send(provider: name, channel: .push, to: flow.address.text, challengeID: approval.id)
      }
      return .step(.awaitApproval(approval))
    case (.redirect, _):
      return .step(
        .redirect(
          HawcxRedirect(
            method, baseURL: world.baseURL + "/hawcx", policy: world.hawcxPolicy, random: world.random)))
    // For the first factor, this failure depends only on the kind of address, so that the response does not reveal
    // whether the user exists.
    case (.smsOTP, _), (.emailOTP, .phone), (.totp, _): return .failure(.methodNotAvailable)
    }
  }

  func sendCode(
    _ method: HawcxMethod, to address: HawcxAddress, world: inout SandboxWorld
  ) -> HawcxOutcome {
    let code = HawcxOneTimeCode(method, to: address, now: world.now, random: world.random)
    world.send(provider: name, channel: code.channel, to: address.text, code: code.code)
    return .step(.enterCode(code))
  }

  private mutating func resend(
    _ code: HawcxOneTimeCode, _ flow: HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    guard world.now >= code.resendAt else {
      let seconds = code.resendAt.timeIntervalSince(world.now).rounded(.up)
      return .failure(.resendTooSoon(until: HawcxTime.text(code.resendAt), seconds: Int64(seconds)))
    }
    guard code.sends < HawcxOneTimeCode.sendLimit else {
      // If the user could choose among several methods, the response offers them again, because the client no longer
      // shows them.
      let methods = primaryMethods(flow, world: world)
      guard flow.stage == .primary, methods.count > 1 else { return .failure(.resendLimitReached) }
      return .step(.selectMethod(methods, phase: "primary"))
    }
    var code = code
    code.renew(now: world.now, random: world.random)
    world.send(provider: name, channel: code.channel, to: code.address.text, code: code.code)
    return .step(.enterCode(code))
  }

  private mutating func submit(
    _ code: HawcxOneTimeCode, _ given: String, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    var code = code
    let verdict = code.check(given, now: world.now)
    flow.step = .enterCode(code)
    switch verdict {
    case .accepted:
      if flow.stage == .secondFactor, case .phone(let phone) = code.address { users[flow.address]?.phone = phone }
      return passed(code.method, &flow, world: &world)
    case .wrong(let attemptsLeft): return .failure(.invalidCode(attemptsLeft: attemptsLeft))
    case .exhausted: return .failure(.tooManyAttempts)
    case .expired: return .failure(.codeExpired)
    }
  }

  private mutating func submitTOTP(
    _ given: String, _ attemptsLeft: Int, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    if users[flow.address]?.totp?.accepts(given, at: world.now) == true {
      return passed(.totp, &flow, world: &world)
    }
    guard attemptsLeft > 1 else { return .failure(.tooManyAttempts) }
    flow.step = .enterTOTP(attemptsLeft: attemptsLeft - 1)
    return .failure(.invalidCode(attemptsLeft: attemptsLeft - 1))
  }

  private mutating func confirmTOTP(
    _ given: String, _ secret: [UInt8], _ attemptsLeft: Int, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    var totp = HawcxTOTP(secret: secret)
    if totp.accepts(given, at: world.now) {
      users[flow.address]?.totp = totp
      return passed(.totp, &flow, world: &world)
    }
    guard attemptsLeft > 1 else { return .failure(.tooManyAttempts) }
    flow.step = .setupTOTP(secret: secret, attemptsLeft: attemptsLeft - 1)
    return .failure(.invalidCode(attemptsLeft: attemptsLeft - 1))
  }

  private mutating func poll(
    _ approval: HawcxApproval, _ flow: inout HawcxFlow, world: inout SandboxWorld
  ) -> HawcxOutcome {
    switch approval.isApproved {
    case true?: return passed(approval.method, &flow, world: &world)
    case false?: return .failure(.approvalDenied)
    case nil: return world.now < approval.expires ? .step(.awaitApproval(approval)) : .failure(.approvalExpired)
    }
  }
}
