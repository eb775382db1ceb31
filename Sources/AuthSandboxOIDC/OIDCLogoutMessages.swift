import AuthCore

/// The messages that tell clients of ended sessions (OpenID Connect Back-Channel Logout §2), in their order.
struct OIDCLogoutMessages: Sendable {
  /// One message.
  struct Notice: Sendable {
    let sequence: Int64
    let clientID: String
    let uri: String
    let subject: String
    let session: String
    /// The status of the client's response; nil until it is delivered, 0 if there was no response.
    var status: Int64?
  }

  /// The number of messages that are kept.
  private static let limit = 1000

  private(set) var all: [Notice] = []
  private var last: Int64 = 0

  /// Adds a message for every client of a session that is registered for them.
  mutating func add(_ login: OIDCBrowserSession, _ clients: OIDCRegisteredClients, _ policy: OIDCPolicy) {
    for id in login.clients.sorted() {
      guard let uri = clients.client(id, policy)?.backChannelLogoutURI else { continue }
      last += 1
      all.append(Notice(sequence: last, clientID: id, uri: uri, subject: login.subject, session: login.id))
    }
    if all.count > Self.limit { all.removeFirst(all.count - Self.limit) }
  }

  /// Notes the result of a delivery; false if there is no such message.
  mutating func note(_ sequence: Int64, status: Int64) -> Bool {
    guard let index = all.firstIndex(where: { $0.sequence == sequence }) else { return false }
    all[index].status = status
    return true
  }
}
