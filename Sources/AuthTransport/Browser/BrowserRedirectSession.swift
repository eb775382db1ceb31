#if canImport(AuthenticationServices)
  public import AuthCore
  public import AuthenticationServices

  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// The system's sign-in sheet (`ASWebAuthenticationSession`), which opens a flow's page and returns the callback's
  /// URL. On systems without such a sheet, use `LoopbackRedirectListener`.
  ///
  /// Answer the flow's `redirect` prompt with the result of `callback(of:)`. The provider checks the callback. When the
  /// user closes the sheet, the flow keeps the prompt, and the page can be opened again.
  @MainActor
  public final class BrowserRedirectSession: NSObject {
    /// The window that the sheet is shown over.
    private let anchor: ASPresentationAnchor
    private let isEphemeral: Bool
    private var shown: Shown?
    private var lastNumber = 0

    private struct Shown {
      /// The sheet's number, which serves to ignore late callbacks of an earlier sheet.
      let number: Int
      let session: ASWebAuthenticationSession
      let continuation: CheckedContinuation<Result<URL, AuthError>, Never>
    }

    /// Creates a session, which does not show the sheet yet.
    ///
    /// - Parameters:
    ///   - anchor: the window that the sheet is shown over.
    ///   - isEphemeral: whether the page runs without the browser's cookies, and leaves none.
    public init(anchor: ASPresentationAnchor, isEphemeral: Bool = false) {
      self.anchor = anchor
      self.isEphemeral = isEphemeral
    }

    /// Shows the page of `prompt`, and returns the URL of the callback. The sheet closes when the task is cancelled.
    ///
    /// - Throws: `cancelled` when the user closed the sheet or the task was cancelled, `flow_busy` while another page
    ///   is shown, `provider_error` when the system does not show the page, or the sheet fails.
    public func callback(of prompt: RedirectPrompt) async throws(AuthError) -> URL {
      guard shown == nil else { throw AuthError(.flowBusy, "A sign-in sheet is open already. Close it first.") }
      if Task.isCancelled { throw .cancelled }
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { show(prompt, $0) }
      } onCancel: {
        Task { @MainActor in cancel() }
      }
      return try result.get()
    }

    private func show(
      _ prompt: RedirectPrompt, _ continuation: CheckedContinuation<Result<URL, AuthError>, Never>
    ) {
      lastNumber += 1
      let number = lastNumber
      let session = ASWebAuthenticationSession(url: prompt.url, callbackURLScheme: prompt.callbackScheme) {
        @Sendable url, error in
        let result = Self.result(url, error)
        Task { @MainActor in self.finish(result, number) }
      }
      session.prefersEphemeralWebBrowserSession = isEphemeral
      session.presentationContextProvider = self
      shown = Shown(number: number, session: session, continuation: continuation)
      guard !session.start() else { return }
      finish(
        .failure(
          AuthError(
            .providerError, "The system did not show the sign-in sheet. Open the page again.", recovery: .retryInput)),
        number)
    }

    /// Closes the sheet and ends the call at once, because the system reports a closed sheet late or never.
    private func cancel() {
      guard let shown else { return }
      shown.session.cancel()
      finish(.failure(.cancelled), shown.number)
    }

    private func finish(_ result: Result<URL, AuthError>, _ number: Int) {
      guard let ended = shown, ended.number == number else { return }
      shown = nil
      ended.continuation.resume(returning: result)
    }

    private nonisolated static func result(_ url: URL?, _ error: (any Error)?) -> Result<URL, AuthError> {
      if let url { return .success(url) }
      if let error = error as? ASWebAuthenticationSessionError, error.code == .canceledLogin {
        return .failure(.cancelled)
      }
      return .failure(
        AuthError(.providerError, "The sign-in sheet failed. Open the page again.", recovery: .retryInput))
    }
  }

  extension BrowserRedirectSession: ASWebAuthenticationPresentationContextProviding {
    /// Returns the window that the sheet is shown over.
    public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
  }
#endif
