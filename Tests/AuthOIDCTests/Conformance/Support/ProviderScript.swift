import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a provider and its user do in one row of a table. A new value is a provider that follows the standards; a row
/// changes one thing.
struct ProviderScript: Sendable {
  /// What happens, in this order.
  enum Step: Sendable {
    /// A sign-in by the provider's page.
    case signIn
    /// A renewal of the session.
    case renew
    /// A request with the session's credential to an API at an origin.
    case call(String)
    case signOut
  }

  /// When the provider replaces its keys by the next ones.
  enum Rotation: Sendable {
    case never
    /// After the page, before the ID token is signed.
    case beforeSigning
    /// When the second sign-in opens the page.
    case beforeSecondPage
  }

  /// The response of the page.
  struct Response: Sendable {
    /// The address, without the response's parameters.
    var address: String
    var fields: [(name: String, value: String)]
    /// Whether the browser posts the parameters as a form.
    var isForm: Bool

    /// Replaces a parameter; nil removes it.
    mutating func set(_ name: String, _ value: String?) {
      fields.removeAll { $0.name == name }
      if let value { fields.append((name, value)) }
    }
  }

  /// Further keys of the client's configuration.
  var settings: JSONObject = [:]
  /// Whether the client is a backend with a secret (`client_secret_basic`).
  var isBackend = false
  var steps: [Step] = [.signIn]
  var keys: [ProviderKeys] = [.usual(0), .usual(1)]
  var rotation = Rotation.never
  /// Whether the published keys stay the first ones, although others sign.
  var publishesFirstKeysOnly = false
  /// Whether a code works more than once, for an answer that is replaced after the code was read.
  var acceptsCodesAgain = false
  /// Whether tokens are bound to the key of a proof.
  var offersDPoP = false
  var metadata: @Sendable (inout JSONObject) -> Void = { _ in }
  var idToken: @Sendable (inout IDTokenDraft) -> Void = { _ in }
  /// Changes the ID token of a renewal.
  var renewedIDToken: @Sendable (inout IDTokenDraft) -> Void = { _ in }
  /// Changes the token response.
  var tokens: @Sendable (inout JSONObject) -> Void = { _ in }
  /// Changes the userinfo response.
  var userInfo: @Sendable (inout JSONObject) -> Void = { _ in }
  /// Changes the response of the page.
  var response: @Sendable (inout Response) -> Void = { _ in }
  /// Makes callbacks of other origins, which reach the client before the page's response. The second argument has the
  /// responses of earlier sign-ins.
  var forgeries: @Sendable (_ response: Response, _ earlier: [Response]) -> [Response] = { _, _ in [] }
  /// Replaces an answer. The name is the endpoint's (`token`), the number counts its requests from 1.
  var answer: @Sendable (_ endpoint: String, _ number: Int, TransportResponse) -> TransportResponse = { $2 }

  /// A copy with a change.
  func changed(_ change: (inout ProviderScript) -> Void) -> ProviderScript {
    var copy = self
    change(&copy)
    return copy
  }

  /// A provider that follows the standards, except for a change.
  static func but(_ change: (inout ProviderScript) -> Void) -> ProviderScript { ProviderScript().changed(change) }
}
