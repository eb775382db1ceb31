import AuthBeacon
import AuthCore
import AuthRuntime

let words = Array(CommandLine.arguments.dropFirst())

if words == ["--scripted"] {
  try await ScriptedDemonstration().run()
} else if words.count == 2 || words.count == 3 {
  let auth = try AuthClient(configuration: .load(contentsOf: words[0]), plugins: [.beacon])
  let session = try await SignIn(auth: auth, answer: Terminal.answer).run(identifier: words[1])
  print("signed in as \(session.subject)")
  if words.count == 3 { print("GET \(words[2]): \(try await auth.send(TransportRequest("GET", words[2])).status)") }
} else {
  print("usage: sign-in --scripted | sign-in CONFIGURATION IDENTIFIER [URL]")
}
