/// The flaws of the made-up provider, and the flaw that each law must find.
enum MutantTable {
  /// A law that no provider can break.
  struct KeptLaw: Sendable {
    let law: String
    /// The part of the core that keeps it.
    let why: String
    /// The provider that tries to break it; nil where its types leave nothing to try.
    let tried: AcmeFlaw?
  }

  /// Each flaw and the law that has to kill it; a flaw that two laws must kill is listed twice.
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
    (.anyPurpose, "purposes.unsupported"),
  ]

  /// Flaws that the contract's types and its runner make impossible, with the reason: such a provider conforms.
  static let impossible: [(flaw: AcmeFlaw, why: String)] = [
    (.answersAfterCancel, "the flow's runner drops what answers an earlier generation"),
    (.hangsInCancel, "the flow's runner waits two seconds and no longer"),
    (.takesAnyAnswer, "the flow's machine passes on what the prompt allows, and nothing else"),
    (.keepsGeneration, "the session engine raises the generation, whatever the provider says"),
    (.refreshesDeafly, "the session engine stores an answer only on the record that it asked for"),
    (.leavesWithItsCaller, "a renewal's task is the session engine's, and no caller's"),
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
      law: "flow.illegal-answers", why: "the machine holds the table of answers, a logic sees what it allows",
      tried: .takesAnyAnswer),
    KeptLaw(
      law: "flow.answers-after-end", why: "a machine that ended asks its logic no more", tried: .takesAnyAnswer),
    KeptLaw(
      law: "flow.readers", why: "each reader reads the log of updates by itself, and the provider reads none",
      tried: nil),
    KeptLaw(
      law: "cancel.ends", why: "the client's runner publishes the end, with the instance's own name",
      tried: .hangsInCancel),
    KeptLaw(law: "cancel.reset", why: "no effect is performed for a reset", tried: .hangsInCancel),
    KeptLaw(
      law: "cancel.late-answer", why: "the runner drops what answers an earlier generation",
      tried: .answersAfterCancel),
    KeptLaw(
      law: "cancel.bounded", why: "the runner waits two seconds and no longer",
      tried: .hangsInCancel),
    KeptLaw(
      law: "cancel.reader", why: "neither FlowLogic nor FlowPerformer is told who reads, begins to, or leaves",
      tried: nil),
    KeptLaw(
      law: "refresh.late-answer", why: "the engine stores an answer only on the record that it asked for",
      tried: .refreshesDeafly),
    KeptLaw(
      law: "refresh.caller-leaves", why: "a renewal's task is the engine's, and no caller's",
      tried: .leavesWithItsCaller),
    KeptLaw(
      law: "ticket.once", why: "the client takes the record before it asks the provider", tried: .resumesFromTheStart),
    KeptLaw(
      law: "ticket.secrecy", why: "a ticket is the instance's name and the client's random bytes",
      tried: .resumesFromTheStart),
    KeptLaw(
      law: "ticket.foreign", why: "a ticket names a record, and the client asks no provider where there is none",
      tried: .resumesFromTheStart),
    KeptLaw(
      law: "purposes.signed-out", why: "the client asks for the session before it asks the provider", tried: .anyPurpose
    ),
    KeptLaw(
      law: "capabilities.own-session",
      why: "the engine compares a stored session's tenant before a provider is given it; Acme itself never looks",
      tried: nil),
  ]
}
