// swift-format-ignore-file
// swift-crypto's declarations, release 4.5.0, as far as this package uses them.

public import FoundationEssentials

public protocol Digest: Hashable, Sendable, ContiguousBytes, CustomStringConvertible, Sequence where Element == UInt8 {
  static var byteCount: Int { get }
}
extension Digest {
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
  public static func == (a: Self, b: Self) -> Bool { fatalError() }
  public static func == <D: DataProtocol>(a: Self, b: D) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) {}
  public var description: String { "" }
}
public protocol HashFunction: Sendable {
  associatedtype Digest: Crypto.Digest
  static var blockByteCount: Int { get }
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Digest
}
extension HashFunction {
  public static func hash<D: DataProtocol>(data: D) -> Digest { fatalError() }
  public mutating func update<D: DataProtocol>(data: D) {}
}
public enum Insecure: Sendable {}

public struct SHA256: HashFunction, Sendable {
  public typealias Digest = SHA256Digest
  public static let blockByteCount = 0
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> Digest { fatalError() }
}
public struct SHA256Digest: Digest {
  public static let byteCount = 32
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

public struct SHA384: HashFunction, Sendable {
  public typealias Digest = SHA384Digest
  public static let blockByteCount = 0
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> Digest { fatalError() }
}
public struct SHA384Digest: Digest {
  public static let byteCount = 48
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

public struct SHA512: HashFunction, Sendable {
  public typealias Digest = SHA512Digest
  public static let blockByteCount = 0
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> Digest { fatalError() }
}
public struct SHA512Digest: Digest {
  public static let byteCount = 64
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

extension Insecure {
public struct SHA1: HashFunction, Sendable {
  public typealias Digest = SHA1Digest
  public static let blockByteCount = 0
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> Digest { fatalError() }
}
public struct SHA1Digest: Digest {
  public static let byteCount = 20
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}
}

public struct SymmetricKeySize: Sendable {
  public let bitCount: Int
  public init(bitCount: Int) { fatalError() }
  public static var bits128: SymmetricKeySize { fatalError() }
  public static var bits192: SymmetricKeySize { fatalError() }
  public static var bits256: SymmetricKeySize { fatalError() }
}
public struct SymmetricKey: ContiguousBytes, Sendable, Equatable {
  public init<D: ContiguousBytes>(data: D) { fatalError() }
  public init(size: SymmetricKeySize) { fatalError() }
  public var bitCount: Int { fatalError() }
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}
public struct HashedAuthenticationCode<H: HashFunction>: Hashable, Sendable, ContiguousBytes, Sequence {
  public typealias Element = UInt8
  public var byteCount: Int { fatalError() }
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
  public static func == (a: Self, b: Self) -> Bool { fatalError() }
  public static func == <D: DataProtocol>(a: Self, b: D) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}
public struct HMAC<H: HashFunction>: Sendable {
  public typealias MAC = HashedAuthenticationCode<H>
  public init(key: SymmetricKey) { fatalError() }
  public mutating func update<D: DataProtocol>(data: D) {}
  public func finalize() -> MAC { fatalError() }
  public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC { fatalError() }
  public static func isValidAuthenticationCode<D: DataProtocol>(
    _ code: MAC, authenticating data: D, using key: SymmetricKey
  ) -> Bool { fatalError() }
  public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
    _ code: C, authenticating data: D, using key: SymmetricKey
  ) -> Bool { fatalError() }
}
public struct HKDF<H: HashFunction>: Sendable {
  public static func deriveKey<S: DataProtocol, I: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: S, info: I, outputByteCount: Int
  ) -> SymmetricKey { fatalError() }
  public static func deriveKey<I: DataProtocol>(
    inputKeyMaterial: SymmetricKey, info: I, outputByteCount: Int
  ) -> SymmetricKey { fatalError() }
  public static func deriveKey<S: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: S, outputByteCount: Int
  ) -> SymmetricKey { fatalError() }
  public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey { fatalError() }
  public static func extract<S: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: S?
  ) -> HashedAuthenticationCode<H> { fatalError() }
  public static func expand<P: ContiguousBytes, I: DataProtocol>(
    pseudoRandomKey: P, info: I?, outputByteCount: Int
  ) -> SymmetricKey { fatalError() }
}
public struct SharedSecret: ContiguousBytes, Sendable, Hashable {
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
  public func hkdfDerivedSymmetricKey<H: HashFunction, S: DataProtocol, I: DataProtocol>(
    using hash: H.Type, salt: S, sharedInfo: I, outputByteCount: Int
  ) -> SymmetricKey { fatalError() }
}

