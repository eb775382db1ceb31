public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state that vendors share: the time, the source of randomness, the sandbox's address, the outbox, the app's own
/// systems and the policies.
public struct SandboxWorld: Sendable {
  /// The clock that the settable time is based on.
  package let clock: any AuthClock
  /// The source of randomness.
  public let random: any RandomSource
  /// The sandbox's own address, without a slash at its end: `http://127.0.0.1:8080`.
  public package(set) var baseURL: String
  /// How far the clock was advanced.
  package var offset: Duration = .zero
  /// The messages sent to users.
  package var outbox = Outbox()
  /// The app's own backend, which keeps the app's sessions.
  package var backend = SandboxBackend()
  /// The app's own identity system.
  package var identity: IdentitySystem
  /// The apps and sites that may use the passkeys of the sandbox's site.
  var associations = AppAssociations()
  private(set) var policies: [String: JSONObject] = [:]

  package init(clock: any AuthClock, random: any RandomSource, baseURL: String, identity: IdentitySystem) {
    self.clock = clock
    self.random = random
    self.baseURL = baseURL
    self.identity = identity
  }

  /// The sandbox's time: the clock's time plus `offset`.
  public var now: Date { clock.now().adding(offset) }

  /// The sandbox's time in whole seconds since 1970, as in a JWT's `exp`.
  public var unixTime: Int64 { Int64(now.timeIntervalSince1970.rounded(.down)) }

  /// The origins that every relying party of the sandbox accepts: the site's, and those of the apps and sites set by
  /// `POST /sandbox/associations`.
  public var relyingPartyOrigins: [String] { siteOrigins + associations.origins }

  /// The origins of the sandbox's site: the web pages' origin, and `https://localhost`, the origin in an Apple app's
  /// ceremonies.
  var siteOrigins: [String] { [webOrigin, "https://localhost"] }

  /// The origins at which a browser may have opened the sandbox's pages: the base URL's origin, and the
  /// same origin with the host `localhost`.
  var pageOrigins: [String] { [webOrigin, Origin(baseURL).map { "\($0)" } ?? baseURL] }

  /// The origin of the sandbox's web pages: that of the base URL, with the host `localhost`.
  public var webOrigin: String {
    guard let origin = Origin(baseURL) else { return baseURL }
    let usual = origin.scheme == "https" ? 443 : 80
    return "\(origin.scheme)://localhost" + (origin.port == usual ? "" : ":\(origin.port)")
  }

  /// Returns a vendor's policy, as set by `POST /sandbox/policy`; empty if none was set.
  public func policy(_ vendor: String) -> JSONObject { policies[vendor] ?? JSONObject() }

  /// Returns the origins whose pages may call a vendor, as set in the vendor's dashboard (policy `allowedOrigins`); nil
  /// if none are set.
  public func allowedOrigins(_ vendor: String) -> [String]? {
    policy(vendor)["allowedOrigins"]?.arrayValue?.compactMap(\.stringValue)
  }

  /// Whether pages of an origin may call a server with this rule. Related origins are always allowed, because they
  /// belong to the app itself.
  public func admits(_ origin: String, by rule: CrossOriginRule) -> Bool {
    rule.origins.contains(origin) || associations.relatedOrigins.contains(origin)
  }

  /// Whether users are created for unknown identifiers: the policy `createUsers`, true by default.
  public func createsUsers(_ vendor: String) -> Bool { policy(vendor)["createUsers"]?.boolValue ?? true }

  /// Returns the number of seconds in a member of a vendor's policy, or the default if the member is not a
  /// whole number.
  public func seconds(_ vendor: String, _ name: String, default usual: Int64) -> Int64 {
    policy(vendor)[name]?.integerValue ?? usual
  }

  /// Sets the members of a vendor's policy that `change` has, and keeps the others; `null` removes a member.
  public mutating func changePolicy(_ vendor: String, _ change: JSONObject) {
    var policy = policy(vendor)
    for member in change.members {
      policy[member.name] = member.value.isNull ? Optional<JSONValue>.none : member.value
    }
    policies[vendor] = policy
  }

  /// Sends a message to a user by adding it to the outbox, the only place where its code or link can be read.
  public mutating func send(
    provider: String, channel: Outbox.Channel, to address: String, code: String? = nil, link: String? = nil,
    challengeID: String? = nil
  ) {
    outbox.append(
      Outbox.Message(
        id: random.uuid(), provider: provider, channel: channel, address: address, code: code, link: link,
        challengeID: challengeID, at: now))
  }

  /// Resets the state, but keeps the address and the identity system's keys.
  mutating func reset() {
    offset = .zero
    outbox = Outbox()
    backend = SandboxBackend()
    associations = AppAssociations()
    policies = [:]
  }
}
