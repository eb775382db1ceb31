import AuthCore
import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Serves the requests of the agent's clients with one client of the configuration, so that all of them share each
/// renewal.
struct AgentDesk: Sendable {
  private let client: AuthClient
  private let configuration: AgentConfiguration
  private let status: AgentStatus

  init(_ client: AuthClient, _ configuration: AgentConfiguration, _ status: AgentStatus) {
    self.client = client
    self.configuration = configuration
    self.status = status
  }

  /// What one line asks for.
  func serve(_ line: [UInt8]) -> AgentServer.Work {
    let (id, request) = AgentRequest.read(line)
    do throws(AuthError) {
      return try work(for: try request.get(), id)
    } catch {
      return .reply(AgentInbox.Reply(line: AgentAnswer.line(id, error)))
    }
  }

  private func work(for request: AgentRequest, _ id: JSONValue) throws(AuthError) -> AgentServer.Work {
    if let expected = request.configuration, expected != status.place.configuration {
      throw AuthError(
        .invalidRequest,
        "This agent serves the configuration '\(status.place.configuration)', which is not that of the field "
          + "'configuration'. Ask 'latchkey agent start' for the socket of your configuration.")
    }
    status.count()
    switch request.action {
    case .ping:
      return .reply(
        AgentInbox.Reply(
          line: AgentAnswer.line(
            id, ["latchkey": .string(PackageVersion.current), "configuration": .string(status.place.configuration)])))
    case .status: return .reply(AgentInbox.Reply(line: AgentAnswer.line(id, status.json)))
    case .stop: return .reply(AgentInbox.Reply(line: AgentAnswer.line(id, ["stopping": true]), then: .stop))
    case .accounts, .token, .authorize, .sign:
      return .task {
        do throws(AuthError) {
          guard try configuration.follow(client) else { return AgentInbox.Reply(line: [], then: .giveUp) }
          return AgentInbox.Reply(line: AgentAnswer.line(id, try await result(of: request.action)), isUse: true)
        } catch {
          return AgentInbox.Reply(line: AgentAnswer.line(id, error), isUse: true)
        }
      }
    }
  }

  private func result(of action: AgentRequest.Action) async throws(AuthError) -> JSONObject {
    switch action {
    case .ping, .status, .stop: return [:]
    case .accounts: return ["accounts": .array(try await client.accounts().map { .object(json($0)) })]
    case .token(let meant, let validity):
      let account = try await account(meant)
      let found = try await AccessToken.fetch(account, validFor: validity)
      // The agent exists to hand over tokens. Refresh tokens and keys stay here.
      var result: JSONObject = ["token": .string(found.token.revealText())]
      result["expiresAt"] = found.expiresAt.map { .string(ISO8601.encode($0)) } ?? .null
      return named(result, account)
    case .authorize(let meant, let request):
      let account = try await account(meant)
      let authorized = try await account.authorize(request.transportRequest)
      guard authorized.headers.areValid else { throw AuthError.invalidHeaders }
      return named(
        [
          "method": .string(authorized.method), "url": .string(authorized.url.absoluteString),
          "headers": .array(authorized.headers.list.map { ["name": .string($0.name), "value": .string($0.value)] }),
        ], account)
    case .sign(let meant, let body):
      let account = try await account(meant)
      let stamp = try await stamp(body, account)
      return named(["name": .string(stamp.name), "value": .string(stamp.value)], account)
    }
  }

  /// The account that a request means. All requests for one session use the account's engine, which renews it once.
  private func account(_ meant: AgentAccount) async throws(AuthError) -> Account {
    switch meant {
    case .id(let id): return try await client.account(id)
    case .label(let key, let value): return try AgentAccount.find(key: key, value: value, in: await client.accounts())
    case .selected: return try await selected(nil)
    case .provider(let id): return try await selected(id)
    }
  }

  private func selected(_ provider: ProviderID?) async throws(AuthError) -> Account {
    if let session = try await client.storedSession(provider: provider) { return try await client.account(session.id) }
    // Throws the error that says why no user is signed in.
    return try await client.account(client.session(provider: provider).id)
  }

  /// The stamp of a session's key over these bytes.
  private func stamp(_ body: [UInt8], _ account: Account) async throws(AuthError) -> Stamp {
    guard let provider = try client.provider(account.providerID) as? TurnkeyProvider else {
      throw AuthError(
        .unsupported,
        "The sessions of '\(account.providerID)' sign no bytes. Use the request 'authorize', which authorises an HTTP "
          + "request with the session.", provider: account.providerID)
    }
    let session = try await account.session()
    do throws(AuthError) {
      return try await provider.stamper(of: session).stamp(body)
    } catch  where error.code == .keyUnavailable {
      // A renewal by another process may have replaced the key in the meantime.
      let renewed = try await account.session()
      guard renewed.generation > session.generation else { throw error }
      return try await provider.stamper(of: renewed).stamp(body)
    }
  }

  private func named(_ result: JSONObject, _ account: Account) -> JSONObject {
    var result = result
    result["account"] = .string(account.id.rawValue)
    result["provider"] = .string(account.providerID.rawValue)
    return result
  }

  private func json(_ account: Account) -> JSONObject {
    [
      "account": .string(account.id.rawValue), "provider": .string(account.providerID.rawValue),
      "subject": .string(account.subject), "identifier": account.identifier.map(JSONValue.string) ?? .null,
      "displayName": account.displayName.map(JSONValue.string) ?? .null, "selected": .bool(account.isSelected),
      "labels": .object(JSONObject(account.tags.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
    ]
  }
}
