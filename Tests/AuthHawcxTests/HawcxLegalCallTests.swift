import AuthCore
import AuthTesting
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table of legal calls (H20 to H48), with every row and every column. The vendor's flow object becomes idle again
/// after a flow. Here each flow is a new object, so the table's rows `Idle` and `start` correspond to a flow that still
/// asks for the identifier, and to a flow that has ended.
@Suite struct HawcxLegalCallTests {
  struct Row: Sendable {
    let name: String
    var identifier: String? = "jane@example.com"
    let answers: [JSONValue]
    let isReached: @Sendable (FlowUpdate) -> Bool
    /// The legal calls of the row, and the action that each call sends; empty for a call that sends nothing.
    let legal: [String: String]
    /// The error code of an illegal call.
    var refusal = AuthError.Code.invalidState

    /// The number of effects that have started when the flow reaches the row.
    var expectedActions: Int { answers.count + (refusal == .flowBusy ? 1 : 0) }
  }

  static let open: JSONValue = ["type": "enter_code", "destination": "j***", "codeLength": 6]
  static let totp: JSONValue = ["type": "enter_totp"]
  static let setupTOTP: JSONValue = [
    "type": "setup_totp", "secret": "JBSWY3DPEHPK3PXP", "otpauthUrl": "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP",
  ]
  static let setupSMS: JSONValue = ["type": "setup_sms"]
  static let redirect: JSONValue = [
    "type": "redirect", "url": "https://idp.example/authorize?state=s", "returnScheme": "app",
  ]
  static let device: JSONValue = [
    "type": "setup_device", "domain": "t.example", "algorithm": "Ed25519", "version": "zkp_v1",
  ]
  static let prompts: [(name: String, step: JSONValue, legal: [String: String])] = [
    ("selectMethod", HawcxScript.methods, ["select(method:)": "select_method"]),
    ("enterCode, open", open, ["submit(code:)": "submit_code", "resend()": "resend"]),
    ("enterCode, closed", HawcxScript.enterCode, ["submit(code:)": "submit_code"]),
    ("enterTOTP", totp, ["submit(code:)": "submit_totp"]),
    ("setupTOTP", setupTOTP, ["submit(code:)": "submit_totp"]),
    ("setupSMS", setupSMS, ["submit(phone:)": "submit_phone"]),
    ("redirect", redirect, ["resume(callback:)": "oauth_callback"]),
    ("awaitApproval", HawcxScript.approval, ["poll()": "poll"]),
  ]

  /// The server's error that makes the flow show the same prompt again: an unavailable method for a list of methods, a
  /// wrong code for every other prompt.
  static func refusal(of name: String) -> JSONValue {
    name == "selectMethod"
      ? [
        "type": "error", "code": "method_not_available", "action": "select_method", "retryable": true, "message": "m",
      ]
      : ["type": "error", "code": "invalid_code", "action": "retry_input", "retryable": true, "message": "m"]
  }

  static func showsPrompt(_ update: FlowUpdate) -> Bool {
    if case .prompt = update { true } else { false }
  }

  static func showsError(_ update: FlowUpdate) -> Bool {
    if case .prompt(_, let context) = update { context.lastError != nil } else { false }
  }

  static var rows: [Row] {
    var rows = [
      Row(
        name: "asks who the user is", identifier: nil, answers: [], isReached: showsPrompt,
        legal: ["select(method:)": ""]),
      Row(
        name: "loading", answers: [],
        isReached: { if case .working(.request) = $0 { true } else { false } }, legal: [:], refusal: .flowBusy),
      Row(
        name: "device step", answers: [device],
        isReached: { if case .working(.deviceTrust) = $0 { true } else { false } }, legal: [:], refusal: .flowBusy),
      Row(
        name: "error without a way back",
        answers: [["type": "error", "code": "user_not_found", "action": "restart_flow", "message": "m"]],
        isReached: { $0.isTerminal }, legal: [:]),
      Row(
        name: "completed", answers: [["type": "completed", "authCode": "c"]], isReached: { $0.isTerminal },
        legal: [:]),
      Row(
        name: "unknown step", answers: [["type": "show_hologram"]], isReached: showsPrompt, legal: [:]),
    ]
    for prompt in prompts {
      rows.append(Row(name: prompt.name, answers: [prompt.step], isReached: showsPrompt, legal: prompt.legal))
      rows.append(
        Row(
          name: "error over " + prompt.name, answers: [prompt.step, refusal(of: prompt.name)], isReached: showsError,
          legal: prompt.legal))
    }
    return rows
  }

