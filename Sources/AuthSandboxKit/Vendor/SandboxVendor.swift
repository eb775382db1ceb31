public import AuthCore

/// One vendor's servers: a value that responds to requests and changes its state. The sandbox guards it with its lock,
/// so a vendor needs no lock.
public protocol SandboxVendor: Sendable {
  /// The vendor's name, which is also the provider's id in the request log and in policies: `turnkey`.
  var name: String { get }
  /// This vendor's path prefixes: `/turnkey`, `/backend/hawcx`. The longest match gets a request.
  var mounts: [String] { get }

  /// The vendor's block of the descriptor.
  func descriptor(baseURL: String) -> JSONObject
  /// The provider's block of a ready configuration (`latchkey sandbox --write-config`), without `origins`, which the
  /// sandbox adds, and without `backend`.
  func configuration(baseURL: String) -> JSONObject
  /// Whether the provider's block names the app's backend (`backend`); false by default.
  var usesAppBackend: Bool { get }

  /// Makes the keys that are otherwise made on first use.
  mutating func prepareKeys() throws(AuthError)
  /// Adds the keys that were made since the start to a keyring.
  func write(to keyring: inout SandboxKeyring)

  /// The class of a route: its purpose, and which pages may call it. `request.mount` and `request.route` are set. The
  /// sandbox answers preflights and adds CORS headers by it.
  func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass
  /// Responds to one request; `request.mount` and `request.route` are set.
  mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse
  /// Whether this vendor accepted the handshake of a WebSocket (`WebSocketHandshake.response`) and still has it.
  func knows(_ socket: SandboxSocketID) -> Bool
  /// A text that the client sent over a socket.
  mutating func receive(_ text: String, on socket: SandboxSocketID, world: inout SandboxWorld)
  /// The news for the vendor's sockets since the last call. The sandbox calls it after every request, so a vendor
  /// compares its state with what it last sent, and request handlers do not depend on sockets.
  mutating func socketNews(world: SandboxWorld) -> [(socket: SandboxSocketID, news: SandboxSocketNews)]
  /// A socket has ended, or was never opened.
  mutating func socketDidClose(_ socket: SandboxSocketID)
  /// The key set, registered by URL, that a request's response needs; `request.mount` and `request.route` are set.
  func keySetQuery(for request: SandboxRequest) -> KeySetQuery?
  /// The user of a credential of this vendor, for the app's backend at `GET /backend/me`; nil without one. The result
  /// has at least `subject`; the sandbox adds `provider`.
  mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject?
  /// `POST /sandbox/revoke`: ends the target's sessions, and returns their number.
  mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int
  /// `DELETE /backend/me`: deletes a user, as the app's backend does with the vendor's server API; false when the
  /// vendor does not serve that, or has no such user.
  mutating func deleteUser(_ subject: String) -> Bool
  /// `POST /sandbox/approve`: decides a waiting challenge; false for another vendor's.
  mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool
  /// Users, live sessions and pending decisions, for the sandbox's pages.
  func overview(_ world: SandboxWorld) -> SandboxOverview
  /// `POST /sandbox/policy`: `world.policy(name)` is already the new policy.
  mutating func policyDidChange(world: inout SandboxWorld)
  /// `POST /sandbox/reset`: deletes users and sessions, but keeps keys and ids, so that a descriptor stays valid.
  mutating func reset(world: inout SandboxWorld)
}

extension SandboxVendor {
  /// False: the provider needs no backend of the app.
  public var usesAppBackend: Bool { false }
  /// Does nothing: all keys come from the keyring.
  public mutating func prepareKeys() throws(AuthError) {}
  /// Adds none.
  public func write(to keyring: inout SandboxKeyring) {}
  /// False: the vendor has no sockets.
  public func knows(_ socket: SandboxSocketID) -> Bool { false }
  /// Does nothing.
  public mutating func receive(_ text: String, on socket: SandboxSocketID, world: inout SandboxWorld) {}
  /// None.
  public mutating func socketNews(
    world: SandboxWorld
  ) -> [(socket: SandboxSocketID, news: SandboxSocketNews)] { [] }
  /// Does nothing.
  public mutating func socketDidClose(_ socket: SandboxSocketID) {}
  /// Nil: no key set is needed.
  public func keySetQuery(for request: SandboxRequest) -> KeySetQuery? { nil }
  /// Nil: the vendor's credentials name no user to the backend.
  public mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject? { nil }
  /// Ends nothing.
  public mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int { 0 }
  /// False: the vendor does not serve it.
  public mutating func deleteUser(_ subject: String) -> Bool { false }
  /// False: no challenge waits.
  public mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool { false }
  /// Empty lists.
  public func overview(_ world: SandboxWorld) -> SandboxOverview { SandboxOverview() }
  /// Does nothing.
  public mutating func policyDidChange(world: inout SandboxWorld) {}
}
