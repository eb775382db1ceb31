public import AuthCore

/// A call of the vendor's route `rpc`, and the type of its answer: a signature, a signed transaction, or a transaction
/// that was sent (P16 to P18, P92).
///
/// ```swift
/// let signature = try await wallets.request(.signTypedData(order), with: wallet)
/// ```
///
/// For a method that this package does not name, use `init(_:parameters:members:reading:)`.
public struct PrivyWalletRPC<Answer: Sendable>: Sendable {
  /// The vendor's name of the method, such as `eth_signTypedData_v4`.
  public let method: String
  /// The body's member `params`.
  public let parameters: JSONObject
  /// The body's further members, such as `caip2`.
  public let members: JSONObject
  /// The chain whose wallets have the method; nil if the vendor decides.
  let chain: PrivyWallet.Chain?
  /// Whether the call sends a transaction, which must not happen twice.
  let isSending: Bool
  let read: @Sendable (JSONValue) throws(AuthError) -> Answer

  /// Creates a call of any method of the vendor.
  ///
  /// - Parameters:
  ///   - method: the vendor's name of the method.
  ///   - parameters: the body's member `params`.
  ///   - members: the body's further members. `method`, `params` and `chain_type` are added to them.
  ///   - read: reads the answer from the response's member `data`, which is null if the response has none. It throws
  ///     `malformed_response` for a value that it cannot read.
  public init(
    _ method: String, parameters: JSONObject, members: JSONObject = [:],
    reading read: @escaping @Sendable (_ data: JSONValue) throws(AuthError) -> Answer
  ) {
    self.init(method, on: nil, parameters, members, reading: read)
  }

  init(
    _ method: String, on chain: PrivyWallet.Chain?, _ parameters: JSONObject, _ members: JSONObject = [:],
    isSending: Bool = false, reading read: @escaping @Sendable (JSONValue) throws(AuthError) -> Answer
  ) {
    self.method = method
    self.parameters = parameters
    self.members = members
    self.chain = chain
    self.isSending = isSending
    self.read = read
  }

  /// The body of the request.
  func body(for wallet: PrivyWallet) -> JSONValue {
    var body = members
    // DESIGN P19: the request names its chain, as the vendor's clients do, and has no expiry time.
    body["chain_type"] = .string(wallet.chainType)
    body["method"] = .string(method)
    body["params"] = .object(parameters)
    return .object(body)
  }
}

extension JSONValue {
  /// The text of a member of `data`.
  ///
  /// - Throws: `malformed_response` if the member is missing or empty.
  func requiredData(_ name: String) throws(AuthError) -> String {
    guard let text = self[name]?.stringValue, !text.isEmpty else { throw .malformedData(name) }
    return text
  }
}

extension AuthError {
  /// The response to a call of `rpc` lacks a member of `data`.
  static func malformedData(_ name: String) -> AuthError {
    AuthError(
      .malformedResponse,
      "The response has no valid field 'data.\(name)'. Try again, or check the server's address.")
  }
}

extension PrivyWalletRPC: Redacting {
  /// The method.
  public var shownParts: KeyValuePairs<String, String> { ["method": method] }
}
