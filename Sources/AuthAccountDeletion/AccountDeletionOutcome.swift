public import AuthCore

/// What is known after one request that deletes an account.
public enum AccountDeletionOutcome: Sendable, Equatable {
  /// The account is deleted.
  case deleted
  /// This request deleted nothing, and will delete nothing later.
  case refused(AuthError)
  /// The account may be deleted, or may be deleted later.
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
  /// The outcome of a request to the app's backend: 2xx, and 410 with the agreed body, prove that the account is
  /// deleted. Other statuses from 400 to 499 prove that this request deleted nothing. 404 proves nothing more, because a
  /// wrong URL has this status as well. A redirect proves nothing: a backend can answer 303 after it has deleted the
  /// account. A web page comes from a proxy and not from the backend, so it proves nothing, either.
  ///
  /// - Parameters:
  ///   - response: the backend's response.
  ///   - action: what the backend was asked to do, for the message: `delete the account`.
  ///   - provider: the provider instance of the session.
  ///   - acceptsGone: whether 410 with the error `account_deleted` is a success. Any other 410 then proves nothing: a
  ///     route that was retired has this status as well.
  init(_ response: TransportResponse, of action: String, provider: ProviderID, acceptsGone: Bool) {
    let isGone = acceptsGone && response.status == 410
    let isSuccess = response.isSuccess || (isGone && Self.saysDeleted(response))
    if isSuccess, !response.isWebPage {
      self = .deleted
      return
    }
    let code: AuthError.Code =
      switch response.status {
      case 401: .reauthenticationRequired
      case 403: .forbidden
      case 408: .timeout
      case 429: .rateLimited
      case 500...: .serverError
      default: isSuccess ? .malformedResponse : .providerError
      }
    let error = AuthError(
      code,
      "The app's backend did not \(action) (HTTP \(response.status)\(response.isWebPage ? ", a web page" : "")). "
        + (response.status == 401 ? "Sign in again, and repeat the deletion." : "Check the URL and the backend's log."),
      provider: provider)
    let isRefusal = (400..<500).contains(response.status) && response.status != 408 && !isGone && !response.isWebPage
    self = isRefusal ? .refused(error) : .unknown(error)
  }

  private static func saysDeleted(_ response: TransportResponse) -> Bool {
    do throws(AuthError) { return try response.json()["error"]?.stringValue == "account_deleted" } catch {
      return false
    }
  }
}
