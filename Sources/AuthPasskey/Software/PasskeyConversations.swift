import AuthCore

/// The ceremonies that are waiting for the user. At most one of them suggests passkeys by autofill. Any new ceremony
/// ends that ceremony, as in WebAuthn clients (WebAuthn Level 3 §5.1.4, mediation `conditional`).
final class PasskeyConversations: Sendable {
  private struct Open {
    let task: Task<PasskeyDecision, Never>
    let isAutofill: Bool
  }

  private struct State {
    var open: [UInt64: Open] = [:]
    var lastID: UInt64 = 0
  }

  private let state = Locked(State())

  /// Asks the user in a separate task, which `cancelAll` can cancel. Returns nil if the ceremony was ended.
  func ask(_ ceremony: PasskeyCeremony, _ consent: @escaping PasskeyConsent) async -> PasskeyDecision? {
    let task = Task { await consent(ceremony) }
    let (id, ended) = state.withLock { state -> (UInt64, [Task<PasskeyDecision, Never>]) in
      let ended = state.open.values.filter(\.isAutofill).map(\.task)
      state.lastID += 1
      state.open[state.lastID] = Open(task: task, isAutofill: ceremony.isAutofill)
      return (state.lastID, ended)
    }
    for other in ended { other.cancel() }
    let decision = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    state.withLock { _ = $0.open.removeValue(forKey: id) }
    return task.isCancelled || Task.isCancelled ? nil : decision
  }

  /// Ends all ceremonies.
  func cancelAll() {
    for open in state.withLock({ Array($0.open.values) }) { open.task.cancel() }
  }
}
