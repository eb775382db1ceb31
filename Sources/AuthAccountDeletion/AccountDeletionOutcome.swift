public import AuthCore

/// What is known after one request of a deletion: the request that deletes the account, or the one before it that
/// revokes Apple's tokens.
public enum AccountDeletionOutcome: Sendable, Equatable {
  /// The account is deleted, or Apple's tokens are revoked.
  case deleted
  /// This request changed nothing, and will change nothing later.
  case refused(AuthError)
  /// The server may have performed the request, or may perform it later.
  case unknown(AuthError)

  /// The outcome after an error that ended the request.
  ///
  /// Only errors that occur before the request is sent, or that report a refusal, prove that nothing was deleted. All
  /// other errors can follow a request that the server has performed.
  package init(after error: AuthError) {
    switch error.code {
    case .cancelled: self = .unknown(error)
    case .rateLimited: self = .refused(error)
    default:
      switch error.code.kind {
      case .refused, .configuration, .usage: self = .refused(error)
      case .transient, .storage, .fault: self = .unknown(error)
      }
    }
  }
}

extension AccountDeletionOutcome {
  /// A request of a deletion to the app's backend.
  enum BackendRequest: Sendable {
    case accountDeletion
    case appleRevocation

    /// The request as a part of a message.
    fileprivate var text: String {
      switch self {
      case .accountDeletion: "delete the account"
      case .appleRevocation: "revoke Apple's tokens"
      }
    }
  }

  /// The outcome of a request to the app's backend.
  ///
  /// - A 2xx status proves success. For `accountDeletion`, 410 with the error `account_deleted` does as well.
  /// - Any other status from 400 to 499 proves that this request changed nothing, except for 408 and, for
  ///   `accountDeletion`, 410 without that error: a server can time out after it has performed the request, and a
  ///   retired route responds with 410. 404 does not prove that the account was deleted earlier, because a wrong URL
  ///   has this status as well.
  /// - All other responses prove nothing. A backend can redirect after it has deleted the account, and a web page comes
  ///   from a proxy and not from the backend.
  ///
  /// - Parameters:
  ///   - response: the backend's response.
  ///   - request: what the backend was asked to do.
  ///   - provider: the provider instance of the session.
  init(_ response: TransportResponse, to request: BackendRequest, provider: ProviderID) {
    let isGone = request == .accountDeletion && response.status == 410
    let isSuccess = response.isSuccess || (isGone && Self.saysDeleted(response))
    if isSuccess, !response.isWebPage {
      self = .deleted
      return
    }
    let isRefusal = (400..<500).contains(response.status) && response.status != 408 && !isGone && !response.isWebPage
    let code: AuthError.Code =
      switch response.status {
      case 401: .reauthenticationRequired
      case 403: .forbidden
      case 408: .timeout
      case 429: .rateLimited
      case 500...: .serverError
      default: isSuccess ? .malformedResponse : .providerError
      }
    let status = "HTTP \(response.status)\(response.isWebPage ? ", a web page" : "")"
    let finding =
      isRefusal
      ? "The app's backend refused to \(request.text) (\(status))."
      : "The response to the request to \(request.text) does not prove the outcome (\(status))."
    let consequence = request == .appleRevocation ? " The account was not deleted." : ""
    let advice =
      switch response.status {
      case 401: "Sign in again, and repeat the deletion."
      case 408, 429, 500...: "Try again later."
      default: "Check the URL and the backend's log."
      }
    let error = AuthError(code, "\(finding)\(consequence) \(advice)", provider: provider)
    self = isRefusal ? .refused(error) : .unknown(error)
  }

  private static func saysDeleted(_ response: TransportResponse) -> Bool {
    do throws(AuthError) { return try response.json()["error"]?.stringValue == "account_deleted" } catch {
      return false
    }
  }
}
