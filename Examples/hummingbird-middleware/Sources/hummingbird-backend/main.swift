import AuthCore
import AuthTransport
import AuthVerifier
import AuthVerifierHawcx
import AuthVerifierOIDC
import AuthVerifierPrivy
import AuthVerifierTurnkey
import Hummingbird
import HummingbirdAuth
import HummingbirdVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// hummingbird-backend CONFIGURATION PUBLIC-URL [PORT]: serves GET /me on 127.0.0.1. The default port is 8080.
let arguments = CommandLine.arguments
guard arguments.count > 2, let publicURL = URL(string: arguments[2]) else {
  print("Usage: hummingbird-backend CONFIGURATION PUBLIC-URL [PORT]")
  exit(64)
}
let verifier: RequestVerifier
do throws(AuthError) {
  verifier = try RequestVerifier(
    configuration: .load(contentsOf: arguments[1]), plugins: [.hawcx, .oidc, .privy, .turnkey],
    services: VerifierServices(transport: try SystemTransport.make()))
} catch {
  print(error.message)
  exit(78)
}

let router = Router(context: BasicAuthRequestContext<Principal>.self)
router.add(middleware: PrincipalAuthenticator(verifier, publicURL: publicURL))
router.get("/me") { _, context in
  let principal = try context.requireIdentity()
  return "\(principal.provider) \(principal.subject)\n"
}
let port = arguments.count > 3 ? Int(arguments[3]) ?? 8080 : 8080
let app = Application(
  router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
try await app.runService()
