/// Counts as a reader for as long as it lives.
final class SessionStateWatch: Sendable {
  let source: SessionStateSource

  init(_ source: SessionStateSource) {
    self.source = source
    source.began()
  }

  deinit { source.ended() }
}
