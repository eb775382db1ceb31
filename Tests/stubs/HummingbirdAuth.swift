// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// hummingbird-auth 2.2.0, as far as Examples/hummingbird-middleware calls it.

public import Hummingbird

public protocol AuthRequestContext<Identity>: RequestContext {
  associatedtype Identity: Sendable
  var identity: Identity? { get set }
}

extension AuthRequestContext {
  public func requireIdentity() throws -> Identity { fatalError("This is a stub.") }
}

public struct BasicAuthRequestContext<Identity: Sendable>: AuthRequestContext {
  public var identity: Identity?
}

public protocol AuthenticatorMiddleware: RouterMiddleware where Context: AuthRequestContext<Identity> {
  associatedtype Identity: Sendable
  func authenticate(request: Request, context: Context) async throws -> Identity?
}
