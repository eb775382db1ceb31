/// A gate that stops a task until a test opens it.
struct Gate: Sendable {
  private let arrival = AsyncStream<Void>.makeStream()
  private let opening = AsyncStream<Void>.makeStream()

  /// Reports that the task has arrived, and waits for `open`.
  func pass() async {
    arrival.continuation.yield()
    for await _ in opening.stream { break }
  }

  /// Waits until a task has arrived.
  func reached() async {
    for await _ in arrival.stream { break }
  }

  /// Lets the task continue.
  func open() { opening.continuation.yield() }
}
