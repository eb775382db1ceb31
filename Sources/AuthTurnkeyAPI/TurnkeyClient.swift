public import AuthCore
public import AuthTurnkey

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The vendor's API for a caller that can stamp. It has typed calls for sign-in, and runs any other call by its name.
///
/// A client is a value. `stamping(with:)` returns another client with another stamper; clients share no state.
public struct TurnkeyClient: Sendable {
  /// The organisation of calls that do not name another.
  public let organizationID: String
  /// Stamps every request.
  public let stamper: any Stamper
  /// The keys with which the vendor's enclaves sign.
  public let keys: TurnkeyKeys
  let api: TurnkeyAPI

  /// A client.
  ///
  /// - Parameters:
  ///   - organizationID: the organisation of every call.
  ///   - stamper: stamps every request.
  ///   - baseURL: the vendor's API: `https://api.turnkey.com`.
  ///   - transport: sends the requests.
  ///   - clock: gives the time for stamped requests.
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

  /// The client of a session. The session's key stamps, in its user's organisation.
  ///
  /// - Throws: `key_unavailable`.
  public init(_ session: Session, of provider: TurnkeyProvider) throws(AuthError) {
    self.init(
      organizationID: provider.organization(of: session), stamper: try provider.stamper(of: session),
      keys: provider.configuration.keys, api: provider.api)
  }

  /// The same client with another stamper.
  public func stamping(with stamper: any Stamper) -> TurnkeyClient {
    TurnkeyClient(organizationID: organizationID, stamper: stamper, keys: keys, api: api)
  }

  /// The same client with a handler of further factors. When an activity waits for a factor, the handler is called, and
  /// the activity continues (T37). Without a handler such an activity throws `mfa_required` with its ID in `traceID`.
  public func satisfyingFactors(by factors: @escaping TurnkeyFactorHandler) -> TurnkeyClient {
    var api = api
    api.factors = factors
    return TurnkeyClient(organizationID: organizationID, stamper: stamper, keys: keys, api: api)
  }

  /// The same client for another organisation.
  public func naming(organizationID: String) -> TurnkeyClient {
    TurnkeyClient(organizationID: organizationID, stamper: stamper, keys: keys, api: api)
  }
}

extension TurnkeyProvider {
  /// The API client of a session.
  ///
  /// - Throws: `key_unavailable`.
  public func client(for session: Session) throws(AuthError) -> TurnkeyClient { try TurnkeyClient(session, of: self) }
}
