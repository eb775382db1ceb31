import AuthCore
import AuthenticationServices
import Foundation
import SwiftUI

/// Apple's sheet for signing in, and the values in its result.
@MainActor
struct AppleSheet {
  /// The environment's `authorizationController`.
  let controller: AuthorizationController

  /// Shows the sheet, and returns the identity token.
  ///
  /// - Parameter nonce: the nonce for the token.
  /// - Throws: `cancelled` if the user closes the sheet; `internal` for any other error of the system;
  ///   `malformed_response` if the result has no identity token.
  func identityToken(nonce: String) async throws(AuthError) -> Secret {
    let request = ASAuthorizationAppleIDProvider().createRequest()
    request.requestedScopes = [.fullName, .email]
    request.nonce = nonce
    let result: ASAuthorizationResult
    do {
      result = try await controller.performRequest(request)
    } catch {
      throw Self.failure(error)
    }
    guard case .appleID(let credential) = result else { throw Self.incomplete }
    return try Self.secret(credential.identityToken)
  }

  /// The error of the sheet in this package's form.
  static func failure(_ error: any Error) -> AuthError {
    if let error = error as? ASAuthorizationError, error.code == .canceled { return .cancelled }
    return AuthError(.internalError, "Apple's sheet failed. Check the app's capability 'Sign in with Apple'.")
  }

  /// The token or code in a result.
  ///
  /// - Throws: `malformed_response` if it is missing.
  static func secret(_ bytes: Data?) throws(AuthError) -> Secret {
    guard let bytes else { throw incomplete }
    return Secret(Array(bytes))
  }

  private static let incomplete = AuthError(
    .malformedResponse, "The result of Apple's sheet is incomplete. Sign in again.")
}
