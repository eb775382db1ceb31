extension SandboxState {
  /// Opens a socket after its handshake; false if no vendor has the socket. `deliver` receives the vendor's messages.
  /// The sandbox calls `deliver` with the lock held, so that messages keep their order. `deliver` must only queue them.
  mutating func attach(
    _ id: SandboxSocketID, deliver: @escaping @Sendable (SandboxSocketNews) -> Void
  ) -> Bool {
    guard let vendor = vendors.firstIndex(where: { $0.knows(id) }) else { return false }
    sockets.open(id, of: vendor, deliver: deliver)
    spread()
    return true
  }

  /// Handles a text message that the client sent; ignores a message on a socket that is not open.
  mutating func receive(_ text: String, on id: SandboxSocketID) {
    guard let vendor = sockets.vendor(of: id) else { return }
    vendors[vendor].receive(text, on: id, world: &world)
    spread()
  }

  /// Removes a socket that has ended or was never opened.
  mutating func detach(_ id: SandboxSocketID) {
    sockets.close(id)
    for index in vendors.indices { vendors[index].socketDidClose(id) }
  }

  /// Sends the vendors' messages that have become due, each over its open socket. Called after every request, after a
  /// message of a client, and when a socket opens.
  mutating func spread() {
    guard !sockets.isEmpty else { return }
    for index in sockets.vendors.sorted() {
      for (id, news) in vendors[index].socketNews(world: world) { sockets.tell(id, news) }
    }
  }
}
