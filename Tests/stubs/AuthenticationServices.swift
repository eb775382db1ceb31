// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// AuthenticationServices' part of SwiftUI for macOS 14 and iOS 17, as far as Examples/LatchkeyDemo calls it.

public import Foundation
public import SwiftUI

@MainActor public struct WebAuthenticationSession: Sendable {
  nonisolated init() {}
  public func authenticate(using url: URL, callbackURLScheme: String) async throws -> URL { url }
}

extension EnvironmentValues {
  public var webAuthenticationSession: WebAuthenticationSession { WebAuthenticationSession() }
}

// MARK: Sign in with Apple

#if os(Linux)
  // For iOS, these are in `apple/AuthenticationServices.swift`.
  open class ASAuthorizationRequest: @unchecked Sendable { public init() {} }
  public protocol ASAuthorizationCredential {}
  public class ASAuthorization: @unchecked Sendable {
    public var credential: any ASAuthorizationCredential { fatalError() }
  }
  public struct ASAuthorizationError: Error {
    public enum Code: Int, Sendable { case unknown = 1000, canceled }
    public var code: Code { .unknown }
  }
#else
  extension ASAuthorizationError.Code { public static let canceled = Self(rawValue: 1001) }
#endif

/// `AuthorizationController` of `_AuthenticationServices_SwiftUI`, which `import SwiftUI` and this framework bring along.
@available(iOS 16.4, macOS 13.3, *)
@MainActor public struct AuthorizationController: Sendable {
  nonisolated init() {}
  public func performRequest(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult { .password }
}

extension EnvironmentValues {
  @available(iOS 16.4, macOS 13.3, *)
  public var authorizationController: AuthorizationController { AuthorizationController() }
}

@available(iOS 16.4, macOS 13.3, *)
public enum ASAuthorizationResult {
  case password
  case appleID(ASAuthorizationAppleIDCredential)
}

public struct SignInWithAppleButton: Primitive {
  public enum Label: Sendable { case signIn, signUp, `continue` }
  public init(
    _ label: Label = .signIn, onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
    onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
  ) {}
}

public class ASAuthorizationAppleIDProvider {
  public init() {}
  public func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }
}

public class ASAuthorizationAppleIDRequest: ASAuthorizationRequest, @unchecked Sendable {
  public var requestedScopes: [ASAuthorization.Scope]?
  public var nonce: String?
  public var state: String?
}

public class ASAuthorizationAppleIDCredential: ASAuthorizationCredential {
  public var identityToken: Data? { nil }
  public var authorizationCode: Data? { nil }
  public var state: String? { nil }
}

extension ASAuthorization {
  public struct Scope: Hashable, Sendable {
    public static let fullName = Scope()
    public static let email = Scope()
  }
}
