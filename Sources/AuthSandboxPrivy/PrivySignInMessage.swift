import AuthCore

/// A wallet's sign-in message, parsed line by line (EIP-4361, and its Solana counterpart).
struct PrivySignInMessage: Sendable {
  let chain: String
  let domain: String
  let address: String
  /// The URIs after `Resources:`.
  let resources: [String]
  private var fields: [String: String] = [:]

  var nonce: String { fields["Nonce"] ?? "" }
  var chainID: String { fields["Chain ID"] ?? "" }
  var expirationTime: String? { fields["Expiration Time"] }
  var notBefore: String? { fields["Not Before"] }
  var issuedAt: String { fields["Issued At"] ?? "" }

  /// The names of the fields, in the order of EIP-4361; `Expiration Time`, `Not Before` and `Request ID` may be
  /// missing.
  private static let names = [
    "URI", "Version", "Chain ID", "Nonce", "Issued At", "Expiration Time", "Not Before", "Request ID",
  ]

  /// Parses a message; nil for a string that is not a sign-in message of version 1 with all required fields. Lines
  /// after `Resources:` that are not entries of this list are ignored.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 7, lines[2].isEmpty,
      let words = lines[0].range(ofASCII: " wants you to sign in with your ")
    else { return nil }
    switch lines[0][words.upperBound...] {
    case "Ethereum account:": chain = "ethereum"
    case "Solana account:": chain = "solana"
    default: return nil
    }
    domain = String(lines[0][..<words.lowerBound])
    address = String(lines[1])
    // The fields begin after the three lines of the head.
    let rest = lines.dropFirst(3)
    guard let first = rest.firstIndex(where: { $0.hasPrefix("URI: ") }), lines[first - 1].isEmpty else { return nil }
    resources = lines.drop { $0 != "Resources:" }.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    var expected = Self.names[...]
    for line in lines[first...] {
      if line == "Resources:" { break }
      guard let colon = line.range(ofASCII: ": "),
        let place = expected.firstIndex(of: String(line[..<colon.lowerBound]))
      else { return nil }
      fields[expected[place]] = String(line[colon.upperBound...])
      expected = expected[(place + 1)...]
    }
    guard Self.names.prefix(5).allSatisfy({ fields[$0]?.isEmpty == false }), fields["Version"] == "1" else {
      return nil
    }
  }
}
