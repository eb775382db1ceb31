import AuthCore
public import AuthVerifier
import Logging
import NIOCore
import NIOHTTP1
public import Vapor

/// Middleware that verifies who calls, whatever vendor the caller comes from, and puts the principal into the request.
///
/// ```swift
/// let routes = app.grouped(PrincipalMiddleware(verifier, publicURL: publicURL))
/// routes.get("me") { request in try request.principal.subject }
/// ```
///
/// A refused request does not reach the route. Its response has the status, the header fields and the body of the
/// refusal.
public struct PrincipalMiddleware: AsyncMiddleware {
  private let verifier: RequestVerifier
  private let publicURL: URL
  private let requirement: AccessRequirement
  private let acceptsAnonymous: Bool
  private let maximumBodyByteCount: Int?

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - verifier: the backend's verifier.
  ///   - publicURL: the address under which clients reach the backend, as `PresentedRequest` expects it.
  ///   - requirement: what the routes require of the principal.
  ///   - acceptsAnonymous: whether a request without a credential reaches the route, without a principal. A credential
  ///     that is not valid is refused in any case.
  ///   - maximumBodyByteCount: the largest accepted body, in bytes. A larger one is answered with 413. The middleware
  ///     then reads the body, so this limit replaces those of the routes, and no route receives the body as a stream.
  ///     If nil, the routes read the body, with the limits that they have in Vapor. The verifier has a separate limit
  ///     for `Content-Length`, in its options.
  public init(
    _ verifier: RequestVerifier, publicURL: URL, requiring requirement: AccessRequirement = AccessRequirement(),
    acceptsAnonymous: Bool = false, maximumBodyByteCount: Int? = nil
  ) {
    self.verifier = verifier
    self.publicURL = publicURL
    self.requirement = requirement
    self.acceptsAnonymous = acceptsAnonymous
    self.maximumBodyByteCount = maximumBodyByteCount
  }

  /// Verifies the caller, reads the body if there is a limit for it, and passes the request on.
  ///
  /// - Throws: `Abort` for a target that is not in origin form (400), and for a body over the limit (413).
  public func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
    let headers = AuthCore.HTTPHeaders(request.headers.map { ($0.name, $0.value) })
    let presented = PresentedRequest(
      request.method.rawValue, target: request.url.string, publicURL: publicURL, headers: headers)
    guard let presented else { throw Abort(.badRequest) }
    do throws(RequestRefusal) {
      request.auth.login(VerifiedCaller(principal: try await verifier.verify(presented, requiring: requirement)))
    } catch {
      guard acceptsAnonymous, error.reason == .noCredential else {
        if let cause = error.cause { request.logger.info("A request was refused: \(cause.code): \(cause.message)") }
        return response(to: error)
      }
    }
    // Only now: the body of a caller that is refused is not kept.
    if let maximumBodyByteCount { try await Self.readBody(of: request, maximumByteCount: maximumBodyByteCount) }
    return try await next.respond(to: request)
  }

  /// Vapor's limit is exclusive, and is not applied to a body that has arrived already.
  private static func readBody(of request: Request, maximumByteCount: Int) async throws {
    let limit = maximumByteCount == .max ? nil : maximumByteCount + 1
    let body = try await request.body.collect(max: limit).get()
    guard (body?.readableBytes ?? 0) <= maximumByteCount else { throw Abort(.payloadTooLarge) }
  }

  /// The refusal's status, header fields and body, without anything else.
  private func response(to refusal: RequestRefusal) -> Response {
    var headers = NIOHTTP1.HTTPHeaders(refusal.headers.list)
    headers.add(name: "Content-Type", value: "application/json")
    return Response(
      status: HTTPResponseStatus(statusCode: refusal.status), headers: headers,
      body: Response.Body(string: String(decoding: refusal.body.serialized, as: UTF8.self)))
  }
}
