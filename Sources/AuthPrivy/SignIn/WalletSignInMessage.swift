public import AuthCore

/// The message that a wallet signs at sign-in: EIP-4361 (Sign-In with Ethereum, SIWE) or its Solana counterpart. The
/// counterpart has another chain name and, without a statement, one blank line fewer.
///
/// Parsing the text of a message that passes `check()` returns the same message, and the text of a parsed message is
/// the text that was parsed.
public struct WalletSignInMessage: Sendable, Hashable {
  /// The chain of a wallet.
  public enum Chain: String, Sendable, Hashable, CaseIterable {
    /// An address is `0x` and 40 hexadecimal digits.
    case ethereum = "Ethereum"
    /// An address is 32 bytes in base58.
    case solana = "Solana"
  }

  /// The chain of the wallet, which determines the message's form.
  public var chain: Chain
  /// The scheme of the site's origin; nil for none, which is usual.
  public var scheme: String?
  /// The requesting site: an authority (RFC 3986 §3.2) such as `example.com`.
  public var domain: String
  /// The wallet's address.
  public var address: String
  /// The statement that the user agrees to, in one line; nil for none.
  public var statement: String?
  /// The resource that the user signs in to: a URI of the site.
  public var uri: String
  /// The chain ID: a number for Ethereum (`1`), a name for Solana (`mainnet`).
  public var chainID: String
  /// The server's nonce: at least 8 letters and digits.
  public var nonce: String
  /// When the message was made, as an RFC 3339 timestamp.
  public var issuedAt: String
  /// When the message expires, as an RFC 3339 timestamp; nil for no expiry.
  public var expirationTime: String?
  /// When the message becomes valid, as an RFC 3339 timestamp; nil if it is valid at once.
  public var notBefore: String?
  /// The site's ID for the request; nil for none.
  public var requestID: String?
  /// URIs that the user agrees to, in addition to the statement.
  public var resources: [String]

  /// Creates a message without a scheme, an expiry, a start of validity, a request ID or resources.
  public init(
    chain: Chain, domain: String, address: String, uri: String, chainID: String, nonce: String, issuedAt: String,
    statement: String? = nil
  ) {
    self.chain = chain
    self.domain = domain
    self.address = address
    self.uri = uri
    self.chainID = chainID
    self.nonce = nonce
    self.issuedAt = issuedAt
    self.statement = statement
    resources = []
  }

  /// The chain of an address, by its form; nil if the form fits neither chain. The address itself is not checked: an
  /// Ethereum address may have any capitalisation, and a Solana address is not decoded.
  public static func chain(of address: String) -> Chain? {
    if address.hasPrefix("0x") {
      return address.utf8.count == 42 && Hex.decode(String(address.dropFirst(2))) != nil ? .ethereum : nil
    }
    // 32 bytes have 32 to 44 digits in base58.
    let isBase58 = address.utf8.allSatisfy { base58.contains($0) }
    return (32...44).contains(address.utf8.count) && isBase58 ? .solana : nil
  }

