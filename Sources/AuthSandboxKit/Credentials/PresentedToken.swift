import AuthCore

/// A token in a request, with its place.
package struct PresentedToken: Sendable, Hashable {
  /// The place of a token.
  package enum Place: Sendable, Hashable {
    /// `Authorization`, with the scheme `Bearer` or `DPoP`.
    case authorization
    /// The header field `DPoP`.
    case proof
    /// A member of the JSON body, by its path, or a field of the form.
    case body(String)
    /// A cookie.
    case cookie(String)
  }

  package let place: Place
  package let text: String

  package init(_ place: Place, _ text: String) {
    self.place = place
    self.text = text
  }

  /// The name in the request log.
  package var name: String {
    switch place {
    case .authorization: "Bearer token"
    case .proof: "DPoP proof"
    case .body(let name): name
    case .cookie(let name): "Cookie \(name)"
    }
  }

  /// Returns the credential for the log.
  package func credential(_ verdict: SandboxCredential.Verdict) -> SandboxCredential {
    SandboxCredential(name: name, token: text, verdict: verdict)
  }
}

extension SandboxRequest {
  /// The tokens of the request: the one in `Authorization`, DPoP proofs, and the JWTs in cookies and in the body.
  package var presentedTokens: [PresentedToken] {
    var tokens: [PresentedToken] = []
    if let token = bearerToken ?? credentials(scheme: "DPoP") { tokens.append(PresentedToken(.authorization, token)) }
    tokens += headers.values(of: "DPoP").map { PresentedToken(.proof, $0) }
    for pair in (headers["Cookie"] ?? "").split(separator: ";") {
      let halves = String(pair).trimmingBlanks.split(separator: "=", maxSplits: 1).map(String.init)
      if halves.count == 2, TokenContent.decode(halves[1]) != nil {
        tokens.append(PresentedToken(.cookie(halves[0]), halves[1]))
      }
    }
    return tokens + TokenScan.tokens(inBody: body, isForm: isForm).map { PresentedToken(.body($0.name), $0.text) }
  }

  private var isForm: Bool {
    headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
  }
}

extension SandboxResponse {
  /// The JWTs in the body and in new cookies, as credentials for the log.
  var issuedTokens: [SandboxCredential] {
    let cookies = headers.values(of: "Set-Cookie").compactMap { field -> SandboxCredential? in
      let halves = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
      guard halves.count == 2, TokenContent.decode(halves[1]) != nil else { return nil }
      return SandboxCredential(name: "Cookie \(halves[0])", token: halves[1], verdict: .unchecked)
    }
    return TokenScan.tokens(inBody: body, isForm: false).map {
      SandboxCredential(name: $0.name, token: $0.text, verdict: .unchecked)
    } + cookies
  }
}
