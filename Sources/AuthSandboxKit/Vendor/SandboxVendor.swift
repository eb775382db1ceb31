public import AuthCore

/// One vendor's servers: a value that responds to requests and changes its own state. The sandbox's lock protects it,
/// so a vendor needs no lock.
public protocol SandboxVendor: Sendable {
  /// The vendor's name, which is also its id in policies and in the request log: `turnkey`. The log lists requests
  /// below `/backend` under `backend` instead.
  var name: String { get }
  /// The path prefixes of the vendor's routes: `/turnkey`, `/backend/hawcx`. The vendor with the longest matching
  /// prefix handles a request.
  var mounts: [String] { get }

  /// Returns the vendor's block of the descriptor.
  func descriptor(baseURL: String) -> JSONObject
  /// Returns the provider's block of a complete configuration (`latchkey sandbox --write-config`), without `origins`,
  /// which the sandbox adds, and without `backend`, which it adds if `usesAppBackend`.
  func configuration(baseURL: String) -> JSONObject
  /// Whether the provider's block names the app's backend (`backend`); false by default.
  var usesAppBackend: Bool { get }

  /// Makes the keys that would otherwise be made on first use.
  ///
  /// - Throws: `internal` when a key cannot be made.
  mutating func prepareKeys() throws(AuthError)
  /// Adds the keys that were made since the start to a keyring.
  func write(to keyring: inout SandboxKeyring)

  /// Returns the class of the request's route: its purpose, and which pages may call it. `request.mount` and
  /// `request.route` are set. The sandbox responds to preflight requests and adds CORS headers according to the class.
  func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass
  /// Responds to one request; `request.mount` and `request.route` are set.
  mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse
  /// Returns the credentials that the request presents, decoded, each with whether it is valid; for the request log.
  /// The sandbox calls this before `handle`, so that a proof that works once is not yet used. `request.mount` and
  /// `request.route` are set.
  func credentials(of request: SandboxRequest, world: SandboxWorld) -> [SandboxCredential]
  /// Whether this vendor accepted the handshake of a WebSocket (`WebSocketHandshake.response`) and has not removed the
  /// socket since, for example on a reset.
  func knows(_ socket: SandboxSocketID) -> Bool
  /// Handles a text message that the client sent over a socket.
  mutating func receive(_ text: String, on socket: SandboxSocketID, world: inout SandboxWorld)
  /// Returns the messages that became due since the last call, each with the socket that must send it. While the vendor
  /// has an open socket, the sandbox calls this after every request and every message of a client. A vendor compares
  /// its state with the state that it last sent, so that its request handlers do not depend on sockets.
  mutating func socketNews(world: SandboxWorld) -> [(socket: SandboxSocketID, news: SandboxSocketNews)]
  /// Removes a socket that has ended or was never opened.
  mutating func socketDidClose(_ socket: SandboxSocketID)
  /// Returns the query for the key set, registered by URL, that is needed to respond to a request; nil if none is
  /// needed. `request.mount` and `request.route` are set.
  func keySetQuery(for request: SandboxRequest) -> KeySetQuery?
  /// Returns the user whose credential of this vendor the request presents, for the app's backend at `GET /backend/me`;
  /// nil if the request presents no valid credential. The result has at least `subject`; the sandbox adds `provider`.
  mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject?
  /// `POST /sandbox/revoke`: ends the sessions that the target names, and returns the number of ended sessions.
  mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int
  /// `DELETE /backend/me`: deletes a user, as the app's backend would through the vendor's server API; false if the
  /// vendor's servers here do not support the deletion or have no user with this id.
  mutating func deleteUser(_ subject: String) -> Bool
  /// `POST /sandbox/approve`: decides a pending challenge; false if this vendor has no such challenge.
  mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool
  /// Responds to a request below `/sandbox/NAME`, where a test controls the vendor beyond its policy; nil for a route
  /// that does not exist. `request.route` is the path below that prefix. The sandbox refuses requests of other sites'
  /// pages, does not log these requests, and injects no faults.
  mutating func control(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse?
  /// Returns the users, live sessions and pending challenges, for the sandbox's pages.
  func overview(_ world: SandboxWorld) -> SandboxOverview
  /// Returns the next step of a sign-in by hand on the page `/sign-in/NAME`; nil if the vendor has no such page. The
  /// sandbox calls this until a step asks the user or ends the sign-in. The step depends only on the arguments.
  func signInStep(_ progress: SandboxSignInProgress, world: SandboxWorld) -> SandboxSignInStep?
  /// Called after `POST /sandbox/policy`: `world.policy(name)` already returns the new policy.
  mutating func policyDidChange(world: inout SandboxWorld)
  /// Called at the start and by `POST /sandbox/reset`: deletes users and sessions, but keeps keys and ids, so that a
  /// descriptor stays valid.
  mutating func reset(world: inout SandboxWorld)
}

extension SandboxVendor {
  /// False: the provider needs no backend of the app.
  public var usesAppBackend: Bool { false }
  /// Does nothing: all keys come from the keyring.
  public mutating func prepareKeys() throws(AuthError) {}
  /// Adds nothing.
  public func write(to keyring: inout SandboxKeyring) {}
  /// Returns the tokens of the request, unchecked: the one in `Authorization`, DPoP proofs, and the JWTs in cookies and
  /// in the body.
  public func credentials(of request: SandboxRequest, world: SandboxWorld) -> [SandboxCredential] {
    request.presentedTokens.map { $0.credential(.unchecked) }
  }
  /// False: the vendor has no sockets.
  public func knows(_ socket: SandboxSocketID) -> Bool { false }
  /// Does nothing.
  public mutating func receive(_ text: String, on socket: SandboxSocketID, world: inout SandboxWorld) {}
  /// Returns an empty array.
  public mutating func socketNews(
    world: SandboxWorld
  ) -> [(socket: SandboxSocketID, news: SandboxSocketNews)] { [] }
  /// Does nothing.
  public mutating func socketDidClose(_ socket: SandboxSocketID) {}
  /// Nil: no key set is needed.
  public func keySetQuery(for request: SandboxRequest) -> KeySetQuery? { nil }
  /// Nil: the backend cannot identify a user by the vendor's credentials.
  public mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject? { nil }
  /// Ends nothing.
  public mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int { 0 }
  /// False: the vendor does not support the deletion of users by the app's backend.
  public mutating func deleteUser(_ subject: String) -> Bool { false }
  /// False: no challenge is pending.
  public mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool { false }
  /// Nil: the vendor has no control routes.
  public mutating func control(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse? { nil }
  /// Nil: the vendor has no sign-in by hand.
  public func signInStep(_ progress: SandboxSignInProgress, world: SandboxWorld) -> SandboxSignInStep? { nil }
  /// Returns empty lists.
  public func overview(_ world: SandboxWorld) -> SandboxOverview { SandboxOverview() }
  /// Does nothing.
  public mutating func policyDidChange(world: inout SandboxWorld) {}
}
