import AuthCore
import AuthHawcx
import BackendServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The steps of a sign-in that only a backend may perform: Hawcx' exchange of a code, and Authsignal's tracking of an
/// action with the secret key.
struct VendorSignIns: Sendable {
  private let hawcx: HawcxCodeExchange
  private let authsignal: URL
  private let secret: Secret
  private let transport: any HTTPTransport

  private static let action = "signIn"

  init(
    _ configuration: AuthConfiguration, transport: any HTTPTransport, clock: any AuthClock
  ) throws(AuthError) {
    self.transport = transport
    guard let hawcxBlock = configuration.block("hawcx"), let authsignalBlock = configuration.block("authsignal") else {
      throw AuthError(.invalidConfiguration, "This backend needs the blocks 'hawcx' and 'authsignal'. Add both.")
    }
    var reader = hawcxBlock.reader(sources: configuration.sources)
    hawcx = HawcxCodeExchange(
      issuer: try HawcxBaseURL(try reader.string("baseURL"), at: "hawcx.baseURL").root,
      clientID: try reader.string("clientId"), configID: try reader.string("configId"), transport: transport,
      clock: clock)
    var shared = authsignalBlock.reader(sources: configuration.sources)
    authsignal = try shared.baseURL("baseURL")
    var own = authsignalBlock.verifierReader(sources: configuration.sources)
    guard let secret = try own.optionalSecret("secret") else {
      throw own.wrong("secret", "a reference to the secret key of the vendor's Server API")
    }
    self.secret = secret
  }

  /// Exchanges a code and returns the identity token.
  func identityToken(_ fields: BackendFields) async throws(AuthError) -> String {
    let identity = try await hawcx.exchange(
      code: Secret(try fields.text("authCode")), verifier: Secret(try fields.text("codeVerifier")))
    return identity.token.revealText()
  }

  /// Deletes a user at Authsignal. The backend has no secret for the other vendors: there, the app deletes the account
  /// (`AccountDeletion.vendor`), or you add a call of the vendor's server API here.
  func deleteAuthsignalUser(_ id: String) async throws(AuthError) {
    guard let url = URL(string: authsignal.absoluteString + "/users/" + PercentEncoding.encode(id)) else {
      throw AuthError(.invalidRequest, "The user's id at the vendor cannot be part of an address.")
    }
    let response = try await transport.send(TransportRequest("DELETE", url, headers: ["Authorization": credential]))
    // A user who is unknown was deleted by an earlier request.
    guard response.isSuccess || response.status == 404 else {
      throw AuthError(.providerError, "The vendor refused to delete the user (HTTP \(response.status)).")
    }
  }

  private var credential: String { "Basic " + Base64.encode(Array((secret.revealText() + ":").utf8)) }

  /// Tracks the sign-in of a user and returns its token. Any caller may name any user: the token has no scope to enrol
  /// another authenticator, so it opens nothing without the user's own. It does not prove the address either, because
  /// the first caller who enrols chooses the authenticator. So an account counts only once a user of the app has linked
  /// it.
  func actionToken(_ fields: BackendFields) async throws(AuthError) -> JSONValue {
    let identifier = try fields.text("identifier").lowercased()
    guard identifier.contains("@"), try fields.text("action") == Self.action else {
      throw AuthError(.invalidRequest, "Send an e-mail address as 'identifier', and '\(Self.action)' as 'action'.")
    }
    let path = "users/\(PercentEncoding.encode(identifier))/actions/\(Self.action)"
    guard let url = URL(string: authsignal.absoluteString + "/" + path) else {
      throw AuthError(.invalidRequest, "Send 'identifier' and 'action' as strings.")
    }
    let body: JSONObject = ["email": .string(identifier), "username": .string(identifier)]
    let response = try await transport.send(
      .json("POST", url, .object(body), headers: ["Authorization": credential]))
    guard response.isSuccess else {
      throw AuthError(.providerError, "The vendor refused to track the action (HTTP \(response.status)).")
    }
    return .string(try response.json().requiredString("token"))
  }
}
