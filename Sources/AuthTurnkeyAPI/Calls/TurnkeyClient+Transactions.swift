public import AuthCore
import AuthTurnkey

/// Transactions. `signTransaction` leaves the sending to the app; `sendTransaction` leaves it to the vendor.
extension TurnkeyClient {
  /// Signs a transaction (`sign_transaction`), and returns the signed transaction, ready to be sent to the chain.
  ///
  /// - Parameters:
  ///   - unsigned: the serialised transaction, in the format that `type` describes.
  ///   - key: the address of a wallet's account, or the ID of a private key.
  ///   - type: the kind of transaction.
  /// - Throws: `malformed_response` if the signed transaction is not hexadecimal.
  public func signTransaction(
    _ unsigned: [UInt8], with key: String, type: TransactionType
  ) async throws(AuthError) -> [UInt8] {
    let result: JSONValue = try await submit(
      "sign_transaction",
      [
        "signWith": .string(key), "unsignedTransaction": .string(Hex.encode(unsigned)),
        "type": .string(type.rawValue),
      ])
    let text = try result.requiredString("signedTransaction")
    guard let signed = Hex.decode(text.hasPrefix("0x") ? text.dropFirst(2) : text[...]) else {
      throw AuthError(
        .malformedResponse,
        "The response's field 'signedTransaction' is not hexadecimal. Try again, or check the server's address.")
    }
    return signed
  }

  /// Lets the vendor complete, sign and send an Ethereum transaction (`eth_send_transaction`). Returns the ID for
  /// `transactionStatus(of:)`: the transaction is not in a block yet.
  ///
  /// - Throws: `invalid_request` for a transaction with no call or more than 50, an address that is not one, or an
  ///   amount that is not a decimal number.
  public func sendTransaction(_ transaction: NewEthereumTransaction) async throws(AuthError) -> String {
    let result: JSONValue = try await submit("eth_send_transaction", try transaction.json())
    return try result.requiredString("sendTransactionStatusId")
  }

  /// Lets the vendor sign and send a Solana transaction (`sol_send_transaction`). Returns the ID for
  /// `transactionStatus(of:)`: the transaction is not confirmed yet.
  public func sendTransaction(_ transaction: NewSolanaTransaction) async throws(AuthError) -> String {
    let result: JSONValue = try await submit("sol_send_transaction", transaction.json)
    return try result.requiredString("sendTransactionStatusId")
  }

  /// Fetches the status of a transaction (`get_send_transaction_status`).
  ///
  /// - Parameter id: the result of `sendTransaction(_:)`.
  public func transactionStatus(of id: String) async throws(AuthError) -> TransactionStatus {
    try await query("get_send_transaction_status", ["sendTransactionStatusId": .string(id)])
  }

  /// Waits until a transaction is in a block, and returns its status. Asks the vendor every half second, as the
  /// vendor's own clients do (T88).
  ///
  /// - Parameters:
  ///   - id: the result of `sendTransaction(_:)`.
  ///   - limit: how long to wait.
  /// - Throws: `provider_error` if the transaction failed, with the vendor's state in `vendorCode` and its description
  ///   in `underlying`; `timeout` if the transaction is not in a block in time, with the ID in `traceID`; `cancelled`;
  ///   and the errors of `transactionStatus(of:)`.
  public func includedTransaction(
    _ id: String, within limit: Duration = .seconds(60)
  ) async throws(AuthError) -> TransactionStatus {
    let end = api.clock.uptime() + limit
    while true {
      let status = try await transactionStatus(of: id)
      if status.isIncluded { return status }
      if status.isFailed {
        throw AuthError(
          .providerError, "The transaction was not included in a block. The vendor's description is in underlying.",
          traceID: id, vendorCode: status.state.rawValue, underlying: status.error.flatMap { ServerText.shown($0) })
      }
      guard api.clock.uptime() < end else {
        throw AuthError(
          .timeout,
          "The transaction was not included in a block in time. Ask for its status later: its id is in traceID.",
          traceID: id)
      }
      do throws(CancellationError) {
        try await api.clock.sleep(for: .milliseconds(500))
      } catch {
        throw .cancelled
      }
    }
  }
}
