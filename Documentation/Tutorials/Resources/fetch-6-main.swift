import AuthCore
import AuthHawcx
import AuthRuntime
import AuthTurnkey

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

do {
  let auth = try AuthClient(configuration: .load(contentsOf: "auth.json"), plugins: [.turnkey, .hawcx])
  let words = CommandLine.arguments.dropFirst()
  if words.first == "sign-in" {
    try await SignIn(auth: auth).run(identifier: words.dropFirst().first)
  } else {
    while let url = readLine() {  // nil at the end of the input
      let response = try await auth.send(TransportRequest("GET", url))
      print(response.status, url)
    }
  }
  await auth.settle()  // a renewal that has begun is stored before the program ends
} catch {
  print(error)
  exit(1)
}