  private static let base58 = Set("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  /// The text to sign (EIP-4361, "Message Format").
  public var text: String {
    var lines = [
      (scheme.map { $0 + "://" } ?? "") + domain + " wants you to sign in with your \(chain.rawValue) account:",
      address,
      "",
    ]
    if let statement { lines.append(statement) }
    if statement != nil || chain == .ethereum { lines.append("") }
    lines += [
      "URI: " + uri, "Version: 1", "Chain ID: " + chainID, "Nonce: " + nonce, "Issued At: " + issuedAt,
    ]
    if let expirationTime { lines.append("Expiration Time: " + expirationTime) }
    if let notBefore { lines.append("Not Before: " + notBefore) }
    if let requestID { lines.append("Request ID: " + requestID) }
    if !resources.isEmpty { lines += ["Resources:"] + resources.map { "- " + $0 } }
    return lines.joined(separator: "\n")
  }

  /// Parses a message.
  ///
  /// - Throws: `invalid_request` naming the invalid line or part.
  public init(parsing text: String) throws(AuthError) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    let first = lines.popFirst() ?? ""
    let marker = " wants you to sign in with your "
    guard let chain = Chain.allCases.first(where: { first.hasSuffix(marker + $0.rawValue + " account:") }) else {
      throw Self.malformed("first line")
    }
    let authority = first.dropLast(marker.count + chain.rawValue.count + " account:".count)
    guard let address = lines.popFirst(), Self.chain(of: address) == chain else { throw Self.malformed("address") }
    guard lines.popFirst() == "" else { throw Self.malformed("line after the address") }
    var statement: String?
    if let line = lines.first, !line.isEmpty, !line.hasPrefix("URI: ") {
      statement = line
      lines.removeFirst()
    }
    if statement != nil || chain == .ethereum {
      guard lines.popFirst() == "" else { throw Self.malformed("line before the URI") }
    }
    func optional(_ name: String) -> String? {
      guard let line = lines.first, line.hasPrefix(name + ": ") else { return nil }
      lines.removeFirst()
      return String(line.dropFirst(name.count + 2))
    }
    func field(_ name: String) throws(AuthError) -> String {
      guard let value = optional(name), !value.isEmpty else { throw Self.malformed(name) }
      return value
    }
    let uri = try field("URI")
    guard try field("Version") == "1" else { throw Self.malformed("Version") }
    self.init(
      chain: chain, domain: String(authority), address: address, uri: uri, chainID: try field("Chain ID"),
      nonce: try field("Nonce"), issuedAt: try field("Issued At"), statement: statement)
    expirationTime = optional("Expiration Time")
    notBefore = optional("Not Before")
    requestID = optional("Request ID")
    if lines.first == "Resources:" {
      lines.removeFirst()
      while let line = lines.first, line.hasPrefix("- ") {
        resources.append(String(line.dropFirst(2)))
        lines.removeFirst()
      }
    }
    guard lines.isEmpty else { throw Self.malformed("end") }
    if let scheme = domain.range(ofASCII: "://") {
      self.scheme = String(domain[..<scheme.lowerBound])
      domain = String(domain[scheme.upperBound...])
    }
    try check()
    guard self.text == text else { throw Self.malformed("order of the lines") }
  }

  /// Checks that no part is empty or contains a control character, which could add a line to the message, and that the
  /// address, domain, nonce and times have a valid form. The chain ID of an Ethereum message must be a number.
  ///
  /// - Throws: `invalid_request` naming the part.
  public func check() throws(AuthError) {
    let parts: [(String, String?)] = [
      ("domain", domain), ("statement", statement), ("URI", uri), ("Chain ID", chainID), ("Issued At", issuedAt),
      ("Expiration Time", expirationTime), ("Not Before", notBefore), ("Request ID", requestID),
    ]
    for (name, part) in parts + resources.map({ ("Resources", $0) }) {
      if let part, part.isEmpty || part.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw Self.malformed(name) }
    }
    if let scheme {
      // RFC 3986 §3.1.
      let isScheme =
        scheme.utf8.first.map(Self.isLetter) == true
        && scheme.utf8.allSatisfy { Self.isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
      guard isScheme else { throw Self.malformed("scheme") }
    }
    // A statement with this beginning would be read as the URI line.
    guard statement?.hasPrefix("URI: ") != true else { throw Self.malformed("statement") }
    guard Self.chain(of: address) == chain else { throw Self.malformed("address") }
    guard !domain.contains("/"), !domain.contains(" ") else { throw Self.malformed("domain") }
    guard Self.isNonce(nonce) else { throw Self.malformed("Nonce") }
    for (name, time) in [("Issued At", issuedAt), ("Expiration Time", expirationTime), ("Not Before", notBefore)] {
      if let time, ISO8601.decode(time) == nil { throw Self.malformed(name) }
    }
    if chain == .ethereum {
      guard !chainID.isEmpty, chainID.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw Self.malformed("Chain ID")
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Whether a string can be a nonce: at least 8 ASCII letters or digits.
  static func isNonce(_ text: String) -> Bool {
    text.utf8.count >= 8
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      }
  }

  private static func malformed(_ part: String) -> AuthError {
    AuthError(.invalidRequest, "The sign-in message is malformed (EIP-4361). Check this part: \(part).")
  }
}

extension SignPrompt {
  /// The parts of the sign-in message; nil for a message in another format.
  public var walletSignInMessage: WalletSignInMessage? {
    do throws(AuthError) {
      return try WalletSignInMessage(parsing: message)
    } catch {
      return nil
    }
  }
}
