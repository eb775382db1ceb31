/// The flaws of the made-up provider, and the laws that must detect them.
enum MutantTable {
  /// A law that no provider can break.
  struct KeptLaw: Sendable {
    let law: String
    /// The reason why the core keeps the law.
    let why: String
    /// The flaw that tries to break the law; nil if the types do not allow an attempt.
    let tried: AcmeFlaw?
  }

  /// Each flaw and the law that has to detect it. A flaw that two laws must detect is listed twice.
  static let mutants: [(flaw: AcmeFlaw, law: String)] = [
    (.refreshesTwice, "refresh.one-for-many"), (.losesRotation, "refresh.serves"), (.keepsExpiry, "refresh.serves"),
    (.changesSubject, "refresh.keeps-identity"), (.changesID, "refresh.keeps-identity"),
    (.failureIsRefusal, "refresh.failure-keeps"), (.networkIsRefusal, "refresh.failure-keeps"),
    (.garbageIsRefusal, "refresh.failure-keeps"), (.keepsRefusedSessions, "refresh.refused-ends"),
    (.refusesToRefresh, "capabilities.honest"),
    (.logsToken, "secrecy.events"), (.tokenInError, "secrecy.errors"), (.tokenInURL, "secrecy.urls"),
    (.tokenInRefusal, "secrecy.errors"), (.quotesCallbacks, "secrecy.errors"), (.quotesCallbacks, "secrecy.values"),
    (.tokenInClaims, "secrecy.values"), (.codeInContext, "secrecy.values"), (.repeatsServerText, "secrecy.echo"),
    (.repeatsRefusalText, "secrecy.echo"),
    (.forgetsRecovery, "errors.recovery"), (.networkIsProviderError, "errors.unreachable"),
    (.serverErrorIsProviderError, "errors.server"), (.ignoresRetryAfter, "errors.rate-limited"),
    (.sessionFromGarbage, "errors.malformed"), (.believesContentTypes, "errors.content-type"),
    (.lostAnswerIsRefusal, "errors.lost-answer"), (.neverForgetsAnOutage, "errors.answer-again"),
    (.endsOnOutage, "errors.answer-again"),
    (.namesItsTypeInErrors, "errors.provider"),
    (.sendsWrongForm, "flow.wrong-form"), (.sendsAnyAddress, "flow.wrong-form"),
    (.endsOnTypingError, "flow.wrong-form"),
    (.endsOnRefusal, "flow.refused-answer"), (.endsOnWrongCode, "flow.refused-answer"),
    (.hidesRefusal, "flow.refused-answer"), (.takesAnyCallback, "flow.foreign-callback"),
    (.restartsOnWrongCode, "flow.refused-answer"), (.restartsOnWrongCode, "flow.error-passes"),
    (.neverCountsDown, "flow.attempts"), (.hidesAttempts, "flow.attempts"), (.passwordInContext, "secrecy.values"),
    (.acceptsAnyRevocation, "revoke.page"), (.everyBadRequestRefuses, "refresh.bad-request"),
    (.enrolsIntoSession, "purposes.complete"), (.forgetsPurpose, "purposes.complete"),
    (.stickyError, "flow.error-passes"), (.resendsNothing, "flow.resend"),
    (.revokesNothing, "revoke.reaches"), (.hangsInRevoke, "revoke.reaches"),
    (.countsDeadAsRevoked, "revoke.expired"), (.hidesRevocationFailure, "revoke.failing"),
    (.revokesInTheBackground, "revoke.hanging"),
    (.revokesTwice, "session.sign-out"),
    (.wrongProvider, "session.identity"), (.wrongTenant, "session.identity"), (.noSubject, "session.identity"),
    (.sameSessionID, "session.second"), (.claimsInfinity, "session.round-trip"),
    (.claimsInfinity, "session.stored"), (.tenantOfItsInstance, "session.restored"),
    (.wallClock, "clock.own"), (.deviceClock, "clock.fast"), (.deviceClock, "clock.slow"),
    (.anyOrigin, "send.origins"), (.authorizesInURL, "send.authorised"), (.authorizesNothing, "send.authorised"),
    (.alwaysRefused, "send.authorised"), (.neverRefused, "send.refused-once"), (.reusesProofs, "send.fresh"),
    (.overstatesLifetime, "send.lifetime"),
    (.swallowsKeys, "configuration.unknown"), (.lenientTypes, "configuration.type"),
    (.optionalClientID, "configuration.missing"), (.repeatsValues, "configuration.secrets"),
    (.sendsAtStart, "configuration.quiet"),
    (.retriesItself, "transport.no-retry"), (.postIsSafe, "transport.retry-intent"), (.plainHTTP, "transport.secure"),
    (.sendsCookies, "transport.cookies"),
    (.neverSuspends, "ticket.resumes"), (.resumesFromTheStart, "ticket.resumes"),
    (.promisesTooMuch, "capabilities.honest"),
    (.noMethods, "methods.offered"), (.offersTooMuch, "methods.start"), (.anyMethod, "methods.unknown"),
    (.ignoresMethod, "methods.requested"), (.swapsMethods, "methods.requested"),
    (.anyPurpose, "purposes.unsupported"),
  ]

