#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An authorisation code and the data for its exchange (RFC 6749 §4.1.3, RFC 7636 §4.5).
public struct AuthorizationCode: Sendable {
  /// The code; single use, short-lived.
  public let code: Secret
  /// The PKCE verifier (RFC 7636 §4.1); nil if neither this package nor the vendor created one.
  public let verifier: Secret?
  /// When the code expires; nil if no expiry is known.
  public let expiresAt: Date?
  /// The identifier of the flow's user; nil if it is not known.
  public let identifier: String?
  /// The vendor's id of the flow's session, for the backend; nil if the vendor sends none.
  public let flowSession: String?
  /// The vendor's id of the last request and its response, for support; nil if the vendor sends none.
  public let traceID: String?
  /// A receipt with which the app's backend finishes an operation that it started; nil if the vendor issued none.
  public let receipt: Secret?

  /// Creates a code; by default nothing is known beyond the code and its verifier.
  public init(
    code: Secret, verifier: Secret?, expiresAt: Date? = nil, identifier: String? = nil, flowSession: String? = nil,
    traceID: String? = nil, receipt: Secret? = nil
  ) {
    self.code = code
    self.verifier = verifier
    self.expiresAt = expiresAt
    self.identifier = identifier
    self.flowSession = flowSession
    self.traceID = traceID
    self.receipt = receipt
  }
}
