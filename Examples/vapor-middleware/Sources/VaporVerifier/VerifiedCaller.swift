public import AuthVerifier
public import Vapor

/// The principal of a request, as Vapor keeps it: `request.auth.get(VerifiedCaller.self)`.
public struct VerifiedCaller: Authenticatable, Sendable {
  /// The caller.
  public let principal: Principal
}

extension Request {
  /// The caller, which `PrincipalMiddleware` has verified.
  ///
  /// - Throws: `Abort` with 401 if the route is not behind the middleware, or the request is anonymous.
  public var principal: Principal {
    get throws { try auth.require(VerifiedCaller.self).principal }
  }
}
