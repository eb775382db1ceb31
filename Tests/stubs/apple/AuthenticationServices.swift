// swift-format-ignore-file
// Apple's names, in Apple's forms.

// The calls of Apple's framework that are made here, after its public headers of iOS 18: enough to type-check by.
public import CryptoKit
public import Foundation

@MainActor public class ASPresentationAnchor: NSObject { public override init() {} }
public class ASAuthorizationRequest: NSObject, @unchecked Sendable {}
public protocol ASAuthorizationCredential {}
public class ASAuthorization: NSObject, @unchecked Sendable {
  public var credential: any ASAuthorizationCredential { made() }
}
func made<T>() -> T { fatalError() }

@MainActor public protocol ASAuthorizationControllerDelegate: AnyObject {
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}
@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: AnyObject {
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
public class ASAuthorizationController {
  @available(iOS 16, macOS 13, *)
  public struct RequestOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let preferImmediatelyAvailableCredentials = RequestOptions(rawValue: 1)
  }
  public init(authorizationRequests: [ASAuthorizationRequest]) {}
  public weak var delegate: (any ASAuthorizationControllerDelegate)?
  public weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
  public func performRequests() {}
  @available(iOS 16, *) @available(macOS, unavailable) public func performAutoFillAssistedRequests() {}
  @available(iOS 16, macOS 13, *) public func performRequests(options: RequestOptions) {}
  @available(iOS 16, macOS 13, *) public func cancel() {}
}
public struct ASAuthorizationError: Error {
  public struct Code: RawRepresentable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
  }
  public var code: Code { made() }
  public var userInfo: [String: Any] { made() }
}
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
public struct ASAuthorizationPublicKeyCredentialAttestationKind: RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let enterprise = Self(rawValue: "enterprise")
}
public class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject, @unchecked Sendable {
  public init(credentialID: Data) {}
}
public class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject, @unchecked Sendable {
  public init(relyingPartyIdentifier: String) {}
  public func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest { made() }
  @available(iOS 18, macOS 15, *)
  public func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data,
    requestStyle: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest { made() }
  public func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest { made() }
}
public class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest, @unchecked Sendable
{
  @available(iOS 18, macOS 15, *) public enum RequestStyle: Int, Sendable { case standard, conditional }
  public var displayName: String?
  public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference(rawValue: "")
  public var attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind(rawValue: "")
  @available(iOS 17.4, macOS 13.5, *)
  public var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? {
    get { nil }
    set {}
  }
  @available(iOS 18, macOS 15, *)
  public var prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? {
    get { nil }
    set {}
  }
}
public class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest, @unchecked Sendable {
  public var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
  public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference(rawValue: "")
  @available(iOS 18, macOS 15, *)
  public var prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? {
    get { nil }
    set {}
  }
}
public class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject, ASAuthorizationCredential,
  @unchecked Sendable
{
  public var credentialID: Data { made() }
  public var rawClientDataJSON: Data { made() }
  public var rawAttestationObject: Data? { nil }
  @available(iOS 18, macOS 15, *) public var prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? { nil }
}
public class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject, ASAuthorizationCredential,
  @unchecked Sendable
{
  public var credentialID: Data { made() }
  public var rawClientDataJSON: Data { made() }
  public var rawAuthenticatorData: Data! { nil }
  public var signature: Data! { nil }
  public var userID: Data! { nil }
  @available(iOS 18, macOS 15, *) public var prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? { nil }
}
@available(iOS 18, macOS 15, *)
public struct ASAuthorizationPublicKeyCredentialPRFAssertionInput {
  public struct InputValues { public init(saltInput1: Data, saltInput2: Data? = nil) {} }
  public static func inputValues(
    _ inputValues: InputValues, perCredentialInputValues: [Data: InputValues]? = nil
  ) -> Self { made() }
  public static func perCredentialInputValues(_ values: [Data: InputValues]) -> Self { made() }
}
@available(iOS 18, macOS 15, *)
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationInput {
  public typealias InputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues
  public static var checkForSupport: Self { made() }
  public static func inputValues(_ inputValues: InputValues) -> Self { made() }
}
@available(iOS 18, macOS 15, *)
public struct ASAuthorizationPublicKeyCredentialPRFAssertionOutput {
  public let first: SymmetricKey
  public let second: SymmetricKey?
}
@available(iOS 18, macOS 15, *)
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationOutput {
  public let isSupported: Bool
  public let first: SymmetricKey?
  public let second: SymmetricKey?
}

public struct ASWebAuthenticationSessionError: Error {
  public enum Code: Int, Sendable { case canceledLogin = 1 }
  public var code: Code { made() }
}
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: AnyObject {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
@MainActor public class ASWebAuthenticationSession: NSObject {
  public init(
    url: URL, callbackURLScheme: String?, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) {}
  public var prefersEphemeralWebBrowserSession = false
  public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  public func start() -> Bool { false }
  public func cancel() {}
}