  /// One well-formed answer of every kind.
  static func calls(_ method: MethodID) throws -> [FlowAnswer] {
    [
      .method(method), .account("a"), .email("joe@example.com"), .code(Secret("123456")), .phone("+14155550123"),
      .fields(["invite_code": Secret("12345678")]),
      .callback(try #require(URL(string: "app://callback?code=c&state=s"))),
      .resend, .poll,
    ]
  }

  /// Brings a flow to the state of the row. A row with an error at a prompt first needs an answer to the prompt.
  private func stage(_ row: Row) async throws -> HawcxStageBench {
    let bench = HawcxStageBench(identifier: row.identifier, row.answers)
    if row.name.hasPrefix("error over") {
      try await bench.reach(Self.showsPrompt)
      let first = try Self.calls(.emailOTP).first { row.legal[$0.name] != nil }
      try await bench.flow.answer(try #require(first))
    }
    try await bench.reach(row.isReached)
    // Wait until the effect in progress has started.
    while bench.performer.actions.count < row.expectedActions { await Task.yield() }
    return bench
  }

  @Test func illegalCallsAreRefusedWithoutEffect() async throws {
    var count = 0
    for row in Self.rows {
      let bench = try await stage(row)
      let before = ("\(bench.flow.current)", bench.performer.actions)
      for call in try Self.calls(.emailOTP) where row.legal[call.name] == nil {
        do throws(AuthError) {
          try await bench.flow.answer(call)
          Issue.record("\(row.name): \(call.name) was accepted")
        } catch {
          #expect(error.code == row.refusal, "\(row.name): \(call.name)")
        }
        #expect("\(bench.flow.current)" == before.0, "\(row.name): \(call.name) changed the flow")
        #expect(bench.performer.actions == before.1, "\(row.name): \(call.name) sent something")
        count += 1
      }
      // A method that was not offered is not an answer to the list either.
      if row.legal["select(method:)"] != nil {
        await #expect(throws: AuthError(.invalidState, "")) { try await bench.flow.select(method: "carrier_pigeon") }
        #expect(bench.performer.actions == before.1)
      }
      bench.flow.reset()
    }
    #expect(count == Self.rows.count * 9 - Self.rows.reduce(0) { $0 + $1.legal.count })
  }

  @Test func legalCallsSendOneActionAndWait() async throws {
    for row in Self.rows {
      for (name, action) in row.legal {
        let bench = try await stage(row)
        let call = try #require(try Self.calls(.emailOTP).first { $0.name == name })
        let before = bench.performer.actions
        try await bench.flow.answer(call)
        guard !action.isEmpty else {
          #expect(bench.performer.actions == before && Self.showsPrompt(bench.flow.current))
          continue
        }
        while bench.performer.actions.count == before.count { await Task.yield() }
        #expect(bench.performer.actions == before + [action], "\(row.name): \(name)")
        // The same prompt cannot be answered twice. A poll is excluded, because it does not answer the prompt.
        if name != "poll()" {
          do throws(AuthError) {
            try await bench.flow.answer(call)
            Issue.record("\(row.name): \(name) was accepted twice; \(bench.flow.current)")
          } catch {
            #expect(error.code == .flowBusy, "\(row.name): \(name)")
          }
        }
        bench.flow.reset()
      }
    }
  }

  /// `cancel` notifies the server if the flow has a session there, and `reset` does not. Both are legal in every row,
  /// also a second time.
  @Test func cancelAndResetAreLegalInEveryRow() async throws {
    for row in Self.rows {
      for tells in [true, false] {
        let bench = try await stage(row)
        let ended = bench.flow.current.isTerminal
        let before = bench.performer.actions
        if tells {
          let isDone = Locked(false)
          let cancelling = Task {
            await bench.flow.cancel()
            isDone.withLock { $0 = true }
          }
          // The flow waits at most two seconds for the server's response.
          while !ended, !row.answers.isEmpty, bench.performer.actions.last != "cancel" { await Task.yield() }
          while !isDone.withLock({ $0 }) {
            bench.clock.advance(by: .seconds(2))
            await Task.yield()
          }
          await cancelling.value
        } else {
          bench.flow.reset()
        }
        let knows = !ended && row.answers.count > 0
        #expect(bench.performer.actions == before + (tells && knows ? ["cancel"] : []), "\(row.name)")
        if !ended, case .failed(let error) = bench.flow.current {
          #expect(error.code == .cancelled, "\(row.name)")
        } else {
          #expect(ended, "\(row.name)")
        }
        await bench.flow.cancel()
        bench.flow.reset()
        await #expect(throws: AuthError(.invalidState, "")) { try await bench.flow.poll() }
      }
    }
  }

  /// After its end, the flow ignores responses to its earlier requests.
  @Test func dropsAResponseOfAnEarlierGeneration() async throws {
    let bench = HawcxStageBench([Self.open])
    try await bench.reach(Self.showsPrompt)
    try await bench.flow.submit(code: "123456")
    await bench.clock.waitForSleepers()
    bench.flow.reset()
    bench.clock.advance(by: .seconds(90_000))
    guard case .failed(let error) = bench.flow.current else { throw Unexpected("the flow has not ended") }
    #expect(error.code == .cancelled)
  }
}
