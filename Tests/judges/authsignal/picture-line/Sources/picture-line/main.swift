import AuthAuthsignal
import AuthCore
import AuthRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// picture-line CONFIGURATION PORT: signs in by QR code, with the WebSocket at 127.0.0.1:PORT, once for every line on
// standard input, with one client. Prints one JSON object per line: the content of the QR code, then the result.

func say(_ members: JSONObject) {
  print(JSONValue.object(members).serializedText)
  fflush(nil)
}

func signIn(_ auth: AuthClient) async {
  do throws(AuthError) {
    for await update in auth.start(FlowRequest(method: .qrCode)) {
      switch update {
      case .prompt(.awaitApproval(let approval), _): say(["picture": .string(approval.qrData ?? "")])
      case .completed(.session(let session, _)): say(["subject": .string(session.subject)])
      case .failed(let error): throw error
      default: continue
      }
    }
  } catch {
    say(["error": .string(error.code.rawValue), "recovery": .string("\(error.recovery)")])
  }
}

do {
  let words = CommandLine.arguments
  guard words.count == 3, let port = UInt16(words[2]) else {
    print("picture-line CONFIGURATION PORT")
    exit(64)
  }
  let auth = try AuthClient(
    configuration: .load(contentsOf: URL(fileURLWithPath: words[1])), plugins: [.authsignal])
  guard let provider = try auth.provider() as? AuthsignalProvider else { exit(78) }
  // At the vendor, the WebSocket has another host than the API; here, it has another port.
  provider.useSockets { url, subprotocols in try LoopbackSocket(port: port, path: url.path, subprotocols) }
  while readLine() != nil { await signIn(auth) }
} catch {
  print(error)
  exit(1)
}
