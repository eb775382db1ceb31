import AuthCore
import AuthCrypto
package import AuthSandboxKit

extension OIDCVendor {
  /// The key set of a registered client with a `jwks_uri` whose assertion a request has; nil for any other request.
  package func keySetQuery(for request: SandboxRequest) -> KeySetQuery? {
    guard request.method == "POST",
      let assertion = request.formFields?.first(where: { $0.name == "client_assertion" })?.value
    else { return nil }
    do {
      let jws = try JWS(compact: assertion)
      guard let id = try JSONValue(parsing: jws.payload)["sub"]?.stringValue,
        let url = clients.registered[id]?.keysURL
      else { return nil }
      return KeySetQuery(url: url, keyID: jws.keyID)
    } catch {
      return nil
    }
  }
}
