import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about errors, at every request of a sign-in.
  static let errorLaws: [ProviderLaw] = [
    ProviderLaw("errors.unreachable", "network, timeout, tls and response_too_large keep their codes") { trial in
      try await mapsFaults(WireFault.transport, trial)
    },
    ProviderLaw("errors.server", "5xx is server_error") { try await mapsFaults(WireFault.server, $0) },
    ProviderLaw("errors.rate-limited", "429 is rate_limited, and Retry-After is passed on") { trial in
      try await mapsFaults([.rateLimited], trial)
    },
    ProviderLaw("errors.malformed", "garbage, half a response and a web page are malformed_response, never a session") {
      try await mapsFaults(WireFault.malformed, $0)
    },
    ProviderLaw(
      "errors.content-type", "a response is judged by its body: JSON under another content type is accepted",
      readsMislabelled),
    ProviderLaw("errors.lost-answer", "a lost response is network, even if the server processed the request") { trial in
      try await survivesLostAnswers(trial)
    },
    ProviderLaw(
      "errors.answer-again", "after a lost request, the prompt takes a typed answer again, and a new flow works",
      answersAgain),
    ProviderLaw("errors.recovery", "every transient failure has a recovery other than abort", keepsRecoveries),
    ProviderLaw("errors.provider", "every error names its provider", namesProvider),
  ]

  /// For each request and each fault: starts a new app, applies the fault to the request once, and runs `check`.
  private static func withFaults(
    _ faults: [WireFault], _ trial: ConformanceTrial,
    _ check: (WireFault, FlowDriver, _ path: String, _ isLast: Bool, ConformanceBench) throws -> Void
  ) async throws {
    let total = try await signInRequests(trial).count
    for fault in faults {
      for target in 0..<total {
        let bench = try await trial.bench()
        bench.wire.interfere { _, number in number == target ? fault.interference(arrives: true) : nil }
        var driver = bench.begin(try bench.client())
        _ = try await driver.finish()
        try require(bench.wire.requests.count > target, "every sign-in sends the same requests")
        try check(fault, driver, bench.wire.path(target), target == total - 1, bench)
      }
    }
  }

  private static func mapsFaults(_ faults: [WireFault], _ trial: ConformanceTrial) async throws {
    try await withFaults(faults, trial) { fault, driver, path, isLast, bench in
      let what = "\(fault.rawValue) at \(path)"
      let isSignedIn = if case .success = driver.end { true } else { false }
      guard let error = driver.errors.first else {
        // A provider may ignore the body of a response if it does not need the body.
        if WireFault.malformed.contains(fault), !isLast, isSignedIn { return }
        throw BrokenLaw(expected: "\(what) shows the error \(fault.code); no error was shown")
      }
      try require(error.code == fault.code, "\(what) is \(fault.code), not \(error)")
      if fault == .rateLimited {
        try require(
          error.retryAfter == WireFault.wait, "\(what): retryAfter is 7 seconds, not \(error.retryAfter.text)")
      }
      try require(isSignedIn || bench.sessions.records.isEmpty, "\(what) stores no session")
    }
  }

  /// For each request: returns the complete response with the content type of a web page.
  ///
  /// Gateways and development servers set wrong content types, and a sign-in must not depend on them. A check of the
  /// content type does not add safety: a body that is not the vendor's does not parse anyway (`errors.malformed`).
  private static func readsMislabelled(_ trial: ConformanceTrial) async throws {
    for target in 0..<(try await signInRequests(trial).count) {
      let bench = try await trial.bench()
      bench.wire.interfere { _, number in number == target ? .change(mislabel) : nil }
      var driver = bench.begin(try bench.client())
      _ = try await driver.finish()
      if let error = driver.errors.first {
        throw BrokenLaw(reason: "the JSON response to \(bench.wire.path(target)) was refused as text/html: \(error)")
      }
    }
  }

  private static func mislabel(_ response: TransportResponse) -> TransportResponse {
    var mislabelled = response
    mislabelled.headers["Content-Type"] = "text/html; charset=utf-8"
    return mislabelled
  }

  private static func keepsRecoveries(_ trial: ConformanceTrial) async throws {
    try await withFaults([.unreachable, .timeout, .status500, .rateLimited, .garbage], trial) {
      fault, driver, path, _, _ in
      guard let error = driver.errors.first else { return }
      try requireWayOut(error, "\(fault.rawValue) at \(path)")
    }
  }

  private static func namesProvider(_ trial: ConformanceTrial) async throws {
    try await withFaults([.unreachable, .status500, .garbage], trial) { fault, driver, path, _, bench in
      for error in driver.errors {
        try require(error.provider == bench.providerID, "\(fault.rawValue) at \(path): the error names the provider")
      }
    }
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    while let (prompt, context) = await driver.prompt() {
      if context.lastError == nil, let answer = bench.server.malformedAnswers(to: prompt).first {
        try await driver.give(answer)
      } else {
        try await driver.answer(prompt, context)
      }
    }
    for error in driver.errors {
      try require(error.provider == bench.providerID, "context.lastError names the provider (\(error.code))")
    }
  }

  private static func survivesLostAnswers(_ trial: ConformanceTrial) async throws {
    for target in 0..<(try await signInRequests(trial).count) {
      let bench = try await trial.bench()
      bench.wire.interfere { _, number in number == target ? .loseAnswer : nil }
      var driver = bench.begin(try bench.client())
      let end = try await driver.finish()
      let path = bench.wire.path(target)
      let error = try required(driver.errors.first, "a lost response to \(path) shows the error network")
      try require(error.code == .network, "a lost response to \(path) is network, not \(error)")
      if case .failure(let last) = end {
        try require(bench.sessions.records.isEmpty, "a flow that failed stores no session")
        try requireWayOut(last, "a lost response to \(path)")
      }
    }
  }
}

extension Duration? {
  /// The duration, or `nothing`.
  var text: String { map(\.description) ?? "nothing" }
}
