public import AuthCore

/// How far a transaction that the vendor sends has come (v1GetSendTransactionStatusResponse, T88).
public struct TransactionStatus: TurnkeyValue, Hashable {
  /// The state, by the vendor's name. The vendor may add states.
  public struct State: RawRepresentable, Sendable, Hashable {
    /// The vendor's name.
    public let rawValue: String
    /// Creates a state from the vendor's name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The transaction is signed, and not sent yet.
    public static let initialized = State(rawValue: "INITIALIZED")
    /// The transaction is being sent.
    public static let broadcasting = State(rawValue: "BROADCASTING")
    /// The transaction is in a block. A contract may have reverted its call; see `error`.
    public static let included = State(rawValue: "INCLUDED")
    /// Another name of `included`, which the vendor's clients accept.
    public static let completed = State(rawValue: "COMPLETED")
    /// The transaction did not get into a block, and the vendor no longer tries.
    public static let failed = State(rawValue: "FAILED")
    /// The vendor's clients treat this state like `failed`.
    public static let cancelled = State(rawValue: "CANCELLED")
  }

  /// The state.
  public let state: State
  /// The transaction's hash on an Ethereum-style chain, or its signature on Solana; nil until the vendor knows it.
  public let hash: String?
  /// The vendor's description of a failure or a revert; nil if the vendor sent no description.
  public let error: String?
  /// The whole response, with the details of a revert (`error.eth`, `error.solana`).
  public let json: JSONValue

  /// Whether the transaction is in a block.
  public var isIncluded: Bool { state == .included || state == .completed }
  /// Whether the vendor no longer tries to send the transaction.
  public var isFailed: Bool { state == .failed || state == .cancelled }

  /// Reads the response of `get_send_transaction_status`.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    state = State(rawValue: try json.requiredString("txStatus"))
    hash = (json["eth"]?["txHash"] ?? json["solana"]?["signature"])?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    error = (json["error"]?["message"] ?? json["txError"])?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    self.json = json
  }
}