  /// Flaws that have no effect because of the contract's types and its runner, with the reasons. Such a provider
  /// conforms.
  static let impossible: [(flaw: AcmeFlaw, why: String)] = [
    (.answersAfterCancel, "the flow's runner drops outcomes of an earlier generation"),
    (.hangsInCancel, "the flow's runner waits at most two seconds"),
    (.takesAnyAnswer, "the flow's machine passes on only answers that the prompt allows"),
    (.keepsGeneration, "the session engine itself increases the generation"),
    (.refreshesDeafly, "the session engine stores a renewal only over the record for which it was requested"),
    (.leavesWithItsCaller, "a renewal's task belongs to the session engine, not to a caller"),
  ]

  /// The laws that no provider can break: they test the core, in case it is changed. Other flaws may fail them when a
  /// sign-in or a renewal does not reach the tested step.
  static let keptByTheCore: [KeptLaw] = [
    KeptLaw(
      law: "flow.begins", why: "the client runs a provider's flow; the provider never holds it", tried: nil),
    KeptLaw(
      law: "flow.ends-once", why: "nothing is added after a terminal update, and a machine that ended does nothing",
      tried: .answersAfterCancel),
    KeptLaw(law: "flow.dropped", why: "the provider never holds the flow that the client runs", tried: nil),
    KeptLaw(
      law: "flow.illegal-answers", why: "the machine has the table of answers, and passes on only allowed ones",
      tried: .takesAnyAnswer),
    KeptLaw(
      law: "flow.answers-after-end", why: "a machine that has ended does not call its logic", tried: .takesAnyAnswer),
    KeptLaw(
      law: "flow.readers", why: "each reader reads the log of updates independently, and the provider does not read it",
      tried: nil),
    KeptLaw(
      law: "cancel.ends", why: "the client's runner publishes the end, with the instance's own name",
      tried: .hangsInCancel),
    KeptLaw(law: "cancel.reset", why: "no effect is performed for a reset", tried: .hangsInCancel),
    KeptLaw(
      law: "cancel.late-answer", why: "the runner drops outcomes of an earlier generation",
      tried: .answersAfterCancel),
    KeptLaw(
      law: "cancel.bounded", why: "the runner waits at most two seconds",
      tried: .hangsInCancel),
    KeptLaw(
      law: "cancel.reader", why: "neither FlowLogic nor FlowPerformer is notified of readers",
      tried: nil),
    KeptLaw(
      law: "refresh.late-answer", why: "the engine stores a renewal only over the record for which it was requested",
      tried: .refreshesDeafly),
    KeptLaw(
      law: "refresh.caller-leaves", why: "a renewal's task belongs to the engine, not to a caller",
      tried: .leavesWithItsCaller),
    KeptLaw(
      law: "ticket.once", why: "the client removes the record before it calls the provider",
      tried: .resumesFromTheStart),
    KeptLaw(
      law: "ticket.secrecy", why: "a ticket is the instance's name and the client's random bytes",
      tried: .resumesFromTheStart),
    KeptLaw(
      law: "ticket.foreign", why: "a ticket names a record, and without that record the client calls no provider",
      tried: .resumesFromTheStart),
    KeptLaw(
      law: "purposes.signed-out", why: "the client reads the session before it calls the provider", tried: .anyPurpose),
    KeptLaw(
      law: "capabilities.own-session",
      why: "the engine compares a stored session's tenant before it passes the session to a provider; Acme does not",
      tried: nil),
  ]
}
