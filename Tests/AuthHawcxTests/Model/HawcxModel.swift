import AuthCore
import AuthCrypto
import AuthSandbox
import AuthStorage
import AuthTesting

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model of a few users and of two apps, each configured for two sandboxes. The seed determines the calls and the
/// faults. The model drives flows as an app does, and reports broken laws.
final class HawcxModel {
  private(set) var broken: [String] = []
  private(set) var seen: [String: Int] = [:]
  private var random: SplitMix64
  /// The clock of the servers and the users.
  private let clock = ManualClock()
  /// The clock of the current flow, which advances together with `clock`. Its sleepers belong only to that flow.
  private var appClock = ManualClock()
  private let books = HawcxModelLedger()
  private let sandboxes: [Sandbox]
  private var apps: [HawcxModelApp] = []
  private static let people = ["jane@example.com", "joe@example.com", "+14155550123"]

  init(seed: UInt64, sites: [HawcxModelSite]) throws {
    random = SplitMix64(seed: seed)
    sandboxes = try sites.map { [clock] in try Sandbox(clock: clock, keyring: $0.keyring) }
    let keys = MemoryKeyStore()
    let records = MemoryRecordStore()
    for (index, sandbox) in sandboxes.enumerated() {
      for app in HawcxModelSite.apps {
        let configuration = try sites[index].configuration(of: app, isManual: random.chance(1, in: 2))
        apps.append(
          try HawcxModelApp(
            app, "sandbox \(index)", sandbox: sandbox, configuration: configuration, keys: keys, records: records))
      }
      try control(sandbox, "policy", policy())
    }
  }

  private func policy() -> JSONObject {
    let requirements: [JSONValue] = ["off", "optional", "required"]
    var primary: [JSONValue] = ["email_otp", "sms_otp"]
    for method in ["qr", "push", "oauth:demo"] where random.chance(1, in: 2) { primary.append(.string(method)) }
    return [
      "provider": "hawcx", "primary_methods": .array(primary), "mfa_policy": requirements[random.below(3)],
      "mfa_methods": [["totp", "sms_otp"], ["totp"], ["sms_otp"]][random.below(3)],
      "device_enrollment": requirements[random.below(3)],
      "skip_mfa_on_trusted_device": .bool(random.chance(1, in: 2)),
      "skip_primary_on_trusted_device": .bool(random.chance(1, in: 2)),
      "unknown_user": random.chance(4, in: 5) ? "create" : "reject",
      "invite_code": random.chance(1, in: 5) ? "12345678" : .null,
    ]
  }

  /// Runs a few flows, one after the other.
  func run() async throws {
    for _ in 0..<2 where broken.isEmpty {
      let epoch = books.withLock { $0.epoch }
      appClock = ManualClock(clock.now())
      try await oneFlow(epoch)
      closeBooks()
    }
  }

  /// - Parameter epoch: The number of the flow, which distinguishes its requests from those of earlier flows.
  private func oneFlow(_ epoch: Int) async throws {
    let app = apps[random.below(apps.count)]
    let person = Self.people[random.below(Self.people.count)]
    var request = FlowRequest(identifier: random.chance(9, in: 10) ? person : nil)
    if random.chance(1, in: 5) { request.purpose = .signUp }
    if random.chance(1, in: 10) { request.purpose = .manage }
    if random.chance(1, in: 2) { request.profile.hawcxInviteCode = random.chance(4, in: 5) ? "12345678" : "nonsense" }
    forecast(2)
    let provider = try app.provider(clock: appClock, books: books, epoch: epoch)
    let flow = AuthFlow(
      try provider.start(request), providerID: provider.id, request: request, services: provider.services)
    let hand = HawcxModelHand(app, flow, person: person, isNamed: request.identifier != nil, clock: clock)
    for _ in 0..<14 where broken.isEmpty && !flow.current.isTerminal {
      guard await settle(flow) else { return }
      guard case .prompt(let prompt, let context) = flow.current else { break }
      count("prompt " + prompt.name)
      if let error = context.lastError { count("error " + error.code.rawValue) }
      books.withLock { $0.note("shows \(prompt.name) \(context.lastError.map { "\($0.code): \($0.message)" } ?? "")") }
      try await turn(hand, prompt, context)
    }
    if !(await settle(flow)) { return }
    switch flow.current {
    case .completed(let result): try redeem(result, at: app)
    case .failed(let error): count("ended " + error.code.rawValue)
    default:
      if random.chance(1, in: 2) { flow.reset() } else { await cancel(flow) }
      if !flow.current.isTerminal { broken.append("a flow continues after it was reset or cancelled") }
    }
  }

  /// Performs one random action of a user at a prompt.
  private func turn(_ hand: HawcxModelHand, _ prompt: Prompt, _ context: PromptContext) async throws {
    switch random.below(20) {
    case 0..<11:
      forecast(3)
      try await hand.answerRightly(prompt, lost: context.lastError?.recovery == .retryRequest, random.below(60))
    case 11, 12:
      forecast(1)
      try await hand.answerWrongly(prompt, random.below(1_000_000))
    case 13:
      advance(by: [1, 5, 30, 31, 61, 130, 700][random.below(7)])
      count("time passes")
    case 14:
      let sandbox = hand.app.sandbox
      try control(sandbox, "clock", ["advanceSeconds": .number([-40, 20, 3600][random.below(3)])])
      count("the server's clock jumps")
    case 15: try await illegal(hand, prompt)
    case 16 where random.chance(1, in: 3):
      hand.flow.reset()
      count("reset")
    case 17 where random.chance(1, in: 3):
      await cancel(hand.flow)
      count("cancel")
    case 18:
      if case .enterCode = prompt {
        forecast(1)
        hand.forget()
        do throws(AuthError) {
          try await hand.flow.resend()
          count("resent")
        } catch {
          if error.code != .invalidState { broken.append("resend() threw \(error.code)") }
        }
      }
    default: await Task.yield()
    }
  }

