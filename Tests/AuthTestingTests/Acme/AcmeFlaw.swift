/// A deliberate violation of the provider contract.
enum AcmeFlaw: String, CaseIterable, Sendable {
  case none
  case refreshesTwice, losesRotation, keepsExpiry, changesSubject, changesID, keepsGeneration
  case failureIsRefusal, networkIsRefusal, garbageIsRefusal, keepsRefusedSessions, refusesToRefresh
  case refreshesDeafly, leavesWithItsCaller
  case logsToken, tokenInError, tokenInRefusal, quotesCallbacks, tokenInURL, tokenInClaims, codeInContext
  case repeatsServerText, repeatsRefusalText
  case forgetsRecovery, networkIsProviderError, serverErrorIsProviderError, ignoresRetryAfter, sessionFromGarbage
  case lostAnswerIsRefusal, neverForgetsAnOutage, endsOnOutage, namesItsTypeInErrors, believesContentTypes
  case sendsWrongForm, sendsAnyAddress, endsOnTypingError, endsOnRefusal, endsOnWrongCode, restartsOnWrongCode
  case takesAnyCallback, hidesAttempts
  case hidesRefusal, stickyError, resendsNothing, passwordInContext, neverCountsDown
  case acceptsAnyRevocation, everyBadRequestRefuses
  case enrolsIntoSession, forgetsPurpose
  case takesAnyAnswer, answersAfterCancel, hangsInCancel
  case countsDeadAsRevoked, hangsInRevoke, revokesNothing, revokesTwice, revokesInTheBackground, hidesRevocationFailure
  case wrongProvider, wrongTenant, noSubject, sameSessionID, tenantOfItsInstance, claimsInfinity
  case wallClock, deviceClock
  case anyOrigin, authorizesInURL, authorizesNothing, alwaysRefused, neverRefused, reusesProofs
  case overstatesLifetime
  case swallowsKeys, lenientTypes, optionalClientID, repeatsValues, sendsAtStart
  case retriesItself, postIsSafe, plainHTTP, sendsCookies
  case neverSuspends, resumesFromTheStart
  case promisesTooMuch, noMethods, offersTooMuch, anyMethod, ignoresMethod, swapsMethods, anyPurpose

  /// The ceremony in which the flaw is visible.
  var way: AcmeWay {
    switch self {
    case .takesAnyCallback, .quotesCallbacks: .link
    case .passwordInContext, .endsOnOutage: .password
    default: .code
    }
  }
}
