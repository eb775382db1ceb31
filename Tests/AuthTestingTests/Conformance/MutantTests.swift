import AuthCore
import AuthStorage
import AuthTesting
import Testing

/// Breaks the contract on purpose, one way at a time, and expects the law that is meant for it to say so.
@Suite struct MutantTests {
  /// Each flaw and the law that has to kill it.
  static let mutants: [(flaw: AcmeFlaw, law: String)] = [
    (.refreshesTwice, "refresh.one-for-many"), (.losesRotation, "refresh.serves"), (.keepsExpiry, "refresh.serves"),
    (.changesSubject, "refresh.keeps-identity"), (.changesID, "refresh.keeps-identity"),
    (.failureIsRefusal, "refresh.failure-keeps"), (.networkIsRefusal, "refresh.failure-keeps"),
    (.garbageIsRefusal, "refresh.failure-keeps"), (.keepsRefusedSessions, "refresh.refused-ends"),
    (.refusesToRefresh, "capabilities.honest"),
    (.logsToken, "secrecy.events"), (.tokenInError, "secrecy.errors"), (.tokenInURL, "secrecy.urls"),
    (.tokenInClaims, "secrecy.values"), (.codeInContext, "secrecy.values"), (.repeatsServerText, "secrecy.echo"),
    (.forgetsRecovery, "errors.recovery"), (.networkIsProviderError, "errors.unreachable"),
    (.serverErrorIsProviderError, "errors.server"), (.ignoresRetryAfter, "errors.rate-limited"),
    (.sessionFromGarbage, "errors.malformed"),
    (.sendsWrongForm, "flow.wrong-form"), (.endsOnTypingError, "flow.wrong-form"),
    (.endsOnRefusal, "flow.refused-answer"), (.hidesRefusal, "flow.refused-answer"),
    (.stickyError, "flow.error-passes"), (.resendsNothing, "flow.resend"),
    (.revokesNothing, "revoke.reaches"), (.hangsInRevoke, "revoke.reaches"),
    (.hidesRevocationFailure, "revoke.failing"),
    (.wrongProvider, "session.identity"), (.wrongTenant, "session.identity"), (.noSubject, "session.identity"),
    (.sameSessionID, "session.second"), (.wallClock, "clock.own"),
    (.anyOrigin, "send.origins"), (.authorizesInURL, "send.authorised"), (.authorizesNothing, "send.authorised"),
    (.alwaysRefused, "send.authorised"), (.neverRefused, "send.refused-once"),
    (.swallowsKeys, "configuration.unknown"), (.lenientTypes, "configuration.type"),
    (.optionalClientID, "configuration.missing"), (.repeatsValues, "configuration.secrets"),
    (.sendsAtStart, "configuration.quiet"),
    (.retriesItself, "transport.no-retry"), (.postIsSafe, "transport.retry-intent"), (.plainHTTP, "transport.secure"),
    (.sendsCookies, "transport.cookies"),
    (.neverSuspends, "ticket.resumes"), (.resumesAnew, "ticket.resumes"), (.promisesTooMuch, "capabilities.honest"),
    (.noMethods, "methods.offered"), (.offersTooMuch, "methods.start"), (.anyMethod, "methods.unknown"),
    (.anyPurpose, "purposes.unsupported"),
  ]

  /// Flaws that the contract's types and its runner leave no room for, and why: such a provider conforms.
  static let impossible: [(flaw: AcmeFlaw, why: String)] = [
    (.answersAfterCancel, "the flow's runner drops what answers an earlier generation"),
    (.hangsInCancel, "the flow's runner waits two seconds and no longer, whoever listens"),
    (.keepsGeneration, "the session engine raises the generation, whatever the provider says"),
  ]

  @Test func everyMutantIsKilledByItsLaw() async {
    // A few at a time: most of a suite's time is spent waiting for nothing to happen.
    var killed: [AcmeFlaw: [String]] = [:]
    for start in stride(from: 0, to: Self.mutants.count, by: 8) {
      await withTaskGroup(of: (AcmeFlaw, [String]).self) { group in
        for (flaw, _) in Self.mutants[start...].prefix(8) {
          group.addTask { (flaw, await ProviderConformance(.acme(flaw)).failures().map(\.law)) }
        }
        for await (flaw, laws) in group { killed[flaw] = laws }
      }
    }
    var table: [String] = []
    for (flaw, law) in Self.mutants {
      let killers = killed[flaw] ?? []
      #expect(killers.contains(law), "\(flaw.rawValue) is to be killed by \(law), not by \(killers)")
      let others = killers.filter { $0 != law }
      table.append(
        Self.line(flaw.rawValue, law) + (others.isEmpty ? "" : "  also \(others.joined(separator: ", "))"))
    }
    print("mutant → the law that killed it\n" + table.joined(separator: "\n"))
  }

  @Test func aProviderThatOnlyHalfSuspendsIsKilled() async {
    let report = await ProviderConformance(.acme(plugin: .mute)).report()
    #expect(report.failures.map(\.law) == ["ticket.unsupported"])
    print(Self.line("suspendsWithoutResuming", "ticket.unsupported"))
  }

  @Test func someMutantsCannotBeWritten() async {
    for (flaw, why) in Self.impossible {
      let report = await ProviderConformance(.acme(flaw)).report()
      #expect(report.failures.isEmpty, "\(flaw.rawValue)")
      print(Self.line(flaw.rawValue, "cannot be written: \(why)"))
    }
  }

  @Test func noProviderReachesTheSessionStore() async throws {
    let children = Mirror(reflecting: try await SeenServices.ofAProvider()).children
    #expect(children.count == 8)
    #expect(!children.contains { $0.value is any SessionStore })
    print(Self.line("storesBeforeCompleted", "cannot be written: a provider is given no session store"))
  }

  @Test func everyFlawIsInATable() {
    let known = Self.mutants.map(\.flaw) + Self.impossible.map(\.flaw) + [.none]
    #expect(Set(known) == Set(AcmeFlaw.allCases))
    #expect(known.count == AcmeFlaw.allCases.count)
    #expect(Set(Self.mutants.map(\.law)).isSubset(of: ProviderConformance.laws))
  }

  private static func line(_ mutant: String, _ verdict: String) -> String {
    "  " + mutant + String(repeating: " ", count: max(1, 28 - mutant.count)) + verdict
  }
}

/// What a provider was made with.
enum SeenServices {
  static func ofAProvider() async throws -> ProviderServices {
    let client = try AuthClient(
      configuration: AuthConfiguration(["provider": "acme", "providers": ["acme": ["clientId": "a"]]]),
      plugins: [.acme],
      services: ClientServices(
        provider: ProviderServices(
          transport: ScriptedTransport([]), keys: KeyRing(NoKeyStore()), records: MemoryRecordStore()),
        sessionStore: MemorySessionStore()))
    guard let provider = try client.provider() as? AcmeProvider else {
      throw AuthError(.internalError, "The provider is another one.")
    }
    return provider.services
  }
}
