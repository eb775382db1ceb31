import AuthCore
import AuthRuntime
import Auth__Name__

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The command line's options.
struct Options {
  static let usage = """
    usage: sign-in --sandbox
           sign-in CONFIGURATION [IDENTIFIER] [--method METHOD] [--purpose signin|signup|manage] [--sign-up]
                   [--get URL]
    """
  let configuration: String
  let request: FlowRequest
  let url: String?

  init(_ words: [String]) throws(AuthError) {
    var rest = words[...]
    var operands: [String] = []
    var request = FlowRequest()
    var url: String?
    while let word = rest.popFirst() {
      switch word {
      case "--sign-up": request.purpose = .signUp
      case "--purpose": request.purpose = try Self.purpose(try Self.value(of: word, in: &rest))
      case "--method": request.method = MethodID(try Self.value(of: word, in: &rest))
      case "--get": url = try Self.value(of: word, in: &rest)
      case _ where word.hasPrefix("--"):
        throw AuthError(
          .invalidRequest, "'\(word)' is not an option of a sign-in with a configuration file.\n\(Self.usage)")
      default: operands.append(word)
      }
    }
    guard let configuration = operands.first, operands.count <= 2 else {
      throw AuthError(
        .invalidRequest, "Name one configuration file, and at most one identifier after it.\n\(Self.usage)")
    }
    request.identifier = operands.count == 2 ? operands[1] : nil
    self.configuration = configuration
    self.request = request
    self.url = url
  }

  private static func purpose(_ name: String) throws(AuthError) -> FlowRequest.Purpose {
    switch name {
    case "signin", "sign-in": .signIn
    case "signup", "sign-up": .signUp
    case "manage": .manage
    default: throw AuthError(.invalidRequest, "--purpose must be signin, signup or manage.\n\(usage)")
    }
  }

  private static func value(of option: String, in words: inout ArraySlice<String>) throws(AuthError) -> String {
    guard let value = words.popFirst() else {
      throw AuthError(.invalidRequest, "\(option) needs a value after it.\n\(usage)")
    }
    return value
  }
}

let words = Array(CommandLine.arguments.dropFirst())
do {
  if words == ["--sandbox"] {
    try await Demonstration().run()
  } else {
    let options = try Options(words)
    let auth = try AuthClient(configuration: .load(contentsOf: options.configuration), plugins: [.__name__])
    let session = try await SignIn(auth: auth, answer: Terminal.answer).run(options.request)
    print("signed in as \(session.subject)")
    if let url = options.url { print("GET \(url): \(try await auth.send(TransportRequest("GET", url)).status)") }
  }
} catch let error as AuthError {
  // The code names the error, and the recovery names the next step.
  print("\(error)\nrecovery: \(error.recovery)")
  exit(1)
}
