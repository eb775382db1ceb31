import AuthCore

/// A valid authorisation request (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1).
struct OIDCAuthorizationRequest: Sendable {
  /// How the response reaches the client.
  enum ResponseMode: String, Sendable, CaseIterable {
    case query
    case form = "form_post"
  }

  /// The values of `prompt` (OpenID Connect Core §3.1.2.1, Initiating User Registration §4).
  enum Prompt: String, Sendable, CaseIterable {
    case none, login, consent, create
    case selectAccount = "select_account"
  }

  let clientID: String
  let redirectURI: String
  let responseMode: ResponseMode
  let state: String?
  let nonce: String?
  /// The granted scopes: those of the request that the provider knows.
  let scopes: [String]
  /// The PKCE challenge; nil for a confidential client that sent none.
  let challenge: String?
  let prompts: Set<Prompt>
  /// The longest accepted time since the user authenticated, in seconds.
  let maximumAge: Int64?
  /// The accepted levels of authentication; empty for any.
  let levels: Set<OIDCAuthenticationContext>
  let loginHint: String?
  let resources: [String]
  /// The thumbprint of the key to which the code is bound (RFC 9449 §10).
  let thumbprint: String?

  /// The scopes that the provider knows.
  static let scopes = ["openid", "profile", "email", "offline_access", "api"]

  /// Reads a request whose client and redirect URI are valid.
  ///
  /// - Throws: the error to report to the redirect URI (RFC 6749 §4.1.2.1).
  init(
    _ parameters: OIDCParameters, client: OIDCRegisteredClient, redirectURI: String, policy: OIDCPolicy
  ) throws(OIDCFailure) {
    for (name, error) in [
      ("request", "request_not_supported"), ("registration", "registration_not_supported"),
    ] where parameters[name] != nil {
      throw OIDCFailure(error: error, description: "The parameter \(name) is not supported. Omit it.")
    }
    guard try parameters.required("response_type") == "code" else {
      throw OIDCFailure(error: "unsupported_response_type", description: "response_type must be code.")
    }
    guard client.grantTypes.contains("authorization_code") else {
      throw .unauthorizedClient(
        "The client is not registered for authorization_code. Add it to the client's grant_types.")
    }
    clientID = client.id
    self.redirectURI = redirectURI
    state = parameters["state"]
    nonce = parameters["nonce"]
    responseMode = try Self.mode(parameters)
    challenge = try Self.challenge(parameters, client)
    prompts = try Self.prompts(parameters)
    maximumAge = try Self.seconds(parameters, "max_age")
    levels = try Self.levels(parameters)
    loginHint = parameters["login_hint"]
    resources = try Self.resources(parameters)
    thumbprint = parameters["dpop_jkt"]
    scopes = Self.known(parameters.words("scope"), policy)
    if let thumbprint, Base64URL.decode(thumbprint)?.count != 32 {
      throw .invalidRequest("dpop_jkt must be a SHA-256 thumbprint in base64url.")
    }
  }

  /// The response mode that an error of a request uses, even if the request is not valid.
  static func mode(_ parameters: OIDCParameters) throws(OIDCFailure) -> ResponseMode {
    guard let name = parameters["response_mode"] else { return .query }
    guard let mode = ResponseMode(rawValue: name) else {
      throw .invalidRequest("response_mode must be query or form_post.")
    }
    return mode
  }

  /// The scopes of a list that the provider grants. Others are ignored (OpenID Connect Core §3.1.2.1).
  static func known(_ words: [String], _ policy: OIDCPolicy) -> [String] {
    words.filter { scopes.contains($0) || policy.scopes.contains($0) }
  }

  /// The resources of a request: absolute URIs without a fragment (RFC 8707 §2).
  static func resources(_ parameters: OIDCParameters) throws(OIDCFailure) -> [String] {
    let resources = parameters.all("resource")
    for resource in resources {
      guard Origin(resource) != nil || resource.hasPrefix("urn:"), !resource.contains("#") else {
        throw .invalidTarget("resource must be an absolute URI without a fragment.")
      }
    }
    return resources
  }

  private static func challenge(
    _ parameters: OIDCParameters, _ client: OIDCRegisteredClient
  ) throws(OIDCFailure) -> String? {
    guard let challenge = parameters["code_challenge"] else {
      guard !client.isPublic else {
        throw .invalidRequest("code_challenge is missing. A public client must use PKCE (RFC 7636).")
      }
      return nil
    }
    guard parameters["code_challenge_method"] == "S256" else {
      throw .invalidRequest("code_challenge_method must be S256.")
    }
    guard Base64URL.decode(challenge)?.count == 32 else {
      throw .invalidRequest("code_challenge must be a SHA-256 digest in base64url.")
    }
    return challenge
  }

  private static func prompts(_ parameters: OIDCParameters) throws(OIDCFailure) -> Set<Prompt> {
    var prompts: Set<Prompt> = []
    for word in parameters.words("prompt") {
      guard let prompt = Prompt(rawValue: word) else {
        throw .invalidRequest("prompt must contain only values of the metadata's prompt_values_supported.")
      }
      prompts.insert(prompt)
    }
    guard !prompts.contains(.none) || prompts.count == 1 else {
      throw .invalidRequest("prompt must not contain none together with another value.")
    }
    return prompts
  }

  private static func seconds(_ parameters: OIDCParameters, _ name: String) throws(OIDCFailure) -> Int64? {
    guard let text = parameters[name] else { return nil }
    guard let seconds = Int64(text), (0..<(1 << 40)).contains(seconds) else {
      throw .invalidRequest("\(name) must be a number of seconds.")
    }
    return seconds
  }

  private static func levels(_ parameters: OIDCParameters) throws(OIDCFailure) -> Set<OIDCAuthenticationContext> {
    let names = parameters.words("acr_values")
    let levels = Set(names.compactMap { OIDCAuthenticationContext(name: $0) })
    guard names.isEmpty || !levels.isEmpty else {
      // OpenID Connect Core Unmet Authentication Requirements §2.
      throw OIDCFailure(
        error: "unmet_authentication_requirements",
        description: "acr_values must contain a value of the metadata's acr_values_supported.")
    }
    return levels
  }
}
