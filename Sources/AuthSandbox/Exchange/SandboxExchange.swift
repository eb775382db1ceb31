/// What becomes of one request on the wire: an answer, or a fault that was asked for.
package struct SandboxExchange: Sendable {
  /// The answer; nil when the connection closes without one.
  package var response: SandboxResponse?
  /// How long the answer is held back.
  package var delay: Duration = .zero
  /// Whether the connection closes in the middle of the body.
  package var isTruncated = false
}
