/// Registers a reader of a state source for as long as this object exists.
final class SessionStateWatch: Sendable {
  let source: SessionStateSource

  init(_ source: SessionStateSource) {
    self.source = source
    source.began()
  }

  deinit { source.ended() }
}
