// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// AuthenticationServices' part of SwiftUI for macOS 14 and iOS 17, as far as Examples/LatchkeyDemo calls it.

public import Foundation
public import SwiftUI

@MainActor public struct WebAuthenticationSession: Sendable {
  nonisolated init() {}
  public func authenticate(using url: URL, callbackURLScheme: String) async throws -> URL { url }
}

extension EnvironmentValues {
  public var webAuthenticationSession: WebAuthenticationSession { WebAuthenticationSession() }
}
