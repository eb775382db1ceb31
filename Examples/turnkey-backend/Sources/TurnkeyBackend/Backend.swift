public import AuthCore
import AuthTurnkey
import AuthTurnkeyAPI
public import BackendServer

/// The routes of the vendor's guide "Advanced backend authentication (Swift)": they stamp with the parent's key and
/// forward to the vendor's API. The backend is a value without a server, so that any server can use it.
///
/// | route | body | response |
/// | --- | --- | --- |
/// | `POST /otp/init` | `{"otpType","contact"}` | `{"otpId"}` |
/// | `POST /otp/verify` | `{"otpId","otpCode"}` | `{"verificationToken"}` |
/// | `POST /otp-login` | `{"verificationToken","publicKey"}` | `{"sessionToken"}` |
/// | `POST /oauth-login` | `{"oidcToken","publicKey"}` | `{"sessionToken"}` |
/// | `POST /signup` | `{"userEmail","apiKeys","authenticators","oauthProviders"}` | `{"subOrganizationId"}` |
/// | `GET /proxy/sub-org-ids` | `?filterType=EMAIL&filterValue=…` | `{"organizationIds"}` |
///
/// An error is `{"error","message","vendorCode"?}`.
public struct Backend: Sendable {
  let client: TurnkeyClient
  let appName: String
  let clock: any AuthClock

  /// Creates a backend.
  ///
  /// - Parameters:
  ///   - configuration: the parent organisation and its API key.
  ///   - appName: the app's name in the vendor's messages to users.
  ///   - transport: sends the requests to the vendor.
  ///   - clock: the time for stamped requests.
  /// - Throws: `invalid_configuration` if the two keys are malformed or do not belong together.
  public init(
    _ configuration: BackendConfiguration, appName: String = "Example", transport: any HTTPTransport,
    clock: any AuthClock = SystemClock()
  ) throws(AuthError) {
    client = TurnkeyClient(
      organizationID: configuration.organizationID,
      stamper: try APIKeyStamper(publicKeyHex: configuration.publicKey, privateKeyHex: configuration.privateKey),
      baseURL: configuration.apiURL, transport: transport, clock: clock)
    self.appName = appName
    self.clock = clock
  }

  /// Answers a request.
  public func answer(_ request: BackendRequest) async -> BackendResponse {
    do throws(AuthError) {
      switch (request.method, request.path) {
      case ("POST", "/otp/init"): return .ok(try await startCode(try request.fields()))
      case ("POST", "/otp/verify"): return .ok(try await verifyCode(try request.fields()))
      case ("POST", "/otp-login"): return .ok(try await logInByCode(try request.fields()))
      case ("POST", "/oauth-login"): return .ok(try await logInByIdentity(try request.fields()))
      case ("POST", "/signup"): return .ok(try await signUp(try request.fields()))
      case ("GET", "/proxy/sub-org-ids"): return .ok(try await lookUp(request.query))
      default:
        return BackendResponse(
          status: 404, body: ["error": "not_found", "message": "The route is unknown. See the README."])
      }
    } catch {
      return .refusal(error)
    }
  }

  /// `GET /proxy/sub-org-ids?filterType=…&filterValue=…`
  private func lookUp(_ query: [String: String]) async throws(AuthError) -> JSONValue {
    guard let type = query["filterType"], let value = query["filterValue"], !type.isEmpty, !value.isEmpty else {
      throw AuthError(.invalidRequest, "Send 'filterType' and 'filterValue' in the query.")
    }
    let found = try await client.subOrganizations(SubOrganizationFilter(type: type, value: value))
    return ["organizationIds": .array(found.map { .string($0) })]
  }
}
