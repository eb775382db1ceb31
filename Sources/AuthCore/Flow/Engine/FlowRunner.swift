/// Performs the effects of a flow's machine.
final class FlowRunner<Logic: FlowLogic, Performer: FlowPerformer>: FlowEngine
where Performer.Effect == Logic.Effect, Performer.Outcome == Logic.Outcome {
  private struct State {
    var machine: FlowMachine<Logic>
    var task: Task<Void, Never>?
    var timer: Task<Void, Never>?
  }

  private let setting: FlowSetting
  private let performer: Performer
  private let state: Locked<State>

  init(_ setting: FlowSetting, _ logic: Logic, _ performer: Performer) {
    self.setting = setting
    self.performer = performer
    state = Locked(State(machine: FlowMachine(logic)))
  }

  var providerID: ProviderID { setting.providerID }
  var updates: FlowUpdates { setting.updates }
  private var services: ProviderServices { setting.services }

  func begin() {
    let commands = state.withLock { $0.machine.begin() }
    if !commands.isEmpty {
      services.observer.record(.flowStarted(provider: providerID, purpose: setting.request.purpose.name))
    }
    run(commands)
  }

  var clockCorrection: Double { services.clockLag }

  func answer(_ answer: FlowAnswer) async throws(AuthError) {
    let now = services.clock.now()
    let result = state.withLock { state -> Result<[FlowMachine<Logic>.Command], AuthError> in
      do throws(AuthError) {
        return .success(try state.machine.answer(answer, now: now))
      } catch {
        return .failure(error.adding(provider: providerID))
      }
    }
    run(try result.get())
  }

  /// Ends the flow at once, and then waits at most two seconds until the server is notified.
  func cancel() async {
    let (commands, ending) = state.withLock { ($0.machine.cancel(), $0.machine.ending) }
    run(commands)
    show(ending)
    for case .tellServer(let effect) in commands {
      _ = await Deadline.run(.seconds(2), clock: services.clock) { [performer] in
        _ = try? await performer.perform(effect)
      }
    }
  }

  func reset() {
    let (commands, ending) = state.withLock { ($0.machine.reset(), $0.machine.ending) }
    run(commands)
    show(ending)
  }

  func suspend() async throws(AuthError) -> FlowTicket {
    // A poll under way is finished first, because its response can change the state to suspend.
    while let poll = state.withLock({ $0.machine.isPolling ? $0.task : nil }) { await poll.value }
    let suspended = try suspended()
    run(suspended.commands)
    let ticket = FlowTicket(providerID: providerID, key: services.random.token())
    let stored = StoredFlow(
      request: setting.request, state: suspended.state, createdAt: services.reading.wall)
    do throws(AuthError) {
      await StoredFlow.collect(in: services.records, now: services.reading.wall)
      try await services.records.replace(stored.json.serializedSecret, for: ticket.recordKey)
    } catch {
      run(state.withLock { $0.machine.unsuspended() })
      throw error
    }
    guard state.withLock({ $0.machine.isSuspending }) else {
      // The flow was cancelled while its state was being written: do not return the ticket.
      _ = try? await services.records.remove(ticket.recordKey, expecting: nil)
      throw .cancelled.adding(provider: providerID)
    }
    reset()
    return ticket
  }

  private func suspended() throws(AuthError) -> FlowMachine<Logic>.Suspended {
    try state.withLock { state -> Result<FlowMachine<Logic>.Suspended, AuthError> in
      do throws(AuthError) {
        return .success(try state.machine.suspend())
      } catch {
        return .failure(error.adding(provider: providerID))
      }
    }.get()
  }

  private func run(_ commands: [FlowMachine<Logic>.Command]) {
    for command in commands {
      switch command {
      case .publish(let update): publish(update)
      case .perform(let effect, let generation): perform(effect, generation)
      case .finish(let result, let generation): finish(result, generation)
      case .schedulePoll(let interval, let generation): schedulePoll(after: interval, generation)
      case .stop:
        let (task, timer) = state.withLock { ($0.task, $0.timer) }
        task?.cancel()
        timer?.cancel()
      case .tellServer: break  // done by `cancel()`, which can wait for it
      }
    }
  }

  private func publish(_ update: FlowUpdate) {
    switch update {
    case .prompt(let prompt, var context):
      services.observer.record(.promptShown(provider: providerID, prompt: prompt.name))
      context.lastError = context.lastError?.adding(provider: providerID)
      return updates.append(.prompt(prompt, context))
    case .completed: services.observer.record(.flowEnded(provider: providerID, error: nil))
    case .failed(let error):
      services.observer.record(.flowEnded(provider: providerID, error: error.adding(provider: providerID)))
      return show(update)
    case .idle, .working: break
    }
    updates.append(update)
  }

  /// Publishes the last update for a caller that ends the flow, so that the flow has ended when the call returns. If
  /// the flow ended by itself just before the call, its last update may not have been published yet.
  private func show(_ ending: FlowUpdate?) {
    switch ending {
    case .failed(let error): updates.append(.failed(error.adding(provider: providerID)))
    case let ending?: updates.append(ending)
    case nil: break
    }
  }

  private func perform(_ effect: Logic.Effect, _ generation: UInt64) {
    begin(generation) { [self] in
      let result: Result<Logic.Outcome, AuthError>
      do throws(AuthError) {
        result = .success(try await performer.perform(effect))
      } catch {
        result = .failure(services.explained(error).adding(provider: providerID))
      }
      run(state.withLock { $0.machine.performed(result, generation: generation) })
    }
  }

  /// Exchanges and stores the result. `stop` cancels this work as it cancels an effect: if the user cancels while a
  /// code or a proof is being exchanged, there is no session. A session that is already stored stays stored.
  private func finish(_ result: FlowResult, _ generation: UInt64) {
    begin(generation) { [self] in
      let finished: Result<FlowResult, AuthError>
      do throws(AuthError) {
        finished = .success(try await setting.completion(result))
      } catch {
        finished = .failure(services.explained(error))
      }
      run(state.withLock { $0.machine.finished(finished, generation: generation) })
    }
  }

  private func schedulePoll(after interval: Duration, _ generation: UInt64) {
    begin(isTimer: true, generation) { [weak self, clock = services.clock] in
      do throws(CancellationError) { try await clock.sleep(for: interval) } catch { return }
      guard let self else { return }
      run(state.withLock { $0.machine.pollDue(generation: generation) })
    }
  }

  /// Starts the work under the lock, so that `stop` can always cancel it. Nothing starts if the flow has moved on to
  /// another generation.
  private func begin(
    isTimer: Bool = false, _ generation: UInt64, _ body: @escaping @Sendable () async -> Void
  ) {
    state.withLock { state in
      guard state.machine.generation == generation else { return }
      let task = Task.detached { await body() }
      if isTimer { state.timer = task } else { state.task = task }
    }
  }
}
