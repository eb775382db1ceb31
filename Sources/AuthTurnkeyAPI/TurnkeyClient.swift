public import AuthCore
public import AuthTurnkey

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The vendor's API for a caller that can stamp: typed calls for what signing in needs, and any other call by its name.
///
/// A client is a value: `stamping(with:)` gives another one with another stamper, and no state is shared.
public struct TurnkeyClient: Sendable {
  /// The organisation that calls name where they name no other.
  public let organizationID: String
  /// Stamps every request.
  public let stamper: any Stamper
  /// Whose signatures the vendor's enclaves make.
  public let keys: TurnkeyKeys
  let api: TurnkeyAPI

  /// A client.
  ///
  /// - Parameters:
  ///   - organizationID: whose data every call is about.
  ///   - stamper: stamps every request.
  ///   - baseURL: the vendor's API: `https://api.turnkey.com`.
  ///   - transport: sends them.
  ///   - clock: the time that requests are stamped with.
  ///   - keys: the pinned keys; the production keys unless a sandbox or another environment is meant.
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

  /// The client of a session: its key stamps, in its user's organisation.
  ///
  /// - Throws: `key_unavailable`.
  public init(_ session: Session, of provider: TurnkeyProvider) throws(AuthError) {
    self.init(
      organizationID: provider.organization(of: session), stamper: try provider.stamper(of: session),
      keys: provider.configuration.keys, api: provider.api)
  }

  /// The same with another stamper.
  public func stamping(with stamper: any Stamper) -> TurnkeyClient {
    TurnkeyClient(organizationID: organizationID, stamper: stamper, keys: keys, api: api)
  }

  /// The same with a handler of further factors: where an activity waits for one, it is called, and the activity goes
  /// on (T37). Without a handler such an activity throws `mfa_required` with its id in `traceID`.
  public func satisfyingFactors(by factors: @escaping TurnkeyFactorHandler) -> TurnkeyClient {
    var api = api
    api.factors = factors
    return TurnkeyClient(organizationID: organizationID, stamper: stamper, keys: keys, api: api)
  }

  /// The same for another organisation.
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
