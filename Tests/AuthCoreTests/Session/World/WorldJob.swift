@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The next step of work that a process has started and not finished.
struct WorldJob {
  /// The result of a read of the store.
  struct Found {
    let session: Session?
    let epoch: UInt64
    let revision: UInt64
  }

  struct Renewal {
    let known: Session
    let isForced: Bool
    var tries = 0
  }

  /// A claim that is held.
  struct Claimed {
    let stored: Session
    let known: Session
    let token: UInt64
    var end: Double
  }

  /// The response of a server.
  struct Answered {
    let new: Session
    let old: Session
    let token: UInt64
    var isSpooled = false
  }

  /// The next step of a flow of this process.
  enum FlowStep {
    case spend(code: String, FlowRequest, UInt64)
    case spent(Result<FlowResult, AuthError>, UInt64)
    case finish(FlowResult, UInt64)
    case pollDue(UInt64)
    case suspend(FlowTicket, Secret, Date)
    case handOut(FlowTicket, Date)
  }

  enum Step {
    case load(epoch: UInt64)
    case loaded(Found, isUnfinished: Bool)
    case claim(Renewal)
    case spend(Claimed)
    case answered(Answered)
    case commit(Answered)
    case ended(SessionID, token: UInt64?, Result<SessionRenewal.Outcome, AuthError>)
    case adopt(Session)
    case select(SessionID)
    case signOut(Session)
    case tell(Session)
    case revokeUnused(Session)
    /// The work that an earlier run left in the outbox.
    case finish(Session)
    case flow(Int, FlowStep)
    case resume(FlowTicket)
    case take(FlowTicket, StoredFlow, UInt64)
  }

  let process: Int
  let engine: Int
  let step: Step

  init(_ process: Int, _ engine: Int, _ step: Step) {
    self.process = process
    self.engine = engine
    self.step = step
  }
}
