#if canImport(AuthenticationServices)
  import AuthCore
  import AuthenticationServices

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A ceremony of the system, from its request to its result.
  @MainActor
  final class PlatformPasskeyCeremony: NSObject {
    /// The type of the ceremony and its presentation.
    struct Kind: Sendable {
      let kind: PasskeyCeremony.Kind
      let options: PasskeyOptions
      let isAutofill: Bool

      init(_ kind: PasskeyCeremony.Kind, _ options: PasskeyOptions, isAutofill: Bool) {
        self.kind = kind
        self.options = options
        self.isAutofill = isAutofill
      }
    }

    private enum State {
      case idle
      case running(ASAuthorizationController, CheckedContinuation<Result<ASAuthorization, AuthError>, Never>)
      case over
    }

    nonisolated let kind: Kind
    private let anchor: ASPresentationAnchor
    private var state = State.idle

    /// Creates a ceremony. Returns nil if neither the options nor `anchor` contain a window for the sheet.
    init?(_ kind: Kind, anchor: @MainActor @Sendable () -> ASPresentationAnchor?) {
      guard let window = kind.options.presentationAnchor as? ASPresentationAnchor ?? anchor() else { return nil }
      self.kind = kind
      self.anchor = window
      super.init()
    }

    /// Starts the ceremony and waits for its result. A second call, or a call after `cancel`, returns `cancelled`.
    func run(_ request: ASAuthorizationRequest) async -> Result<ASAuthorization, AuthError> {
      await withCheckedContinuation { continuation in
        guard case .idle = state else { return continuation.resume(returning: .failure(.cancelled)) }
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        state = .running(controller, continuation)
        if kind.isAutofill {
          PlatformPasskeyAutofill.perform(controller)
        } else if kind.options.preferImmediatelyAvailable {
          controller.performRequests(options: .preferImmediatelyAvailableCredentials)
        } else {
          controller.performRequests()
        }
      }
    }

    /// Ends the ceremony, even before it has started. `run` then returns `cancelled` immediately, because the system
    /// reports the end late, or not at all if no suggestion has been shown yet.
    func cancel() {
      if case .running(let controller, _) = state { controller.cancel() }
      finish(.failure(.cancelled))
    }

    private func finish(_ result: Result<ASAuthorization, AuthError>) {
      if case .running(_, let continuation) = state { continuation.resume(returning: result) }
      state = .over
    }
  }

  extension PlatformPasskeyCeremony: ASAuthorizationControllerDelegate {
    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      finish(.success(authorization))
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
      guard let failure = error as? ASAuthorizationError else {
        return finish(.failure(AuthError(.providerError, "The system's passkey ceremony failed. Try again.")))
      }
      finish(
        .failure(
          PlatformPasskeyFailure(
            code: failure.code.rawValue, hasReason: failure.userInfo[NSLocalizedFailureReasonErrorKey] != nil,
            kind: kind.kind, prefersImmediatelyAvailable: kind.options.preferImmediatelyAvailable
          ).error))
    }
  }

  extension PlatformPasskeyCeremony: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
      anchor
    }
  }
#endif
