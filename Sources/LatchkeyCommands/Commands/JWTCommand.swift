import AuthCore
import AuthCrypto
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let jwtVerify = Command(
    "jwt verify", summary: "Verify the JWT on standard input and print its claims",
    discussion: """
      Requires `exp`, and `aud` if --audience is given. Refuses an unknown `kid` and duplicate members. Allows a clock
      skew of 10 seconds. Without --algorithms, accepts RS256, ES256 and EdDSA, each only with a key of its type.
      A URL is fetched with the settings `transport` of the configuration, if there is one.
      """,
    options: [
      Option("jwks", "FILE|URL", "the keys, as a JWK Set"),
      Option("issuer", "I", "the required `iss`"),
      Option("audience", "A", "a value that `aud` must contain"),
      Option("algorithms", "LIST", "the algorithms to accept, separated by commas; HS* need an `oct` key"),
      Option("at", "UNIXTIME", "verify as of this time instead of now"),
    ]
  ) { (invocation) throws(AuthError) in
    let arguments = invocation.arguments
    guard let source = arguments.value("jwks") else {
      throw AuthError(.invalidRequest, "--jwks FILE|URL is missing. Name the key set's file or URL.")
    }
    let keys = try await keys(source, invocation)
    var rules = JWTValidationRules(
      algorithms: try algorithms(arguments.value("algorithms")), types: ["JWT", "at+jwt"], allowsMissingType: true,
      issuer: arguments.value("issuer"), audiences: Set([arguments.value("audience")].compactMap(\.self)))
    rules.refusesEmbeddedKeys = false
    let now = try arguments.integer("at", in: 0...(1 << 53)).map { Date(timeIntervalSince1970: Double($0)) } ?? Date()
    let token = String(decoding: await LineInput.all(), as: UTF8.self).trimmingBlanks
    let verified = try JWTVerifier(rules).verify(token, with: keys, at: now)
    Output.json(.object(verified.claims))
    return 0
  }

  private static func keys(_ source: String, _ invocation: Invocation) async throws(AuthError) -> JWKSet {
    if source.hasPrefix("https://") || source.hasPrefix("http://") {
      guard let url = URL(string: source) else {
        throw AuthError(.invalidRequest, "--jwks: '\(source)' is not a valid URL. Correct the URL.")
      }
      let request = TransportRequest(
        "GET", url, timeout: .seconds(15), responseSizeLimit: JWKSet.maximumByteCount)
      let response = try await transport(invocation).send(request)
      guard response.isSuccess else {
        throw AuthError(.serverError, "--jwks: \(source) returned HTTP \(response.status). Check the URL.")
      }
      return try JWKSet(parsing: response.body)
    }
    guard let content = FileManager.default.contents(atPath: source) else {
      throw AuthError(
        .invalidRequest,
        "--jwks: the file \(source) cannot be read. Check that it exists and that this user may read it.")
    }
    return try JWKSet(parsing: Array(content))
  }

  /// The transport of the configuration, with its trusted roots and its proxy, if there is a configuration.
  private static func transport(_ invocation: Invocation) throws(AuthError) -> any HTTPTransport {
    let isNamed = invocation.arguments.value("config") != nil || invocation.environment["AUTH_CONFIG"] != nil
    guard isNamed || FileManager.default.fileExists(atPath: invocation.configurationPath) else {
      return try SystemTransport.make()
    }
    let configuration = try invocation.configuration()
    return try SystemTransport.make(for: configuration.transport, clock: SystemClock(), random: SystemRandomSource())
  }

  private static func algorithms(_ list: String?) throws(AuthError) -> Set<JWSAlgorithm> {
    guard let list else { return [.rs256, .es256, .edDSA] }
    var algorithms: Set<JWSAlgorithm> = []
    for name in list.split(separator: ",") {
      guard let algorithm = JWSAlgorithm(rawValue: String(name).trimmingBlanks) else {
        let known = JWSAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
        throw AuthError(
          .invalidRequest, "--algorithms: '\(name)' is not a known algorithm. The known ones are \(known).")
      }
      algorithms.insert(algorithm)
    }
    return algorithms
  }
}
