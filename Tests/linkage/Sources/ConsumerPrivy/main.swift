import AuthCore
import AuthPrivy
import AuthRuntime

// The README's app with this provider linked: a configuration, an identifier and the API to call are its arguments.
let words = CommandLine.arguments
let auth = try AuthClient(configuration: .load(contentsOf: words[1]), plugins: [.privy])
let flow = auth.signIn(identifier: words[2])
for await update in flow {
  switch update {
  case .prompt(.enterCode(let prompt), let context):
    if let error = context.lastError { print(error.message) }
    print("code sent to \(prompt.destination)")
    try await flow.submit(code: readLine() ?? "")
  case .completed: print("signed in")
  case .failed(let error): throw error
  default: break
  }
}
let session = try await auth.session()
let response = try await auth.send(TransportRequest("GET", words[3]))
print("\(session.subject) \(response.status)")
