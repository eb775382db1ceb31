import AuthCore
import AuthHawcx
import AuthRuntime
import AuthTurnkey

let auth = try AuthClient(configuration: .load(contentsOf: "auth.json"), plugins: [.turnkey, .hawcx])
if let session = try await auth.storedSession() {
  print("signed in: \(session.subject)")
} else {
  print("not signed in")
}
