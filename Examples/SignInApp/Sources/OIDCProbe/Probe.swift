import AuthCore
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The commands of the probe.
struct Probe {
  let client: AuthClient

  func run(_ command: String, _ words: [String]) async throws(AuthError) {
    switch command {
    case "sign-in": try await signIn(words)
    case "suspend": try await suspend(words)
    case "resume": try await resume(words)
    case "session": show(try await client.session())
    case "stored": try await stored()
    case "refresh": show(try await client.refresh())
    case "send":
      let response = try await client.send(TransportRequest("GET", words[0]))
      Self.show(["status": .integer(Int64(response.status)), "body": .string(response.text)])
    case "sign-out": try await signOut()
    default:
      throw AuthError(
        .invalidRequest,
        "'\(command)' is not a command. Use sign-in, suspend, resume, session, stored, refresh, send or sign-out.")
    }
  }

  /// METHOD [PORT]: signs in, and prints each prompt.
  private func signIn(_ words: [String]) async throws(AuthError) {
    let listener = try LoopbackRedirectListener(port: words.count > 1 ? Int(words[1]) ?? 0 : 0)
    let flow = client.start(FlowRequest(method: MethodID(words[0]), redirectURL: listener.url))
    try await follow(flow, listener)
  }

  private func follow(_ flow: AuthFlow, _ listener: LoopbackRedirectListener) async throws(AuthError) {
    for await update in flow {
      switch update {
      case .prompt(let prompt, let context):
        Self.show(describe(prompt, context))
        if case .redirect(let page) = prompt { try await flow.resume(callback: listener.callback(of: page)) }
      case .completed(.session(let session, _)): show(session)
      case .completed:
        throw AuthError(.internalError, "The flow ended without a session. Report this to Latchkey's maintainers.")
      case .failed(let error): throw error
      case .idle, .working: continue
      }
    }
  }

  /// METHOD PORT: suspends the flow at its prompt; the page stays open.
  private func suspend(_ words: [String]) async throws(AuthError) {
    let url = URL(string: "http://127.0.0.1:\(words[1])/callback")
    let flow = client.start(FlowRequest(method: MethodID(words[0]), redirectURL: url))
    for await update in flow {
      switch update {
      case .prompt(let prompt, let context):
        var object = describe(prompt, context)
        object["ticket"] = .string(try await flow.suspend().rawValue)
        return Self.show(object)
      case .failed(let error): throw error
      case .idle, .working, .completed: continue
      }
    }
  }

  /// TICKET CALLBACK: continues a suspended flow.
  private func resume(_ words: [String]) async throws(AuthError) {
    guard let callback = URL(string: words[1]) else {
      throw AuthError(.invalidRequest, "CALLBACK is not a URL. Pass the whole address of the last page.")
    }
    let flow = client.resume(FlowTicket(rawValue: words[0]))
    for await update in flow {
      switch update {
      case .prompt(let prompt, let context):
        if let error = context.lastError { throw error }
        if case .redirect = prompt { try await flow.resume(callback: callback) }
      case .completed(.session(let session, _)): show(session)
      case .failed(let error): throw error
      case .idle, .working, .completed: continue
      }
    }
  }

  private func stored() async throws(AuthError) {
    guard let session = try await client.storedSession() else { return Self.show(["session": .null]) }
    show(session)
  }

  private func signOut() async throws(AuthError) {
    let result = try await client.signOut()
    Self.show([
      "redirects": .array(result.redirects.map { .string($0.url.absoluteString) }),
      "unrevoked": .array(result.unrevoked.values.map { .string($0.description) }),
    ])
  }

  private func describe(_ prompt: Prompt, _ context: PromptContext) -> JSONObject {
    var object: JSONObject = ["prompt": .string(prompt.name)]
    object["lastError"] = context.lastError.map { .string($0.code.rawValue) }
    switch prompt {
    case .redirect(let page): object["url"] = .string(page.url.absoluteString)
    case .awaitApproval(let approval):
      object["displayCode"] = approval.displayCode.map { .string($0) }
      object["verificationURL"] = approval.verificationURL.map { .string($0.absoluteString) }
      object["interval"] = .integer(approval.pollInterval.components.seconds)
    default: break
    }
    return object
  }

  private func show(_ session: Session) {
    func text(_ secret: Secret?) -> JSONValue { secret.map { .string($0.revealText()) } ?? .null }
    Self.show([
      "session": .string(session.id.rawValue), "tenant": .string(session.tenant), "subject": .string(session.subject),
      "access": text(session.tokens.access), "refresh": text(session.tokens.refresh),
      "identity": text(session.tokens.identity), "claims": .object(session.claims),
      "key": session.key?.json ?? .null,
    ])
  }

  static func show(_ object: JSONObject) {
    print(JSONValue.object(object).serializedText)
    fflush(nil)
  }
}
