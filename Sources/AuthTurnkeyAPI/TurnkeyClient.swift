public import AuthCore
public import AuthTurnkey

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The vendor's API for a caller that can stamp. It has typed calls for users, credentials, sub-organisations,
/// sessions, codes, policies, wallets, signing, imports and exports. It makes any other call by its name.
///
/// A client is a value. `stamping(with:)` returns another client with another stamper; clients share no state.
///
/// Each call throws the errors of `query(_:_:)` or `submit(_:type:_:result:)`. The description of a call lists only the
/// errors beyond these.
public struct TurnkeyClient: Sendable {
  /// The ID of the organisation that a call uses unless it names another organisation.
  public let organizationID: String
  /// Stamps every request.
  public let stamper: any Stamper
  /// The pinned public keys of the vendor's enclaves.
  public let keys: TurnkeyKeys
  let api: TurnkeyAPI

  /// A client.
  ///
  /// - Parameters:
  ///   - organizationID: the ID of the organisation that a call uses unless it names another organisation.
  ///   - stamper: stamps every request.
  ///   - baseURL: the URL of the vendor's API, such as `https://api.turnkey.com`.
  ///   - transport: sends the requests.
  ///   - clock: the clock for the time in submissions.
  ///   - keys: the pinned keys; by default the production keys.
  public init(
    organizationID: String, stamper: any Stamper, baseURL: URL, transport: any HTTPTransport,
    clock: any AuthClock = SystemClock(), keys: TurnkeyKeys = .production
  ) {
    self.organizationID = organizationID
    self.stamper = stamper
    self.keys = keys
    api = TurnkeyAPI(baseURL: baseURL, transport: transport, clock: clock)
  }

  private init(organizationID: String, stamper: any Stamper, keys: TurnkeyKeys, api: TurnkeyAPI) {
    self.organizationID = organizationID
    self.stamper = stamper
    self.keys = keys
    self.api = api
  }

  /// The client of a session. It stamps with the session's key, and names the organisation of the session's user.
  ///
  /// - Throws: `key_unavailable` if the session has no key, or its key store is not open.
  public init(_ session: Session, of provider: TurnkeyProvider) throws(AuthError) {
    self.init(
      organizationID: provider.organization(of: session), stamper: try provider.stamper(of: session),
      keys: provider.configuration.keys, api: provider.api)
  }

  /// The client of a session whose requests another transport sends.
  init(_ session: Session, of provider: TurnkeyProvider, sending transport: any HTTPTransport) throws(AuthError) {
    self.init(
      organizationID: provider.organization(of: session), stamper: try provider.stamper(of: session),
      keys: provider.configuration.keys,
      api: TurnkeyAPI(
        baseURL: provider.configuration.apiBaseURL, transport: transport, clock: provider.services.clock,
        factors: provider.factors))
  }

  /// Returns this client with another stamper.
  public func stamping(with stamper: any Stamper) -> TurnkeyClient {
    TurnkeyClient(organizationID: organizationID, stamper: stamper, keys: keys, api: api)
  }

  /// Returns this client with a handler for further factors. When an activity waits for a factor, the handler is
  /// called, and the activity continues (T37). Without a handler, the call throws `mfa_required` with the activity's ID
  /// in `traceID`.
  public func satisfyingFactors(by factors: @escaping TurnkeyFactorHandler) -> TurnkeyClient {
    var api = api
    api.factors = factors
    return TurnkeyClient(organizationID: organizationID, stamper: stamper, keys: keys, api: api)
  }

  /// Returns this client for another organisation.
  public func naming(organizationID: String) -> TurnkeyClient {
    TurnkeyClient(organizationID: organizationID, stamper: stamper, keys: keys, api: api)
  }
}

extension TurnkeyProvider {
  /// Returns the API client of a session, which stamps with the session's key.
  ///
  /// - Throws: `key_unavailable` if the session has no key, or its key store is not open.
  public func client(for session: Session) throws(AuthError) -> TurnkeyClient { try TurnkeyClient(session, of: self) }
}
