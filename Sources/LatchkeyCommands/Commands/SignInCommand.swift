import AuthCore
import AuthRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let signIn = Command(
    "sign-in", operands: "[IDENTIFIER]", operandCount: 0...1, summary: "Sign a user in",
    discussion: """
      Runs a flow of the configured provider and stores the session. You answer prompts at the terminal; without a
      terminal, answers are read line by line from standard input. If the redirect URL is an http address on loopback, a
      listener receives the redirect there; `--listen` chooses the address of a flow without a configured one.
      """,
    options: FlowOptions.options + [
      Option("purpose", "signin|signup|manage", "the purpose (default: signin, which signs unknown users up)"),
      Option("sign-up", nil, "the same as --purpose signup"),
      Option("resume", "TICKET", "continue a suspended flow"),
      Option("suspend", nil, "stop at the first prompt and print a ticket to resume with"),
    ]
  ) { (invocation) throws(AuthError) in
    let purpose = try purpose(invocation.arguments)
    return try await FlowCommand(invocation).run(purpose: purpose)
  }

  private static func purpose(_ arguments: Arguments) throws(AuthError) -> FlowRequest.Purpose {
    let name = arguments.value("purpose")
    if arguments.has("sign-up") {
      if name == nil { return .signUp }
      throw AuthError(.invalidRequest, "Pass --sign-up or --purpose, not both: --sign-up is --purpose signup.")
    }
    return switch name {
    case nil, "signin", "sign-in": .signIn
    case "signup", "sign-up": .signUp
    case "manage": .manage
    default: throw AuthError(.invalidRequest, "--purpose must be signin, signup or manage.")
    }
  }

  static let enroll = Command(
    "enroll", operands: "METHOD", operandCount: 1...1, summary: "Enrol a method for the signed-in user",
    options: FlowOptions.ofNamedMethod + [Option("identifier", "TEXT", "the address or number to enrol")],
    nextOperand: { $0.isEmpty ? .found(.methods) : nil }
  ) { (invocation) throws(AuthError) in
    let method = MethodID(invocation.arguments.operand(0) ?? "")
    return try await FlowCommand(invocation).run(purpose: .enroll(method))
  }

  static let stepUp = Command(
    "step-up", operands: "ACTION", operandCount: 1...1, summary: "Verify the user again, for one action",
    options: FlowOptions.options + [Option("identifier", "TEXT", "the address or number to use")]
  ) { (invocation) throws(AuthError) in
    try await FlowCommand(invocation).run(purpose: .stepUp(action: invocation.arguments.operand(0) ?? ""))
  }
}
