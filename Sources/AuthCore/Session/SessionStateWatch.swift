/// Counts as a reader while it exists.
final class SessionStateWatch: Sendable {
  let source: SessionStateSource

  init(_ source: SessionStateSource) {
    self.source = source
    source.began()
  }

  deinit { source.ended() }
}
