// swift-format-ignore-file
// Apple's names, in Apple's forms.

public import Foundation

open class DCAppAttestService {
  nonisolated(unsafe) public static let shared = DCAppAttestService()
  init() {}
  public var isSupported: Bool { false }
  public func generateKey() async throws -> String { "" }
  public func attestKey(_ keyId: String, clientDataHash: Data) async throws -> Data { Data() }
}
