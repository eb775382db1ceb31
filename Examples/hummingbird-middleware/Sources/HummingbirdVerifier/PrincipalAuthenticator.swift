import AuthCore
public import AuthVerifier
import HTTPTypes
public import Hummingbird
public import HummingbirdAuth
import Logging

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Middleware that verifies who calls, whatever vendor the caller comes from, and puts the principal into the request's
/// context.
///
/// ```swift
/// let router = Router(context: BasicAuthRequestContext<Principal>.self)
/// router.add(middleware: PrincipalAuthenticator(verifier, publicURL: publicURL))
/// router.get("/me") { _, context in try context.requireIdentity().subject }
/// ```
///
/// A refused request does not reach the route. Its response has the status, the header fields and the body of the
/// refusal.
public struct PrincipalAuthenticator<Context: AuthRequestContext>: AuthenticatorMiddleware
where Context.Identity == Principal {
  /// What the middleware puts into the context.
  public typealias Identity = Principal

  private let verifier: RequestVerifier
  private let publicURL: URL
  private let requirement: AccessRequirement
  private let acceptsAnonymous: Bool
  private let maximumBodyByteCount: Int

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - verifier: the backend's verifier.
  ///   - publicURL: the address under which clients reach the backend, as `PresentedRequest` expects it.
  ///   - requirement: what the routes require of the principal.
  ///   - acceptsAnonymous: whether a request without a credential reaches the route, with the identity nil. A
  ///     credential that is not valid is refused in any case.
  ///   - maximumBodyByteCount: the largest accepted body, in bytes. A larger one is answered with 413. The verifier has
  ///     a separate limit for `Content-Length`, in its options.
  public init(
    _ verifier: RequestVerifier, publicURL: URL, requiring requirement: AccessRequirement = AccessRequirement(),
    acceptsAnonymous: Bool = false, maximumBodyByteCount: Int = 1_048_576
  ) {
    self.verifier = verifier
    self.publicURL = publicURL
    self.requirement = requirement
    self.acceptsAnonymous = acceptsAnonymous
    self.maximumBodyByteCount = maximumBodyByteCount
  }

  /// Verifies the caller of a request.
  ///
  /// - Returns: nil if the request has no credential and anonymous requests are accepted.
  /// - Throws: `RefusedRequest`.
  public func authenticate(request: Request, context: Context) async throws -> Principal? {
    let headers = HTTPHeaders(request.headers.map { ($0.name.rawName, $0.value) })
    let presented = PresentedRequest(
      request.method.rawValue, target: request.head.path ?? "", publicURL: publicURL, headers: headers)
    guard let presented else { throw HTTPError(.badRequest) }
    do throws(AuthVerifier.RequestRefusal) {
      return try await verifier.verify(presented, requiring: requirement)
    } catch {
      if acceptsAnonymous, error.reason == .noCredential { return nil }
      if let cause = error.cause { context.logger.info("A request was refused: \(cause.code): \(cause.message)") }
      throw RefusedRequest(error)
    }
  }

  /// Verifies the caller, reads the body up to the limit, and passes the request on.
  ///
  /// - Throws: `RefusedRequest`; Hummingbird's error for a body over the limit, which it answers with 413.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.identity = try await authenticate(request: request, context: context)
    var request = request
    // Only now: the body of a caller that is refused is not kept.
    _ = try await request.collectBody(upTo: maximumBodyByteCount)
    return try await next(request, context)
  }
}
