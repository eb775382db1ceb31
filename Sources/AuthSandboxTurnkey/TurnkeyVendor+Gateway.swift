import AuthCore
import AuthSandboxKit

/// The checks before a `POST` request reaches its route. In front of the auth proxy, these are a firewall and a rate
/// limiter. In front of the API, they are the version of the vendor's command line tool and the policy `bareRefusals`.
extension TurnkeyVendor {
  /// The refusal of a request; nil for a request that passes the checks, or that has a method other than `POST`.
  mutating func refusalAtGateway(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxResponse? {
    guard request.method == "POST" else { return nil }
    switch request.mount {
    case "/turnkey-proxy":
      if let page = firewall(request, world) { return page }
      return limiter(world)
    case "/turnkey": return oldTool(request) ?? bareRefusal(world)
    default: return nil
    }
  }

  /// The policy `browsersOnly`: requests that do not look like a browser's get a firewall's web page (T54).
  private func firewall(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxResponse? {
    guard world.policy(name)["browsersOnly"]?.boolValue ?? false,
      request.headers["Origin"] == nil || request.headers["User-Agent"]?.hasPrefix("Mozilla/") != true
    else { return nil }
    return SandboxResponse(
      status: 403, headers: ["Content-Type": "text/html; charset=UTF-8"],
      body: Array("<!DOCTYPE html><title>Access denied</title><p>error code: 1010</p>".utf8), note: "firewall")
  }

  /// The policy `proxyRequestsPerSecond`: requests above this limit are refused with plain text (T54).
  private mutating func limiter(_ world: SandboxWorld) -> SandboxResponse? {
    guard let limit = world.policy(name)["proxyRequestsPerSecond"]?.integerValue,
      countRequest(of: proxyConfigID, world) > limit
    else { return nil }
    return SandboxResponse(
      status: 429, headers: ["Content-Type": "text/plain"], body: Array("Too Many Requests".utf8), note: "limiter")
  }

  /// Refuses old versions of the vendor's command line tool, which sends its version in a header. Requests without the
  /// header pass (T44, T86).
  private func oldTool(_ request: SandboxRequest) -> SandboxResponse? {
    let release = (request.headers["X-TVC-Client-Version"] ?? "").split(separator: ".").compactMap { UInt16($0) }
    guard release.count == 3, release.lexicographicallyPrecedes(Self.oldestTool) else { return nil }
    func text(_ release: [UInt16]) -> String { release.map(String.init).joined(separator: ".") }
    return TurnkeyFailure.oldTool(text(release), oldest: text(Self.oldestTool)).response
  }

  private static let oldestTool: [UInt16] = [0, 12, 2]

  /// The policy `bareRefusals`: the API refuses every request, with an empty code (T44). No source names the cause of
  /// such refusals.
  private func bareRefusal(_ world: SandboxWorld) -> SandboxResponse? {
    guard world.policy(name)["bareRefusals"]?.boolValue ?? false else { return nil }
    return TurnkeyFailure.bare.response
  }

  /// Counts a request, and returns the number of the requester's requests in the current second.
  ///
  /// - Parameters:
  ///   - requester: the organisation's id, or the id of the auth proxy's configuration.
  ///   - world: the time.
  mutating func countRequest(of requester: String, _ world: SandboxWorld) -> Int64 {
    let known = rates[requester]
    let count = known?.second == world.unixTime ? (known?.count ?? 0) + 1 : 1
    rates[requester] = (world.unixTime, count)
    return count
  }
}
