@testable import AuthCore

/// A world that breaks a law is run again with a trace, and the last lines of the trace are printed.
extension SessionWorld {
  mutating func note(_ text: @autoclosure () -> String) {
    guard trace != nil else { return }
    let line = "\(time) \(text())"
    trace?.append(line)
  }

  mutating func note(_ job: WorldJob) {
    let revision = store.revision
    note("\(job.process)/\(job.engine) store \(revision): \(job.step.summary)")
  }
}

extension WorldJob.Step {
  fileprivate var summary: String {
    switch self {
    case .load(let epoch): "load, epoch \(epoch)"
    case .loaded(let found, let isUnfinished):
      "loaded \(name(found.session)), epoch \(found.epoch)" + (isUnfinished ? ", unfinished" : "")
    case .claim(let renewal): "claim \(name(renewal.known))" + (renewal.isForced ? ", forced" : "")
    case .spend(let claimed): "spend \(name(claimed.stored)), fence \(claimed.token)"
    case .answered(let answered): "given \(name(answered.new))"
    case .commit(let answered): "commit \(name(answered.new))" + (answered.isSpooled ? "" : ", not spooled")
    case .ended(let id, _, let outcome): "renewal of \(id) ended: \(String(describing: outcome).prefix(20))"
    case .adopt(let session): "sign in \(name(session))"
    case .select(let id): "select \(id)"
    case .signOut(let session): "sign out \(name(session))"
    case .tell(let session): "tell of \(name(session))"
    case .revokeUnused(let session): "revoke unused \(name(session))"
    case .finish(let session): "finish \(name(session))"
    case .flow(let flow, let step): "flow \(flow): \(step)"
    case .resume(let ticket): "resume \(ticket)"
    case .take(let ticket, _, _): "take \(ticket)"
    }
  }

  private func name(_ session: Session?) -> String {
    session.map { "\($0.id).\($0.generation) (\($0.displayName ?? ""))" } ?? "no session"
  }
}
