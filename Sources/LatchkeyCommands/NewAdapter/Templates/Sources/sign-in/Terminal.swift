import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Asks the user at the terminal for answers to prompts.
enum Terminal {
  static func answer(_ prompt: Prompt, _ context: PromptContext) throws -> FlowAnswer {
    if let method = try another(context.alternatives.map(\.id.rawValue)) { return .method(method) }
    switch prompt {
    case .selectMethod(let options):
      return .method(MethodID(try ask("The method, one of \(options.map(\.id.rawValue).joined(separator: ", "))")))
    case .selectAccount(let options):
      return .account(try ask("The account, one of \(options.map(\.id).joined(separator: ", "))"))
    case .enterEmail: return .email(try ask("E-mail address"))
    case .enterPhone: return .phone(try ask("Phone number"))
    case .enterCode(let code): return .code(Secret(try ask("The code that was sent to \(code.destination)")))
    case .setupTOTP(let setup):
      let secret = setup.secret.revealText()
      return .code(Secret(try ask("Add the secret \(secret) to an authenticator app\nThe app's code")))
    case .enterTOTP: return .code(Secret(try ask("The authenticator app's code")))
    case .redirect(let page):
      guard let url = URL(string: try ask("Open \(page.url)\nThe address that the browser shows at the end")) else {
        throw AuthError(.invalidRequest, "The text is not a URL. Paste the address that the browser shows at the end.")
      }
      return .callback(url)
    case .input(let fields):
      var values: [String: Secret] = [:]
      for field in fields { values[field.name] = Secret(try ask(field.label, isMasked: field.kind.isMasked)) }
      return .fields(values)
    case .sign(let prompt): return .signature(Secret(try ask(prompt.message + "\nThe signature of this message")))
    case .awaitApproval, .unknown:
      throw AuthError(
        .unsupportedPrompt, "This program cannot answer '\(prompt.name)'. Add an answer to Terminal.swift.")
    }
  }

  /// Asks whether the user wants a method other than that of the prompt; nil if not, or if there is no other method.
  private static func another(_ names: [String]) throws -> MethodID? {
    if names.isEmpty { return nil }
    let name = try ask("Other methods: \(names.joined(separator: ", ")). Enter one of them, or nothing to continue")
    if name.isEmpty { return nil }
    guard names.contains(name) else {
      throw AuthError(.invalidRequest, "'\(name)' is not one of the other methods: \(names.joined(separator: ", ")).")
    }
    return MethodID(name)
  }

  private static func ask(_ question: String, isMasked: Bool = false) throws -> String {
    print(question + ": ")
    // Without a flush, the question would stay in the buffer if the output is a pipe.
    fflush(nil)
    let line = isMasked ? unseen { readLine() } : readLine()
    guard let line else { throw AuthError.cancelled }
    return line
  }

  /// Runs `read` with the terminal's echo turned off.
  private static func unseen(_ read: () -> String?) -> String? {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return read() }
    let before = settings
    defer { withUnsafePointer(to: before) { _ = tcsetattr(STDIN_FILENO, TCSANOW, $0) } }
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_lflag |= tcflag_t(ECHONL)
    _ = tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    return read()
  }
}
