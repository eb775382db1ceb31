/// A way to break the contract on purpose.
enum AcmeFlaw: String, CaseIterable, Sendable {
  case none
  case refreshesTwice, losesRotation, keepsExpiry, changesSubject, changesID, keepsGeneration
  case failureIsRefusal, networkIsRefusal, garbageIsRefusal, keepsRefusedSessions, refusesToRefresh
  case logsToken, tokenInError, tokenInURL, tokenInClaims, codeInContext, repeatsServerText
  case forgetsRecovery, networkIsProviderError, serverErrorIsProviderError, ignoresRetryAfter, sessionFromGarbage
  case sendsWrongForm, endsOnTypingError, endsOnRefusal, hidesRefusal, stickyError, resendsNothing
  case answersAfterCancel, hangsInCancel, hangsInRevoke, revokesNothing, hidesRevocationFailure
  case wrongProvider, wrongTenant, noSubject, sameSessionID, wallClock
  case anyOrigin, authorizesInURL, authorizesNothing, alwaysRefused, neverRefused
  case swallowsKeys, lenientTypes, optionalClientID, repeatsValues, sendsAtStart
  case retriesItself, postIsSafe, plainHTTP, sendsCookies
  case neverSuspends, resumesAnew, promisesTooMuch, noMethods, offersTooMuch, anyMethod, anyPurpose
}
