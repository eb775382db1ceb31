import AuthTesting

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Flows that are answered, abandoned, suspended and resumed, with the order of effects of `FlowRunner` and
/// `AuthClient.resume`: a code is used once, a ticket works once, and a step-up stays with its user.
extension SessionWorld {
  // MARK: Events

  mutating func startFlow(_ process: Int) {
    let engine = random.below(2)
    let user = random.chance(1, in: 3) ? processes[process][engine].read(store) : nil
    let (provider, tenant) = processes[process].places[engine]
    let code = server.newCode(provider, tenant, user: user?.identifier)
    let request = FlowRequest(purpose: user == nil ? .signIn : .stepUp(action: "pay"), session: user)
    count(user == nil ? "flow" : "step-up")
    begin(WorldFlow(engine, request, WorldFlowLogic(code: code, isPolled: random.chance(1, in: 3))), process)
  }

  mutating func answerFlow(_ process: Int) {
    guard let flow = anyFlow(of: process) else { return }
    let answer: FlowAnswer = processes[process].flows[flow]?.machine.logic.isPolled == true ? .poll : .code(Secret("1"))
    do throws(AuthError) {
      drive(flow, process, try processes[process].flows[flow]?.machine.answer(answer, now: now) ?? [])
    } catch {
      count("answer refused")
    }
  }

  mutating func abandonFlow(_ process: Int) {
    guard let flow = anyFlow(of: process) else { return }
    drive(flow, process, processes[process].flows[flow]?.machine.cancel() ?? [])
  }

  mutating func suspendFlow(_ process: Int) {
    guard let flow = anyFlow(of: process), let suspended = try? processes[process].flows[flow]?.machine.suspend(),
      let known = processes[process].flows[flow]
    else { return }
    drive(flow, process, suspended.commands)
    let stored = StoredFlow(request: known.request, state: suspended.state, createdAt: now)
    let ticket = FlowTicket(providerID: processes[process][known.engine].provider, key: "t\(store.newTicket())")
    jobs.append(WorldJob(process, known.engine, .flow(flow, .suspend(ticket, Secret(stored.json.serialized), now))))
  }

  mutating func resumeFlow(_ process: Int) {
    guard !tickets.isEmpty else { return }
    let (ticket, known) = tickets.sorted { $0.key.rawValue < $1.key.rawValue }[random.below(tickets.count)]
    guard let engine = processes[process].places.firstIndex(where: { $0 == known.place }) else { return }
    jobs.append(WorldJob(process, engine, .resume(ticket)))
  }

  // MARK: Steps

  mutating func perform(_ step: WorldJob.FlowStep, of flow: Int, _ process: Int, _ engine: Int) {
    switch step {
    case .spend(let code, let request, let generation):
      let result = spend(code, for: request, process, engine)
      jobs.append(WorldJob(process, engine, .flow(flow, .spent(result, generation))))
    case .spent(let result, let generation):
      let isCurrent = processes[process].flows[flow]?.machine.generation == generation
      if !isCurrent { abandon(result) }
      drive(flow, process, processes[process].flows[flow]?.machine.performed(result, generation: generation) ?? [])
    case .finish(let result, let generation):
      finish(result, generation, of: flow, process, engine)
    case .pollDue(let generation):
      drive(flow, process, processes[process].flows[flow]?.machine.pollDue(generation: generation) ?? [])
    case .suspend(let ticket, let record, let date):
      store.collectFlows(of: ticket.providerID, now: now)
      if fails() {
        return drive(flow, process, processes[process].flows[flow]?.machine.unsuspended() ?? [])
      }
      store.flows[ticket] = Record(value: record, version: 1)
      jobs.append(WorldJob(process, engine, .flow(flow, .handOut(ticket, date))))
    case .handOut(let ticket, let date):
      guard let known = processes[process].flows[flow], known.machine.isSuspending else {
        count("abandoned while suspending")
        store.flows[ticket] = nil
        return
      }
      count("suspended")
      tickets[ticket] = WorldTicket(
        place: processes[process].places[engine], code: known.machine.logic.code, purpose: known.request.purpose,
        session: known.request.session?.id, date: date.timeIntervalSince1970)
      drive(flow, process, processes[process].flows[flow]?.machine.reset() ?? [])
    }
  }

  /// Resumes a flow like `AuthClient.resume`: reads the record of the ticket, and removes it only if the flow can
  /// continue.
  mutating func resume(_ ticket: FlowTicket, _ process: Int, _ engine: Int) {
    guard let known = tickets[ticket] else { return }
    let isOld = now.timeIntervalSince1970 - known.date >= StoredFlow.lifetime
    guard let record = store.flows[ticket] else {
      return check(known.isSpent || isOld, "the record of a valid ticket is gone")
    }
    if fails() { return }
    do throws(AuthError) {
      jobs.append(WorldJob(process, engine, .take(ticket, try StoredFlow(record), record.version)))
    } catch {
      check(false, "a suspended flow cannot be read")
    }
  }

