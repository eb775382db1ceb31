/// Holds something up until a test lets it go on.
struct Gate: Sendable {
  private let arrival = AsyncStream<Void>.makeStream()
  private let opening = AsyncStream<Void>.makeStream()

  /// Says that it is here, and waits for `open`.
  func pass() async {
    arrival.continuation.yield()
    for await _ in opening.stream { break }
  }

  /// Waits until something is here.
  func reached() async {
    for await _ in arrival.stream { break }
  }

  /// Lets it go on.
  func open() { opening.continuation.yield() }
}
