import AuthCore
import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let stamp = Command(
    "stamp", summary: "Stamp the bytes of standard input with a Turnkey-style API key",
    discussion: """
      Prints {"name", "value"}: the header to send with exactly these bytes as the body. The key file holds
      {"publicKey", "privateKey"} in hexadecimal.
      """,
    options: [Option("key", "FILE", "the API key")]
  ) { (invocation) throws(AuthError) in
    guard let path = invocation.arguments.value("key") else {
      throw AuthError(.invalidRequest, "--key FILE is missing. Name the file of the API key.")
    }
    let stamper = try stamper(path)
    let body = await LineInput.all()
    let stamp = try stamper.stamp(body)
    Output.json(.object(["name": .string(stamp.name), "value": .string(stamp.value)]))
    return 0
  }

  /// Reads the API key in the file at `path`.
  ///
  /// - Throws: `invalid_request` for a file that cannot be read or does not contain a valid key, since the file is an
  ///   argument of the command.
  private static func stamper(_ path: String) throws(AuthError) -> APIKeyStamper {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw AuthError(
        .invalidRequest,
        "--key: the file \(path) cannot be read. Check that it exists and that this user may read it.")
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: Array(content))
    } catch {
      throw AuthError(.invalidRequest, "--key: \(path) is not valid JSON: \(error). Correct the file.")
    }
    guard let publicKey = json["publicKey"]?.stringValue, let privateKey = json["privateKey"]?.stringValue else {
      throw AuthError(.invalidRequest, "--key: \(path) needs the members publicKey and privateKey, in hexadecimal.")
    }
    do throws(AuthError) {
      return try APIKeyStamper(publicKeyHex: publicKey, privateKeyHex: Secret(privateKey))
    } catch {
      throw AuthError(.invalidRequest, "--key: \(error.message)")
    }
  }
}
