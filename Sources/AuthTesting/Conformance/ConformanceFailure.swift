import AuthCore

/// A law that the subject of a conformance suite breaks.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// The law's name.
  public let law: String
  /// What happened, or `expected:` and the expectation that was not met.
  public let reason: String

  /// The law and the reason: `session.sign-out: expected: nothing is selected`.
  public var description: String { "\(law): \(reason)" }
}

/// Throws if `condition` is false; `what` states the expectation.
func require(_ condition: Bool, _ what: String) throws {
  if !condition { throw BrokenLaw(expected: what) }
}

/// Throws unless `body` throws an `AuthError` with this code; `what` names the call in the message.
func requireError<Result>(
  _ code: AuthError.Code, _ what: String, _ body: () async throws -> Result
) async throws {
  do {
    _ = try await body()
  } catch let error as AuthError {
    return try require(error.code == code, "\(what) throws \(code), not \(error.code)")
  }
  throw BrokenLaw(expected: "\(what) throws \(code); nothing was thrown")
}

/// Runs every law on a new subject and returns the broken laws, in order.
func brokenLaws<Subject: Sendable>(
  _ laws: [ConformanceLaw<Subject>], _ makeSubject: @Sendable () async throws -> Subject
) async -> [ConformanceFailure] {
  var failures: [ConformanceFailure] = []
  for law in laws {
    do {
      try await law.check(try await makeSubject())
    } catch let broken as BrokenLaw {
      failures.append(ConformanceFailure(law: law.name, reason: broken.reason))
    } catch {
      failures.append(ConformanceFailure(law: law.name, reason: "threw \(error)"))
    }
  }
  return failures
}
