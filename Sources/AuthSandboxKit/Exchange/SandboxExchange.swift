/// The outcome of one request: a response, possibly delayed or truncated by a fault, or none.
package struct SandboxExchange: Sendable {
  /// The response; nil when the connection closes without one.
  package var response: SandboxResponse?
  /// How long the response is delayed.
  package var delay: Duration = .zero
  /// Whether the connection closes in the middle of the body.
  package var isTruncated = false
}
