import AuthCore
import AuthStorage
import AuthTesting
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A whole flow whose server is a list of responses. The performer records the effects. An effect for which no response
/// is left stays in progress.
struct HawcxStageBench {
  let clock = ManualClock()
  let performer: ScriptedPerformer
  let flow: AuthFlow

  init(identifier: String? = "jane@example.com", _ answers: [JSONValue]) {
    performer = ScriptedPerformer(answers, clock: clock)
    let services = ProviderServices(
      transport: ScriptedTransport([]), keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: clock)
    let logic = HawcxFlow(FlowRequest(identifier: identifier), flowType: .signIn, policy: .manual)
    flow = AuthFlow(ProviderFlow(logic, performer: performer), providerID: "hawcx", services: services)
  }

  /// Waits until the flow has an update for which `isReached` returns true.
  func reach(_ isReached: (FlowUpdate) -> Bool) async throws {
    for await update in flow where isReached(update) { return }
    throw Unexpected("the flow ended")
  }
}

/// A performer that takes the results of effects from a list of responses.
final class ScriptedPerformer: FlowPerformer {
  private struct State {
    var answers: [JSONValue]
    var actions: [String] = []
  }

  private let state: Locked<State>
  private let clock: ManualClock

  init(_ answers: [JSONValue], clock: ManualClock) {
    state = Locked(State(answers: answers))
    self.clock = clock
  }

  /// The performed effects, by their names on the wire.
  var actions: [String] { state.withLock { $0.actions } }

  func perform(_ effect: HawcxFlow.Effect) async throws(AuthError) -> HawcxFlow.Outcome {
    let name =
      switch effect {
      case .start: "start"
      case .send(let action, _): action.type
      case .choose: "select_method"
      case .poll: "poll"
      case .enrolDevice: "request_challenge"
      case .proveDevice: "submit_signature"
      }
    let answer = state.withLock { state -> JSONValue? in
      state.actions.append(name)
      guard !state.answers.isEmpty else { return Optional.none }
      return .some(state.answers.removeFirst())
    }
    guard let answer else {
      do throws(CancellationError) { try await clock.sleep(for: .seconds(86_400)) } catch { throw .cancelled }
      throw AuthError(.timeout, "no response arrived")
    }
    let response = try HawcxJSONCodec().decode(["session": "auth_1", "step": answer])
    return HawcxFlow.Outcome(response: response, verifier: nil, receivedAt: clock.now())
  }
}
