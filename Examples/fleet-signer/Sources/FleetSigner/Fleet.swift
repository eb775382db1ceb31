public import AuthCore
import AuthTurnkey
public import BackendServer
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs request bodies for many callers (a signature in the vendor's form is a *stamp*), and can also forward the
/// signed requests to the vendor.
///
/// | route | body | response |
/// | --- | --- | --- |
/// | `POST /stamp?key=…` | any bytes | the stamp in the header field `X-Stamp`; no body |
/// | `POST /forward/public/v1/…?key=…` | the request's JSON | the vendor's status and body |
/// | `GET /health` | | `{"status":"ok","keys":n,"callers":n}`; 503 while the server shuts down |
/// | `GET /metrics` | | counters for Prometheus |
///
/// The first two routes require the caller's bearer token. `key` is one of the caller's public keys; the default is the
/// first. An error is `{"error","message"}`.
public final class Fleet: Sendable {
  private let keys: FleetKeys
  private let callers: FleetCallers
  private let apiURL: URL
  private let forwardLimit: Int
  private let transport: any HTTPTransport
  private let clock: any AuthClock
  private let log: FleetLog
  private let isEnding = Atomic<Bool>(false)
  /// The counters.
  public let metrics = FleetMetrics()

  /// Creates a fleet.
  ///
  /// - Parameters:
  ///   - configuration: the callers, the vendor's URL and the limits.
  ///   - keys: the keys of all callers.
  ///   - transport: sends the forwarded requests to the vendor.
  ///   - log: the log for refused and failed requests, and optionally for all requests.
  ///   - clock: measures how long forwarded requests take.
  /// - Throws: `invalid_configuration` for a caller whose key is not in `keys`, that has no key, or whose `tokenDigest`
  ///   is not hexadecimal.
  public init(
    _ configuration: FleetConfiguration, keys: FleetKeys, transport: any HTTPTransport, log: FleetLog,
    clock: any AuthClock = SystemClock()
  ) throws(AuthError) {
    self.keys = keys
    callers = try FleetCallers(configuration.callers, keys: keys)
    apiURL = configuration.apiURL
    forwardLimit = configuration.forwardLimit
    self.transport = transport
    self.clock = clock
    self.log = log
  }

  /// Makes `/health` return 503 from now on, so that a load balancer sends no further requests.
  public func end() { isEnding.store(true, ordering: .relaxed) }

  /// Answers a request. A stamp is made at once, on the calling thread.
  public func answer(_ request: BackendRequest) -> BackendAnswer {
    switch (request.method, request.path) {
    case ("POST", "/stamp"): return .ready(stamp(request))
    case ("POST", let path) where path.hasPrefix("/forward/"):
      return .later { [self] in await forward(request, to: String(path.dropFirst("/forward".count))) }
    case ("GET", "/health"): return .ready(health)
    case ("GET", "/metrics"):
      let text = metrics.text(keys: keys.count, isEnding: isEnding.load(ordering: .relaxed))
      return .ready(
        BackendResponse(status: 200, content: Array(text.utf8), contentType: "text/plain; version=0.0.4"))
    default:
      return .ready(
        BackendResponse(status: 404, body: ["error": "not_found", "message": "The route is unknown. See the README."]))
    }
  }

  private var health: BackendResponse {
    let ends = isEnding.load(ordering: .relaxed)
    return BackendResponse(
      status: ends ? 503 : 200,
      body: [
        "status": ends ? "ending" : "ok", "keys": .integer(Int64(keys.count)),
        "callers": .integer(Int64(callers.count)),
      ])
  }

  private func stamp(_ request: BackendRequest) -> BackendResponse {
    var name: String?
    do throws(AuthError) {
      let caller = try callers.caller(request.bearer)
      name = caller.name
      let stamp = try caller.stamper(request.query["key"]).stamp(request.body)
      metrics.countStamp()
      log.note("stamp", caller: name, status: 200, bytes: request.body.count)
      return BackendResponse(status: 200, content: [], contentType: "text/plain", headers: [stamp.name: stamp.value])
    } catch {
      return refusal(error, "stamp", caller: name)
    }
  }

  private func forward(_ request: BackendRequest, to path: String) async -> BackendResponse {
    var name: String?
    do throws(AuthError) {
      let caller = try callers.caller(request.bearer)
      name = caller.name
      let url = try target(path)
      let stamp = try caller.stamper(request.query["key"]).stamp(request.body)
      metrics.countStamp()
      guard metrics.beginForward(limit: forwardLimit) else {
        throw AuthError(
          .rateLimited,
          "\(forwardLimit) forwarded requests are in progress, which is the limit. Try again, or raise 'forwards'.")
      }
      let began = clock.uptime()
      defer { metrics.endForward(after: clock.uptime() - began) }
      let answer = try await transport.send(
        TransportRequest(
          "POST", url, headers: ["Content-Type": "application/json", stamp.name: stamp.value], body: request.body,
          retry: .never))
      log.note("forward", caller: name, status: answer.status, bytes: request.body.count)
      return BackendResponse(
        status: answer.status, content: answer.body, contentType: "application/json")
    } catch {
      return refusal(error, "forward", caller: name)
    }
  }

  /// Returns the URL of a forwarded request. Only the vendor's API is allowed, because the fleet's keys sign the
  /// request.
  ///
  /// - Throws: `invalid_request` for any other path.
  private func target(_ path: String) throws(AuthError) -> URL {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2F, 0x5F, 0x2D: true
      default: false
      }
    }
    guard isPlain, path.hasPrefix("/public/v1/"), !path.contains("//"), let url = URL(string: apiURL.root + path) else {
      throw AuthError(
        .invalidRequest,
        "The path cannot be forwarded. Send /forward/public/v1/… with ASCII letters, digits, '_', '-' and single '/'.")
    }
    return url
  }

  private func refusal(_ error: AuthError, _ event: String, caller: String?) -> BackendResponse {
    let response = BackendResponse.refusal(error)
    if response.status < 500 { metrics.countRefusal() } else { metrics.countFailure() }
    log.note(event, caller: caller, status: response.status, error: error.code)
    return response
  }
}

extension URL {
  /// The URL's text without a slash at the end.
  fileprivate var root: String {
    let text = absoluteString
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
