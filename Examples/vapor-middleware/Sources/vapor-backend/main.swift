import AuthCore
import AuthTransport
import AuthVerifier
import AuthVerifierHawcx
import AuthVerifierOIDC
import AuthVerifierPrivy
import AuthVerifierTurnkey
import Vapor
import VaporVerifier

// vapor-backend CONFIGURATION PUBLIC-URL [PORT]: serves GET /me on 127.0.0.1. The default port is 8080.
let arguments = CommandLine.arguments
guard arguments.count > 2, let publicURL = URL(string: arguments[2]) else {
  print("Usage: vapor-backend CONFIGURATION PUBLIC-URL [PORT]")
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

let app = try await Application.make(Environment(name: "production", arguments: [arguments[0]]))
app.http.server.configuration.hostname = "127.0.0.1"
app.http.server.configuration.port = arguments.count > 3 ? Int(arguments[3]) ?? 8080 : 8080
let routes = app.grouped(PrincipalMiddleware(verifier, publicURL: publicURL))
routes.get("me") { request in
  let principal = try request.principal
  return "\(principal.provider) \(principal.subject)\n"
}
try await app.execute()
try await app.asyncShutdown()
