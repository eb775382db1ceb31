import AuthCore

/// Sign-ins by the app's token that go on at the same time: they share what the token provider gives, and the session
/// that the vendor opens for it.
final class SharedSignIn: Sendable {
  /// What is done once for all who take part.
  enum Step: Sendable, Equatable {
    case fetchToken(rejected: Secret?)
    case present(Secret)
  }

  private typealias Outcome = Result<PrivyFlow.Outcome, AuthError>

  private struct Flight {
    let step: Step
    let task: Task<Outcome, Never>
    var waiters: Int
    var isDone = false
  }

  private struct State {
    var flights: [Flight] = []
    var isOpen = true
  }

  private let state = Locked(State())

  /// Whether a sign-in that begins now can take part.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// What `step` gave, or gives now.
  ///
  /// A cancelled caller leaves the others waiting; the step itself is cancelled with its last caller.
  func outcome(
    of step: Step, _ body: FlowStepBody
  ) async throws(AuthError) -> PrivyFlow.Outcome {
    let task = state.withLock { state -> Task<Outcome, Never> in
      if let index = state.flights.firstIndex(where: { $0.step == step }) {
        state.flights[index].waiters += 1
        return state.flights[index].task
      }
      let task = Task { await self.run(step, body) }
      state.flights.append(Flight(step: step, task: task, waiters: 1))
      return task
    }
    let outcome = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      left(step)
    }
    return try outcome.get()
  }

  private func run(_ step: Step, _ body: FlowStepBody) async -> Outcome {
    let outcome: Outcome
    do throws(AuthError) {
      outcome = .success(try await body.run())
    } catch {
      outcome = .failure(error)
    }
    state.withLock { state in
      if let index = state.flights.firstIndex(where: { $0.step == step }) { state.flights[index].isDone = true }
      // Only while a token may still lead to a session is there something to share.
      if case .success(.token) = outcome { return }
      state.isOpen = false
    }
    return outcome
  }

  private func left(_ step: Step) {
    let task = state.withLock { state -> Task<Outcome, Never>? in
      guard let index = state.flights.firstIndex(where: { $0.step == step }), !state.flights[index].isDone else {
        return nil
      }
      state.flights[index].waiters -= 1
      guard state.flights[index].waiters == 0 else { return nil }
      state.isOpen = false
      return state.flights.remove(at: index).task
    }
    task?.cancel()
  }
}
