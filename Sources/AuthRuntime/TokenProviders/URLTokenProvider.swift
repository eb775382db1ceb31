public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A URL of the app's backend as a token provider.
///
/// DESIGN D3: `POST {"purpose", "identifier"?, "action"?}` returns `{"token": "…"}`, or `{"token": null}` when no user
/// is signed in at the backend.
public struct URLTokenProvider: TokenProvider {
  private let url: URL
  private let transport: any HTTPTransport

  /// Creates a provider for the backend route at `url`.
  public init(_ url: URL, transport: any HTTPTransport) {
    self.url = url
    self.transport = transport
  }

  /// Returns the token in the route's response; nil when `token` is null, missing or blank, which means that no user is
  /// signed in at the backend.
  ///
  /// - Throws: `TokenProviderUnavailable` when the route cannot be reached or does not respond in time, or returns the
  ///   token that was refused; `provider_error` for any status but 2xx; `malformed_response` for a response that is not
  ///   JSON; other errors of the transport.
  public func token(for request: TokenRequest) async throws -> Secret? {
    var body: JSONObject = ["purpose": .string(request.purpose.name)]
    body["identifier"] = request.identifier.map(JSONValue.string)
    if case .action(let name, _) = request.purpose { body["action"] = .string(name) }
    let response: TransportResponse
    do throws(AuthError) {
      response = try await transport.send(.json("POST", url, .object(body)))
    } catch {
      guard error.code == .network || error.code == .timeout else { throw error }
      throw TokenProviderUnavailable("the token URL cannot be reached")
    }
    guard response.isSuccess else {
      throw AuthError(
        .providerError, "The token URL returned HTTP \(response.status). Check the URL and the backend's log.")
    }
    guard let token = try response.json()["token"]?.stringValue else { return nil }
    return try request.taking(Secret(token), from: "the token URL")
  }
}

extension TokenRequest.Purpose {
  /// The name of the purpose in a request to a command or URL: `app_identity`, `action`, `start_token` or `captcha`.
  var name: String {
    switch self {
    case .appIdentity: "app_identity"
    case .action: "action"
    case .startToken: "start_token"
    case .captcha: "captcha"
    }
  }
}

extension URLTokenProvider: Redacting {
  /// The route without its query.
  public var shownParts: KeyValuePairs<String, String> {
    ["url": RedactedURL.text(url)]
  }
}