  mutating func take(_ ticket: FlowTicket, _ stored: StoredFlow, _ version: UInt64, _ process: Int, _ engine: Int) {
    var flow = stored
    if let id = flow.sessionID {
      guard let session = store.records[id], processes[process][engine].isOwn(session) else {
        return count("its user has signed out")
      }
      flow.request.session = session
    }
    guard store.flows[ticket]?.version == version else { return count("resumed by another") }
    store.flows[ticket] = nil
    store.collectFlows(of: ticket.providerID, now: now)
    guard let known = tickets[ticket], let logic = WorldFlowLogic(flow.state) else {
      return check(false, "a suspended flow has lost its state")
    }
    check(!known.isSpent, "a ticket worked twice")
    tickets[ticket]?.isSpent = true
    guard !flow.isExpired(at: now) else { return }
    check(
      known.code == logic.code && known.purpose == flow.request.purpose && known.session == flow.request.session?.id,
      "a resumed flow differs from the suspended one")
    count("resumed")
    begin(WorldFlow(engine, flow.request, logic), process)
  }

  // MARK: Effects

  private mutating func begin(_ flow: WorldFlow, _ process: Int) {
    let name = processes[process].newFlow(flow)
    drive(name, process, processes[process].flows[name]?.machine.begin() ?? [])
  }

  private mutating func spend(
    _ code: String, for request: FlowRequest, _ process: Int, _ engine: Int
  ) -> Result<FlowResult, AuthError> {
    let user = request.session.map { store.records[$0.id] }
    if case .some(.none) = user { return .failure(AuthError(.notSignedIn, "The user has signed out.")) }
    let isLost = fails()
    if isLost, random.chance(1, in: 2) {
      return .failure(AuthError(.network, "Not now.", recovery: .retryRequest))
    }
    let (isAccepted, broken) = server.spend(code: code, user: user??.identifier, isLost: isLost)
    if let broken { check(false, broken) }
    guard isAccepted else { return .failure(AuthError(.invalidCode, "Spent.")) }
    if isLost { return .failure(AuthError(.timeout, "Not now.", recovery: .retryRequest)) }
    count("code spent")
    guard user == nil else { return .success(.proof(ActionProof(token: Secret(code), action: "pay"))) }
    return .success(.session(newSession(processes[process].places[engine]), isNewUser: false))
  }

  private mutating func finish(
    _ result: FlowResult, _ generation: UInt64, of flow: Int, _ process: Int, _ engine: Int
  ) {
    guard let known = processes[process].flows[flow], known.machine.generation == generation else {
      return abandon(.success(result))
    }
    if case .session(let session, _) = result {
      check(known.request.purpose == .signIn, "a step-up became a session")
      adopt(session, process, engine)
    } else {
      check(known.request.purpose != .signIn, "a sign-in became a proof")
    }
    count("flow completed")
    drive(
      flow, process,
      processes[process].flows[flow]?.machine.finished(.success(result), generation: generation) ?? [])
  }

  mutating func abandon(_ job: WorldJob) {
    switch job.step {
    case .flow(_, .spent(let result, _)): abandon(result)
    case .flow(_, .finish(let result, _)): abandon(.success(result))
    default: break
    }
  }

  /// Drops the result of an abandoned flow. No process uses its session, which expires.
  private mutating func abandon(_ result: Result<FlowResult, AuthError>) {
    if case .success(.session(let session, _)) = result { server.report(session) }
  }

  private mutating func drive(_ flow: Int, _ process: Int, _ commands: [FlowMachine<WorldFlowLogic>.Command]) {
    guard let known = processes[process].flows[flow] else { return }
    let engine = known.engine
    for command in commands {
      switch command {
      case .publish, .tellServer: break
      case .perform(.spend(let code), let generation):
        jobs.append(WorldJob(process, engine, .flow(flow, .spend(code: code, known.request, generation))))
      case .finish(let result, let generation):
        jobs.append(WorldJob(process, engine, .flow(flow, .finish(result, generation))))
      case .schedulePoll(_, let generation):
        // At its end, a world does not wait for the user.
        if !isEnding { jobs.append(WorldJob(process, engine, .flow(flow, .pollDue(generation)))) }
      case .stop: stop(flow, process)
      }
    }
    if case .ended = processes[process].flows[flow]?.machine.state { processes[process].flows[flow] = nil }
  }

  /// Cancels the work of a flow: a task stops at its current step, or runs to its end and its result is dropped.
  private mutating func stop(_ flow: Int, _ process: Int) {
    guard random.chance(1, in: 2) else { return }
    func isStopped(_ job: WorldJob) -> Bool {
      guard job.process == process, case .flow(flow, let step) = job.step else { return false }
      return switch step {
      case .spend, .spent, .finish, .pollDue: true
      case .suspend, .handOut: false
      }
    }
    let stopped = jobs.filter(isStopped)
    jobs.removeAll(where: isStopped)
    for job in stopped { abandon(job) }
  }

  private mutating func anyFlow(of process: Int) -> Int? {
    let flows = processes[process].flows.keys.sorted()
    return flows.isEmpty ? nil : flows[random.below(flows.count)]
  }
}
