import AuthCore
import AuthRuntime
import AuthTransport
import AuthTurnkey
import AuthTurnkeyAPI
import OTPLogin

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

// otp-login CONFIGURATION BACKEND CONTACT: the guide's sign-in at a terminal; the code comes from standard input.
let words = CommandLine.arguments
guard words.count == 4, let backend = URL(string: words[2]) else {
  print("usage: otp-login CONFIGURATION BACKEND CONTACT")
  exit(64)
}
do {
  let auth = try AuthClient(configuration: .load(contentsOf: words[1]), plugins: [.turnkey])
  let context = try TurnkeyContext(auth)
  let login = OTPLogin(
    context: context, backend: BackendAPI(baseURL: backend, transport: try SystemTransport.make()))
  let attempt = try await login.sendCode(to: words[3])
  print("code sent to \(attempt.contact)")
  var session: Session?
  while session == nil, let code = readLine() {
    do throws(AuthError) {
      session = try await login.logIn(attempt, code: code)
    } catch {
      print(error.message)
      guard error.code == .invalidCode else { exit(77) }
    }
  }
  guard let session else { exit(64) }
  let me = try await context.client().whoAmI()
  let end = session.expiresAt.map { ISO8601.encode($0) } ?? "-"
  print("signed in: user \(me.userID) of organisation \(me.organizationID), until \(end)")
} catch {
  print((error as? AuthError)?.message ?? "\(error)")
  exit((error as? AuthError)?.code.kind == .configuration ? 78 : 70)
}