  /// Checks that an illegal call is refused and sends nothing. Skips approvals, during which the flow polls by itself.
  private func illegal(_ hand: HawcxModelHand, _ prompt: Prompt) async throws {
    if case .awaitApproval = prompt { return }
    let calls: [FlowAnswer] = [
      .method("carrier_pigeon"), .account("a"), .email("eve@example.com"), .code(Secret("111111")),
      .phone("+14155550999"), .fields([:]), .poll,
    ]
    let call = calls[random.below(calls.count)]
    guard !prompt.allows(call) else { return }
    let before = books.withLock { $0.requests }
    do throws(AuthError) {
      try await hand.flow.answer(call)
      broken.append("\(call.name) was accepted at \(prompt.name)")
    } catch {
      if error.code != .invalidState { broken.append("\(call.name) threw \(error.code) at \(prompt.name)") }
    }
    if books.withLock({ $0.requests }) != before { broken.append("\(call.name) sent something at \(prompt.name)") }
    count("illegal")
  }

  /// Waits until the flow leaves its loading state. A delayed response arrives late or is lost. If it is lost, the flow
  /// has to report a timeout by itself.
  ///
  /// - Returns: Whether the flow left its loading state.
  private func settle(_ flow: AuthFlow) async -> Bool {
    for turn in 0..<2_000_000 {
      guard case .working = flow.current else {
        if case .idle = flow.current { await Task.yield(); continue }
        return true
      }
      let isHeld = books.withLock { $0.isHeld }
      // A sleeper shows that the flow's deadline is set while the response is delayed.
      if isHeld, appClock.sleeperCount > 0 {
        if random.chance(1, in: 2) {
          count("came late")
          release()
        } else {
          count("never came")
          advance(by: 31)
          for turn in 0..<1_000_000 {
            guard case .working = flow.current else { break }
            await pause(turn)
          }
          if case .working = flow.current {
            broken.append("stuck in loading past the deadline")
            return false
          }
          // The flow has timed out and has to ignore the response that is released now.
          release()
        }
      }
      await pause(turn)
    }
    broken.append("stuck in loading")
    return false
  }

  /// Lets other tasks run and, on every 64th turn, sleeps briefly so that other threads can run.
  private func pause(_ turn: Int) async {
    if turn % 64 == 63 { try? await Task.sleep(for: .microseconds(50)) } else { await Task.yield() }
  }

  private func advance(by seconds: Int) {
    // The servers' clock advances first, so responses that are delivered from now on count as late.
    clock.advance(by: .seconds(seconds))
    books.withLock { $0.timeJumps() }
    appClock.advance(by: .seconds(seconds))
  }

  private func release() {
    let held = books.withLock { books in
      books.isHeld = false
      defer { books.held = [] }
      return books.held
    }
    for one in held { one.resume() }
  }

  private func cancel(_ flow: AuthFlow) async {
    books.withLock { $0.forecast = [] }
    release()
    await flow.cancel()
  }

  /// Checks that the authorisation code can be exchanged once, and only with its verifier.
  private func redeem(_ result: FlowResult, at app: HawcxModelApp) throws {
    guard case .authorizationCode(let code) = result, let verifier = code.verifier else {
      broken.append("a flow was completed without an authorisation code and a verifier")
      return
    }
    count("completed")
    let other = try app.exchange(code.code, Secret(String(verifier.revealText().reversed())))
    if other == 200 { broken.append("a code was exchanged with another verifier") }
    let statuses = [try app.exchange(code.code, verifier), try app.exchange(code.code, verifier)]
    // The first exchange can fail, too: a code that was in transit for more than a minute has expired.
    if statuses[1] == 200 { broken.append("a code was exchanged twice") }
    if statuses[0] == 200 { count("exchanged") }
  }

  private func forecast(_ length: Int) {
    let weather = (0..<length).map { _ in
      random.chance(3, in: 4)
        ? HawcxModelWire.Weather.fair
        : HawcxModelWire.Weather.allCases[random.below(HawcxModelWire.Weather.allCases.count)]
    }
    for one in weather where one != .fair { count("weather \(one)") }
    books.withLock { $0.forecast = weather }
  }

  /// Closes the records of a flow that has ended. Its remaining requests (automatic polls and the final notice to the
  /// server) get none of the faults that are planned for the next flow.
  private func closeBooks() {
    let (laws, events) = books.withLock { books in
      defer {
        books.broken = []
        books.seen = [:]
      }
      books.epoch += 1
      books.forecast = []
      return (books.broken, books.seen)
    }
    release()
    broken += laws
    seen.merge(events, uniquingKeysWith: +)
  }

  private func control(_ sandbox: Sandbox, _ route: String, _ body: JSONObject) throws {
    let response = sandbox.handle(SandboxRequest("POST", "/sandbox/" + route, json: .object(body)))
    guard response.status == 200 else { throw Unexpected("/sandbox/\(route): \(response.status)") }
  }

  private func count(_ event: String) { seen[event, default: 0] += 1 }
}
