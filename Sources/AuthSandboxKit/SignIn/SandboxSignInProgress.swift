public import AuthCore

/// How far a sign-in by hand has come on the sandbox's page: what the user entered, and the responses to the requests.
public struct SandboxSignInProgress: Sendable {
  /// Random bytes that stay the same until the sign-in starts again, for keys and verifiers.
  public let seed: [UInt8]
  /// The `state` of this sign-in, for pages that redirect back.
  public let state: String
  /// What the user entered, and the parameters of a redirect, by name.
  public internal(set) var inputs: [String: String] = [:]
  private var responses: [String: JSONValue] = [:]

  /// Creates the progress of a new sign-in.
  public init(random: any RandomSource) {
    seed = random.bytes(32)
    state = random.token(byteCount: 16)
  }

  /// The JSON of the response to the request with this name; null if the body is not JSON, nil before the request was
  /// accepted.
  public subscript(name: String) -> JSONValue? { responses[name] }

  /// Adds the response to a request.
  public mutating func add(_ response: JSONValue, of name: String) { responses[name] = response }

  /// Adds a text that the user entered.
  public mutating func enter(_ value: String, as name: String) { inputs[name] = value }
}