public enum AES: Sendable {
  public enum GCM: Sendable {}
}
public enum ChaChaPoly: Sendable {}

extension AES.GCM {
  public struct Nonce: ContiguousBytes, Sequence, Sendable {
    public init() {}
    public init<D: DataProtocol>(data: D) throws { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
  }
  public struct SealedBox: Sendable {
    public var combined: Data? { fatalError() }
    public var tag: Data { fatalError() }
    public var ciphertext: Data { fatalError() }
    public var nonce: Nonce { fatalError() }
    public init<D: DataProtocol>(combined: D) throws { fatalError() }
    public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws { fatalError() }
  }
  public static func seal<P: DataProtocol, A: DataProtocol>(
    _ message: P, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: A
  ) throws -> SealedBox { fatalError() }
  public static func seal<P: DataProtocol>(
    _ message: P, using key: SymmetricKey, nonce: Nonce? = nil
  ) throws -> SealedBox { fatalError() }
  public static func open<A: DataProtocol>(
    _ box: SealedBox, using key: SymmetricKey, authenticating data: A
  ) throws -> Data { fatalError() }
  public static func open(_ box: SealedBox, using key: SymmetricKey) throws -> Data { fatalError() }
}

extension ChaChaPoly {
  public struct Nonce: ContiguousBytes, Sequence, Sendable {
    public init() {}
    public init<D: DataProtocol>(data: D) throws { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
  }
  public struct SealedBox: Sendable {
    public var combined: Data { fatalError() }
    public var tag: Data { fatalError() }
    public var ciphertext: Data { fatalError() }
    public var nonce: Nonce { fatalError() }
    public init<D: DataProtocol>(combined: D) throws { fatalError() }
    public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws { fatalError() }
  }
  public static func seal<P: DataProtocol, A: DataProtocol>(
    _ message: P, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: A
  ) throws -> SealedBox { fatalError() }
  public static func seal<P: DataProtocol>(
    _ message: P, using key: SymmetricKey, nonce: Nonce? = nil
  ) throws -> SealedBox { fatalError() }
  public static func open<A: DataProtocol>(
    _ box: SealedBox, using key: SymmetricKey, authenticating data: A
  ) throws -> Data { fatalError() }
  public static func open(_ box: SealedBox, using key: SymmetricKey) throws -> Data { fatalError() }
}

public enum P256: Sendable {}
public enum P384: Sendable {}
public enum P521: Sendable {}

extension P256 {
  public enum Signing: Sendable {
    public struct PublicKey: Sendable {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
      public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
      public init(pemRepresentation: String) throws { fatalError() }
      public init<D: ContiguousBytes>(compressedRepresentation: D) throws { fatalError() }
      public var compressedRepresentation: Data { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public var x963Representation: Data { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public var pemRepresentation: String { fatalError() }
      public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { fatalError() }
      public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool { fatalError() }
    }
    public struct PrivateKey: Sendable {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
      public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
      public init(pemRepresentation: String) throws { fatalError() }
      public init(compactRepresentable: Bool = true) { fatalError() }
      public var publicKey: PublicKey { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public var x963Representation: Data { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public var pemRepresentation: String { fatalError() }
      public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
      public func signature<D: Digest>(for digest: D) throws -> ECDSASignature { fatalError() }
    }
    public struct ECDSASignature: ContiguousBytes, Sendable {
      public var rawRepresentation: Data
      public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
      public init<D: DataProtocol>(derRepresentation: D) throws { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    }
  }
  public enum KeyAgreement: Sendable {
    public struct PublicKey: Sendable, HPKEDiffieHellmanPublicKey {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
      public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
      public init(pemRepresentation: String) throws { fatalError() }
      public init<D: ContiguousBytes>(compressedRepresentation: D) throws { fatalError() }
      public var compressedRepresentation: Data { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public var x963Representation: Data { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public var pemRepresentation: String { fatalError() }
    }
    public struct PrivateKey: Sendable, HPKEDiffieHellmanPrivateKey {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
      public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
      public init(pemRepresentation: String) throws { fatalError() }
      public init(compactRepresentable: Bool = true) { fatalError() }
      public var publicKey: PublicKey { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public var x963Representation: Data { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public var pemRepresentation: String { fatalError() }
      public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret { fatalError() }
    }
  }
}

extension P384 {
  public enum Signing: Sendable {
    public struct PublicKey: Sendable {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
      public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
      public init(pemRepresentation: String) throws { fatalError() }
      public init<D: ContiguousBytes>(compressedRepresentation: D) throws { fatalError() }
      public var compressedRepresentation: Data { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public var x963Representation: Data { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public var pemRepresentation: String { fatalError() }
      public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { fatalError() }
      public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool { fatalError() }
    }
    public struct PrivateKey: Sendable {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
      public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
      public init(pemRepresentation: String) throws { fatalError() }
      public init(compactRepresentable: Bool = true) { fatalError() }
      public var publicKey: PublicKey { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public var x963Representation: Data { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public var pemRepresentation: String { fatalError() }
      public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
      public func signature<D: Digest>(for digest: D) throws -> ECDSASignature { fatalError() }
    }
    public struct ECDSASignature: ContiguousBytes, Sendable {
      public var rawRepresentation: Data
      public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
      public init<D: DataProtocol>(derRepresentation: D) throws { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    }
  }
}

extension P521 {
  public enum Signing: Sendable {
    public struct PublicKey: Sendable {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
      public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
      public init(pemRepresentation: String) throws { fatalError() }
      public init<D: ContiguousBytes>(compressedRepresentation: D) throws { fatalError() }
      public var compressedRepresentation: Data { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public var x963Representation: Data { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public var pemRepresentation: String { fatalError() }
      public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { fatalError() }
      public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool { fatalError() }
    }
    public struct PrivateKey: Sendable {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public init<D: ContiguousBytes>(x963Representation: D) throws { fatalError() }
      public init<D: RandomAccessCollection>(derRepresentation: D) throws where D.Element == UInt8 { fatalError() }
      public init(pemRepresentation: String) throws { fatalError() }
      public init(compactRepresentable: Bool = true) { fatalError() }
      public var publicKey: PublicKey { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public var x963Representation: Data { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public var pemRepresentation: String { fatalError() }
      public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
      public func signature<D: Digest>(for digest: D) throws -> ECDSASignature { fatalError() }
    }
    public struct ECDSASignature: ContiguousBytes, Sendable {
      public var rawRepresentation: Data
      public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
      public init<D: DataProtocol>(derRepresentation: D) throws { fatalError() }
      public var derRepresentation: Data { fatalError() }
      public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    }
  }
}

public enum Curve25519: Sendable {
  public enum Signing: Sendable {
    public struct PublicKey: Sendable {
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool { fatalError() }
    }
    public struct PrivateKey: Sendable {
      public init() { fatalError() }
      public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
      public var publicKey: PublicKey { fatalError() }
      public var rawRepresentation: Data { fatalError() }
      public func signature<D: DataProtocol>(for data: D) throws -> Data { fatalError() }
    }
  }
}

public protocol HPKEDiffieHellmanPublicKey: Sendable {}
public protocol HPKEDiffieHellmanPrivateKey: Sendable {}
public enum HPKE: Sendable {
  public enum KEM: CaseIterable, Hashable, Sendable { case P256_HKDF_SHA256, P384_HKDF_SHA384, P521_HKDF_SHA512 }
  public enum KDF: CaseIterable, Hashable, Sendable { case HKDF_SHA256, HKDF_SHA384, HKDF_SHA512 }
  public enum AEAD: CaseIterable, Hashable, Sendable { case AES_GCM_128, AES_GCM_256, chaChaPoly, exportOnly }
  public struct Ciphersuite: Sendable {
    public init(kem: KEM, kdf: KDF, aead: AEAD) { fatalError() }
    public static var P256_SHA256_AES_GCM_256: Ciphersuite { fatalError() }
  }
  public struct Sender: Sendable {
    public let encapsulatedKey: Data
    public init<K: HPKEDiffieHellmanPublicKey>(recipientKey: K, ciphersuite: Ciphersuite, info: Data) throws { fatalError() }
    public mutating func seal<M: DataProtocol, A: DataProtocol>(_ message: M, authenticating data: A) throws -> Data {
      fatalError()
    }
    public mutating func seal<M: DataProtocol>(_ message: M) throws -> Data { fatalError() }
  }
  public struct Recipient: Sendable {
    public init<K: HPKEDiffieHellmanPrivateKey>(
      privateKey: K, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data
    ) throws { fatalError() }
    public mutating func open<C: DataProtocol, A: DataProtocol>(_ ciphertext: C, authenticating data: A) throws -> Data {
      fatalError()
    }
    public mutating func open<C: DataProtocol>(_ ciphertext: C) throws -> Data { fatalError() }
  }
}
