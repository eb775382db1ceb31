// swift-format-ignore-file
// swift-crypto's declarations for RSA, release 4.5.0, as far as this package uses them.

public import Crypto
public import FoundationEssentials

public enum _RSA {
  public enum Signing {
    public struct PublicKey: Sendable {
      public init<D: DataProtocol>(derRepresentation: D) throws { fatalError() }
      public func isValidSignature<D: Digest>(_ signature: RSASignature, for digest: D, padding: Padding) -> Bool {
        fatalError()
      }
    }
    public struct PrivateKey: Sendable {
      public init<D: DataProtocol>(derRepresentation: D) throws { fatalError() }
      public init(keySize: KeySize) throws { fatalError() }
      public var publicKey: PublicKey { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public func signature<D: Digest>(for digest: D, padding: Padding) throws -> RSASignature { fatalError() }
    }
    public struct RSASignature: Sendable, ContiguousBytes {
      public var rawRepresentation: Data
      public init<D: DataProtocol>(rawRepresentation: D) { fatalError() }
      public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    }
    public struct Padding: Sendable {
      public static var insecurePKCS1v1_5: Padding { fatalError() }
      public static var PSS: Padding { fatalError() }
    }
    public struct KeySize: Sendable {
      public init(bitCount: Int) { fatalError() }
    }
  }
}
