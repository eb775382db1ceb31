import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderConformance {
  /// Laws about secrets. The suite searches for secrets in the output of malformed answers, refusals, a sign-in, a
  /// request, failures, a renewal and a sign-out.
  static let secrecyLaws: [ProviderLaw] = [
    ProviderLaw("secrecy.events", "no event contains a secret") { trial in
      try await search(trial) { life, search in
        for event in life.bench.observer.events { search.look(inside: event, "an event") }
      }
    },
    ProviderLaw("secrecy.errors", "no error contains a secret") { trial in
      try await search(trial) { life, search in
        for error in life.errors { search.look(inside: error, "the error \(error.code)") }
      }
    },
    ProviderLaw(
      "secrecy.values", "no update, session or state shows a secret when an app prints or reads it"
    ) { trial in
      try await search(trial) { life, search in
        for update in life.updates {
          search.look(inside: update, "the update \(update.summary)")
          // A context does not print its details, but an app can read and show them.
          guard case .prompt(_, let context) = update else { continue }
          search.look(in: context.details.serializedText, "the details of \(update.summary)")
          if let error = context.lastError { search.look(inside: error, "the last error of \(update.summary)") }
        }
        for session in life.sessions { search.look(inside: session, "a session") }
        for state in life.states { search.look(inside: state, "the state \(state.name)") }
      }
    },
    ProviderLaw("secrecy.urls", "no URL contains a secret") { trial in
      try await search(trial) { life, search in
        for request in life.bench.wire.requests {
          search.look(in: request.url.absoluteString, "the URL of \(request.method) \(request.url.path)")
        }
      }
    },
    ProviderLaw("secrecy.echo", "a secret that a server repeats in its errors appears nowhere", hidesEchoes),
  ]

  private static func search(
    _ trial: ConformanceTrial, _ look: (Life, inout SecretSearch) throws -> Void
  ) async throws {
    let life = try await live(trial)
    let secrets = try await life.bench.secrets()
    if secrets.isEmpty { throw NotApplicable("a sign-in has no secrets (no tokens, no codes, no server.secrets)") }
    var search = SecretSearch(secrets)
    try look(life, &search)
    try search.requireNothing()
  }

  /// Every value of a session's lifetime that an app could print.
  private struct Life {
    let bench: ConformanceBench
    var updates: [FlowUpdate] = []
    var errors: [AuthError] = []
    var sessions: [Session] = []
    var states: [SessionState] = []

    /// Runs a step and keeps the session that it returns or the error that it throws.
    mutating func attempt(_ body: () async throws -> Session?) async throws {
      do {
        if let session = try await body() { sessions.append(session) }
      } catch let error as AuthError {
        errors.append(error)
      }
    }
  }

  private static func live(_ trial: ConformanceTrial) async throws -> Life {
    var life = Life(bench: try await trial.bench())
    let bench = life.bench
    let client = try bench.client()
    var driver = bench.begin(client)
    while let (prompt, context) = await driver.prompt() {
      if context.lastError == nil, let answer = bench.server.malformedAnswers(to: prompt).last {
        try await driver.give(answer)
      } else if driver.errors.count < 2, let answer = try await bench.server.refusedAnswer?(prompt, context) {
        try await driver.give(answer)
      } else {
        try await driver.answer(prompt, context)
      }
      if driver.updates.count > 100 { break }
    }
    life.updates += driver.updates
    life.errors += driver.errors
    if try await bench.storedSession() == nil {
      // A refused answer ends this vendor's flows: sign in again without a refused answer.
      bench.clock.advance(by: .seconds(120))
      var second = bench.begin(client)
      _ = try await second.finish()
      life.updates += second.updates
      life.errors += second.errors
    }
    guard let session = try await bench.storedSession() else { return life }
    life.sessions.append(session)
    if let request = bench.server.protectedRequest {
      try await life.attempt {
        _ = try await client.send(request)
        return nil
      }
    }
    if session.expiresAt != nil {
      try bench.expire(session)
      for fault in WireFault.allCases {
        bench.wire.interfere { _, _ in fault.interference(arrives: false) }
        try await life.attempt { try await client.session() }
        bench.wire.interfere(nil)
        bench.clock.advance(by: WireFault.wait)
      }
      life.states.append(try await client.state())
      try await life.attempt { try await client.session() }
    }
    life.states.append(try await client.state())
    bench.wire.interfere { _, _ in WireFault.unreachable.interference(arrives: false) }
    var unrevoked: [AuthError] = []
    try await life.attempt {
      unrevoked = Array(try await client.signOut().unrevoked.values)
      return nil
    }
    life.errors += unrevoked
    life.states.append(try await client.state())
    bench.wire.interfere(nil)
    try await refuse(&life, client)
    return life
  }

  /// Signs in once more, and renews a session that the server refuses to renew.
  private static func refuse(_ life: inout Life, _ client: AuthClient) async throws {
    let bench = life.bench
    guard let refuse = bench.server.refuseSession, try client.provider() is any SessionRefreshing else { return }
    bench.clock.advance(by: .seconds(120))
    var driver = bench.begin(client)
    _ = try await driver.finish()
    life.updates += driver.updates
    life.errors += driver.errors
    guard let session = try await bench.storedSession(), session.expiresAt != nil else { return }
    try bench.expire(session)
    try await refuse(session)
    try await life.attempt { try await client.session() }
    life.states.append(try await client.state())
  }

  /// Tests with a server that repeats the request in every refusal, as debug builds do.
  private static func hidesEchoes(_ trial: ConformanceTrial) async throws {
    let total = try await signInRequests(trial).count
    for target in 0..<total {
      let bench = try await trial.bench()
      bench.wire.interfere { request, number in number == target ? .answer(echo(request, status: 400)) : nil }
      var driver = bench.begin(try bench.client())
      _ = try await driver.finish()
      var search = SecretSearch(try await bench.secrets())
      for error in driver.errors { search.look(inside: error, "the error \(error.code)") }
      for update in driver.updates { search.look(inside: update, "the update \(update.summary)") }
      for event in bench.observer.events { search.look(inside: event, "an event") }
      try search.requireNothing()
    }
    try await hidesEchoesOfRefusals(trial)
    let bench = try await trial.bench()
    let client = try bench.client()
    let session = try await bench.signIn(client)
    guard try client.provider() is any SessionRefreshing, session.expiresAt != nil else { return }
    try bench.expire(session)
    let secrets = try await bench.secrets()
    bench.wire.interfere { request, _ in .answer(echo(request, status: 500)) }
    var search = SecretSearch(secrets)
    if let error = await thrown({ () throws(AuthError) in _ = try await client.session() }) {
      search.look(inside: error, "the error \(error.code)")
    }
    for event in bench.observer.events { search.look(inside: event, "an event") }
    try search.requireNothing()
  }

  /// Tests with the vendor's own refusals: replaces each text of the response in turn with the body of the request.
  private static func hidesEchoesOfRefusals(_ trial: ConformanceTrial) async throws {
    guard try await trial.bench().server.refusedAnswer != nil else { return }
    for target in 0..<20 {
      var index = 0
      while try await hidesEcho(trial, at: target, text: index) { index += 1 }
      if index == 0, try await !hasPrompt(trial, target) { return }
    }
  }

  /// Gives a refused answer at the `target`th prompt and replaces the `index`th text of the server's response, both
  /// counted from 0. Returns false if there is no such prompt or text.
  private static func hidesEcho(_ trial: ConformanceTrial, at target: Int, text index: Int) async throws -> Bool {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    guard let (prompt, context) = try await prompt(target, of: &driver),
      let answer = try await bench.server.refusedAnswer?(prompt, context)
    else { return false }
    let replaced = Locked(false)
    let last = bench.wire.requests.count
    bench.wire.interfere { request, _ in
      .change { response in
        guard !response.isSuccess, var body = try? response.json() else { return response }
        var left = index
        let sent = String(decoding: request.body ?? [], as: UTF8.self)
        guard body.replaceText(&left, by: "refused: " + sent) else { return response }
        replaced.withLock { $0 = true }
        var changed = response
        changed.body = body.serialized
        return changed
      }
    }
    try await driver.give(answer)
    _ = await driver.next()
    while let update = driver.updates.last, case .working = update { _ = await driver.next() }
    guard bench.wire.requests.count > last, replaced.withLock({ $0 }) else { return false }
    var search = SecretSearch(try await bench.secrets())
    for error in driver.errors { search.look(inside: error, "the error \(error.code)") }
    for event in bench.observer.events { search.look(inside: event, "an event") }
    try search.requireNothing()
    return true
  }

  private static func hasPrompt(_ trial: ConformanceTrial, _ target: Int) async throws -> Bool {
    let bench = try await trial.bench()
    var driver = bench.begin(try bench.client())
    return try await prompt(target, of: &driver) != nil
  }

  /// Gives right answers and returns the `target`th prompt of a sign-in, counted from 0; nil if there are fewer.
  static func prompt(
    _ target: Int, of driver: inout FlowDriver
  ) async throws -> (prompt: Prompt, context: PromptContext)? {
    var shown = await driver.prompt()
    for _ in 0..<target {
      guard let (prompt, context) = shown else { return nil }
      try await driver.answer(prompt, context)
      shown = await driver.prompt()
    }
    return shown
  }

  private static func echo(_ request: TransportRequest, status: Int) -> TransportResponse {
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    let headers = request.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    let text = JSONValue.string("refused: \(headers)\n\(body)")
    return .json(
      ["error": text, "message": text, "error_description": text, "detail": text, "details": [text]], status: status)
  }
}

extension JSONValue {
  /// Replaces the string with the number `left`, counted from 0 in document order, and returns true; returns false if
  /// there are fewer strings. Each string that is passed decreases `left` by one.
  fileprivate mutating func replaceText(_ left: inout Int, by text: String) -> Bool {
    switch self {
    case .string:
      defer { left -= 1 }
      guard left == 0 else { return false }
      self = .string(text)
      return true
    case .array(var values):
      for index in values.indices where values[index].replaceText(&left, by: text) {
        self = .array(values)
        return true
      }
      return false
    case .object(var object):
      for name in object.names {
        guard var value = object[name], value.replaceText(&left, by: text) else { continue }
        object[name] = value
        self = .object(object)
        return true
      }
      return false
    case .null, .bool, .integer, .number: return false
    }
  }
}
