import AuthCore

/// Simultaneous sign-ins by the app's token. They share the token provider's result and the session that the vendor
/// opens for it.
final class SharedSignIn: Sendable {
  /// A step that runs once for all participants.
  enum Step: Sendable, Equatable {
    case fetchToken(rejected: Secret?)
    case present(Secret)
  }

  private typealias Outcome = Result<PrivyFlow.Outcome, AuthError>

  private struct Flight {
    let id: UInt64
    let step: Step
    let task: Task<Void, Never>
    var waiters: [UInt64: CheckedContinuation<Outcome, Never>]
    var outcome: Outcome?
  }

  private struct State {
    var flights: [Flight] = []
    var isOpen = true
    var lastID: UInt64 = 0
    /// Waiters that were cancelled before they joined.
    var cancelled: Set<UInt64> = []

    mutating func nextID() -> UInt64 {
      lastID += 1
      return lastID
    }
  }

  private let state = Locked(State())

  /// Whether a sign-in that starts now can join.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The result of `step`, which runs at most once.
  ///
  /// A cancelled caller stops waiting immediately; the others continue to wait. The step itself is cancelled when its
  /// last waiter is cancelled.
  func outcome(
    of step: Step, _ body: FlowStepBody
  ) async throws(AuthError) -> PrivyFlow.Outcome {
    let waiter = state.withLock { $0.nextID() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { join(step, body, waiter, $0) }
    } onCancel: {
      leave(waiter)
    }
    return try outcome.get()
  }

  private func join(
    _ step: Step, _ body: FlowStepBody, _ waiter: UInt64, _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    let known = state.withLock { state -> Outcome? in
      if state.cancelled.remove(waiter) != nil { return .failure(.cancelled) }
      if let index = state.flights.firstIndex(where: { $0.step == step }) {
        if let outcome = state.flights[index].outcome { return outcome }
        state.flights[index].waiters[waiter] = continuation
        return nil
      }
      let id = state.nextID()
      let task = Task { await self.run(id, body) }
      state.flights.append(Flight(id: id, step: step, task: task, waiters: [waiter: continuation]))
      return nil
    }
    if let known { continuation.resume(returning: known) }
  }

  private func run(_ id: UInt64, _ body: FlowStepBody) async {
    let outcome: Outcome
    do throws(AuthError) {
      outcome = .success(try await body.run())
    } catch {
      outcome = .failure(error)
    }
    let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      // New callers can join only while a fetched token can still lead to a session.
      if case .success(.token) = outcome {} else { state.isOpen = false }
      guard let index = state.flights.firstIndex(where: { $0.id == id }) else { return [] }
      state.flights[index].outcome = outcome
      defer { state.flights[index].waiters = [:] }
      return Array(state.flights[index].waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  private func leave(_ waiter: UInt64) {
    let (continuation, task) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Task<Void, Never>?) in
      guard let index = state.flights.firstIndex(where: { $0.waiters[waiter] != nil }) else {
        state.cancelled.insert(waiter)
        return (nil, nil)
      }
      let continuation = state.flights[index].waiters.removeValue(forKey: waiter)
      guard state.flights[index].waiters.isEmpty else { return (continuation, nil) }
      state.isOpen = false
      return (continuation, state.flights.remove(at: index).task)
    }
    continuation?.resume(returning: .failure(.cancelled))
    task?.cancel()
  }
}
