package import AuthCore

/// One vendor's servers: a value that answers requests and changes itself. The sandbox guards it with its lock, so a
/// vendor needs none.
package protocol SandboxVendor: Sendable {
  /// The vendor's name, which is also the provider's id in the request log and in policies: `turnkey`.
  var name: String { get }
  /// Path prefixes that are this vendor's: `/turnkey`, `/backend/hawcx`. The longest that fits takes a request.
  var mounts: [String] { get }

  /// The vendor's block of the descriptor.
  func descriptor(baseURL: String) -> JSONObject
  /// The provider's block of a ready configuration (`latchkey sandbox --write-config`), without `origins` and
  /// `backend`, which the sandbox adds.
  func configuration(baseURL: String) -> JSONObject

  /// Makes the keys that are otherwise made when they are first needed.
  mutating func prepareKeys() throws(AuthError)
  /// Adds the keys that were made since the start to a keyring.
  func write(to keyring: inout SandboxKeyring)

  /// What a route is for, and which pages may call it; `request.mount` and `request.route` are set. The sandbox answers
  /// preflights and adds CORS headers by it.
  func routeClass(of request: SandboxRequest, world: SandboxWorld) -> RouteClass
  /// Answers one request; `request.mount` and `request.route` are set.
  mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse
  /// Whether a WebSocket is one that this vendor answered a handshake for (`WebSocketHandshake.response`) and has not
  /// forgotten.
  func knows(_ socket: SandboxSocketID) -> Bool
  /// A text that the client sent over a socket.
  mutating func receive(_ text: String, on socket: SandboxSocketID, world: inout SandboxWorld)
  /// What is to be said over the vendor's sockets since it was asked last. It is asked after every request, so that a
  /// vendor compares what stands with what it said, and no request has to know of sockets.
  mutating func socketNews(world: SandboxWorld) -> [(socket: SandboxSocketID, news: SandboxSocketNews)]
  /// A socket is over, or was never opened.
  mutating func socketDidClose(_ socket: SandboxSocketID)
  /// The key set that a request's answer needs and that the app registered by its address; `request.mount` and
  /// `request.route` are set.
  func keySetQuery(for request: SandboxRequest) -> KeySetQuery?
  /// Who presented a credential of this vendor, for the app's backend at `GET /backend/me`; nil without one. The
  /// answer has `subject` at least; the sandbox adds `provider`.
  mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject?
  /// `POST /sandbox/revoke`: ends what the target names, and says how many sessions that were.
  mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int
  /// `DELETE /backend/me`: deletes a user, as the app's backend does with the vendor's server API; false when that is
  /// not served, or there is no such user.
  mutating func deleteUser(_ subject: String) -> Bool
  /// `POST /sandbox/approve`: decides a waiting challenge; false when it is not this vendor's.
  mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool
  /// Users, live sessions and what waits for a decision, for the sandbox's pages.
  func overview(_ world: SandboxWorld) -> SandboxOverview
  /// `POST /sandbox/policy`: the new policy already stands in `world.policy(name)`.
  mutating func policyDidChange(world: inout SandboxWorld)
  /// `POST /sandbox/reset`: forgets users and sessions, keeps keys and ids, so that a descriptor stays valid.
  mutating func reset(world: inout SandboxWorld)
}

extension SandboxVendor {
  package mutating func prepareKeys() throws(AuthError) {}
  package func write(to keyring: inout SandboxKeyring) {}
  package func knows(_ socket: SandboxSocketID) -> Bool { false }
  package mutating func receive(_ text: String, on socket: SandboxSocketID, world: inout SandboxWorld) {}
  package mutating func socketNews(
    world: SandboxWorld
  ) -> [(socket: SandboxSocketID, news: SandboxSocketNews)] { [] }
  package mutating func socketDidClose(_ socket: SandboxSocketID) {}
  package func keySetQuery(for request: SandboxRequest) -> KeySetQuery? { nil }
  package mutating func identify(_ request: SandboxRequest, world: inout SandboxWorld) -> JSONObject? { nil }
  package mutating func revoke(_ target: SandboxRevocation, world: inout SandboxWorld) -> Int { 0 }
  package mutating func deleteUser(_ subject: String) -> Bool { false }
  package mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool { false }
  package func overview(_ world: SandboxWorld) -> SandboxOverview { SandboxOverview() }
  package mutating func policyDidChange(world: inout SandboxWorld) {}
}
