import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table of errors.
@Suite struct OIDCErrorsTests {
  private let now = Date(timeIntervalSince1970: 0)

  private func error(_ status: Int, _ body: String) -> AuthError {
    OIDCErrors.error(TransportResponse(status: status, body: Array(body.utf8)), now: now)
  }

  @Test func mapsErrorsByName() {
    let table: [(String, AuthError.Code)] = [
      ("invalid_grant", .invalidToken), ("invalid_code", .invalidToken), ("invalid_client", .invalidConfiguration),
      ("unauthorized_client", .invalidConfiguration), ("unsupported_grant_type", .unsupported),
      ("invalid_scope", .invalidConfiguration), ("invalid_request", .providerError), ("access_denied", .redirectDenied),
      ("login_required", .reauthenticationRequired), ("expired_token", .approvalExpired),
      ("invalid_dpop_proof", .signatureInvalid), ("temporarily_unavailable", .serverError), ("new_one", .providerError),
    ]
    for (name, code) in table {
      let found = error(400, #"{"error":"\#(name)"}"#)
      #expect(found.code == code && found.vendorCode == name, "\(name)")
    }
  }

  @Test func statusTakesPrecedence() {
    for (status, code) in [(500, .serverError), (503, .serverError), (429, .rateLimited), (408, .timeout)]
      as [(Int, AuthError.Code)]
    {
      #expect(error(status, #"{"error":"invalid_grant"}"#).code == code)
    }
  }

  @Test func otherBodiesAreMalformed() {
    for body in ["", "<html>", "[]", #"{"error":1}"#, #"{"error":"a","error":"b"}"#] {
      #expect(error(400, body).code == .malformedResponse, "\(body)")
    }
  }

  @Test func errorsContainNoServerText() {
    let found = error(400, #"{"error":"canary 1","error_description":"canary 2"}"#)
    #expect(!"\(found) \(found.vendorCode ?? "")".contains("canary"))
  }
}
