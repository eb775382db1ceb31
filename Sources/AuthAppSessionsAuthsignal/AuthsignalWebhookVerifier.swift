import AuthAppSessions
public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Checks the webhooks of an Authsignal-style tenant (A89).
///
/// The header field `X-Signature-V2` is `t=<seconds>,v2=<signature>`, with one or more signatures: HMAC-SHA-256 of the
/// time, a dot and the body as received, in Base64 without padding.
public struct AuthsignalWebhookVerifier: Sendable {
  /// The name of the header field with the signature.
  public static let signatureHeader = "X-Signature-V2"
  /// The size in bytes of the largest accepted body.
  public static let maximumByteCount = 65_536
  /// How many parts of the header field are examined.
  private static let partLimit = 16

  private let secrets: [Secret]
  private let tenantID: String?
  private let tolerance: Duration

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - secrets: the tenant's secret key; two while it is being replaced.
  ///   - tenantID: the tenant whose events are accepted; nil accepts those of every tenant with the secret.
  ///   - tolerance: how old a signature may be, and how far in the future; five minutes, as in the vendor's SDKs.
  public init(secrets: [Secret], tenantID: String? = nil, tolerance: Duration = .seconds(300)) {
    self.secrets = secrets.filter { !$0.isEmpty }
    self.tenantID = tenantID
    self.tolerance = max(tolerance, .zero)
  }

  /// Checks a webhook.
  ///
  /// - Parameters:
  ///   - body: the bytes of the body as received. Parsed and written again, they would have another signature.
  ///   - signature: the value of the header field; nil if the request does not have it.
  ///   - now: the time.
  /// - Throws: `signature_invalid` if no signature fits; `token_expired` if it is too old or in the future;
  ///   `invalid_request` for a body that is too large or is not an event.
  public func verify(
    _ body: [UInt8], signature: String?, at now: Date
  ) throws(AuthError) -> AuthsignalWebhookEvent {
    guard body.count <= Self.maximumByteCount else {
      throw AuthError(.invalidRequest, "The webhook is larger than \(Self.maximumByteCount) bytes. Check the sender.")
    }
    let (time, signatures) = try Self.parts(signature)
    // The signature is checked before the time, so that the response says nothing about a forged time.
    let signed = Array("\(time).".utf8) + body
    guard secrets.contains(where: { Self.signs($0, signed, signatures) }) else { throw Self.unsigned }
    guard abs(now.timeIntervalSince1970 - Double(time)) <= Double(tolerance.components.seconds) else {
      throw AuthError(
        .tokenExpired,
        "The webhook was signed more than \(tolerance.components.seconds) seconds ago, or in the future. Compare the "
          + "clocks; a repeated delivery gets a new signature.")
    }
    let event = try AuthsignalWebhookEvent(
      body, receivedUntil: Date(timeIntervalSince1970: Double(time + tolerance.components.seconds)))
    if let tenantID, event.tenantID != tenantID {
      throw AuthError(.invalidRequest, "The webhook is for another tenant. Check the verifier's tenantID.")
    }
    return event
  }

  /// Reads the time and the signatures of version 2 of the header field.
  private static func parts(_ header: String?) throws(AuthError) -> (time: Int64, signatures: [String]) {
    guard let header, header.utf8.count <= 4096 else { throw unsigned }
    var time: Int64?
    var signatures: [String] = []
    for part in header.split(separator: ",").prefix(partLimit) {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { continue }
      switch halves[0].trimmingPrefix(" ") {
      case "t": time = time ?? Int64(halves[1])
      case "v2": signatures.append(String(halves[1].replacing("=", with: "")))
      default: continue
      }
    }
    guard let time, (0...253_402_300_799).contains(time), !signatures.isEmpty else { throw unsigned }
    return (time, signatures)
  }

  private static func signs(_ secret: Secret, _ signed: [UInt8], _ signatures: [String]) -> Bool {
    let key = SymmetricKey(data: secret.revealBytes())
    let code = Array(HMAC<SHA256>.authenticationCode(for: signed, using: key))
    let expected = String(Base64.encode(code).replacing("=", with: ""))
    var isSigned = false
    for signature in signatures where ConstantTime.equal(signature, expected) { isSigned = true }
    return isSigned
  }

  private static var unsigned: AuthError {
    AuthError(
      .signatureInvalid,
      "The webhook has no valid signature of version 2. Check the secret key, and pass the body as it was received.")
  }
}
