// swift-format-ignore-file
// Apple's names, in Apple's forms.

public import Foundation

// Without Objective-C there is no bridging: what `as CFString` gives on Apple's systems is the Swift type itself here.
public typealias CFString = String
public typealias CFData = Data
public typealias CFArray = [Any]
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32
public typealias CFIndex = Int

public final class SecKey {}
public final class SecCertificate {}
public final class SecAccessControl {}
public final class CFError: Error, @unchecked Sendable {}
public typealias Failure = UnsafeMutablePointer<Unmanaged<CFError>?>

public let errSecSuccess: OSStatus = 0, errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308, errSecNotAvailable: OSStatus = -25291
public let errSecMissingEntitlement: OSStatus = -34018, errSecUserCanceled: OSStatus = -128
public let kSecClassKey = "", kSecValueRef = "", kSecReturnRef = "", kSecAttrApplicationTag = "", kSecAttrLabel = ""
public let kSecAttrSynchronizable = "", kSecAttrSynchronizableAny = ""
public func SecKeyGetTypeID() -> UInt { 0 }
public func CFGetTypeID(_ value: CFTypeRef) -> UInt { 0 }
public let kSecAttrApplicationLabel = ""
public func CFErrorGetDomain(_ error: CFError) -> CFString { "" }
public func CFErrorGetCode(_ error: CFError) -> CFIndex { 0 }
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { nil }
public let errSecDecode: OSStatus = -26275

public let kSecClass = "", kSecClassGenericPassword = "", kSecAttrService = "", kSecAttrAccount = ""
public let kSecAttrAccessGroup = "", kSecAttrAccessible = "", kSecUseDataProtectionKeychain = ""
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = ""
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly = "", kSecAttrAccessibleWhenUnlockedThisDeviceOnly = ""
public let kSecReturnData = "", kSecReturnAttributes = "", kSecValueData = ""
public let kSecMatchLimit = "", kSecMatchLimitOne = "", kSecMatchLimitAll = ""
public let kSecAttrKeyType = "", kSecAttrKeyTypeRSA = "", kSecAttrKeyTypeECSECPrimeRandom = "", kSecAttrKeyClass = ""
public let kSecAttrKeyClassPublic = "", kSecAttrKeyClassPrivate = "", kSecAttrKeySizeInBits = ""

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }

public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let privateKeyUsage = Self(rawValue: 1), userPresence = Self(rawValue: 2)
  public static let biometryCurrentSet = Self(rawValue: 4), devicePasscode = Self(rawValue: 8)
}
public func SecAccessControlCreateWithFlags(
  _ allocator: AnyObject?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags, _ error: Failure?
) -> SecAccessControl? { nil }
public func SecAccessControlCreateWithFlags(
  _ allocator: AnyObject?, _ protection: CFString, _ flags: SecAccessControlCreateFlags, _ error: Failure?
) -> SecAccessControl? { nil }

public struct SecKeyAlgorithm: Sendable {
  public static let ecdsaSignatureMessageX962SHA256 = Self()
  public static let rsaSignatureMessagePKCS1v15SHA256 = Self(), rsaSignatureMessagePKCS1v15SHA384 = Self()
  public static let rsaSignatureMessagePKCS1v15SHA512 = Self(), rsaSignatureMessagePSSSHA256 = Self()
  public static let rsaSignatureMessagePSSSHA384 = Self(), rsaSignatureMessagePSSSHA512 = Self()
}
public func SecKeyCreateRandomKey(_ parameters: CFDictionary, _ error: Failure?) -> SecKey? { nil }
public func SecKeyCreateWithData(_ data: CFData, _ attributes: CFDictionary, _ error: Failure?) -> SecKey? { nil }
public func SecKeyCopyExternalRepresentation(_ key: SecKey, _ error: Failure?) -> CFData? { nil }
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? { nil }
public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: CFData, _ error: Failure?
) -> CFData? { nil }
public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: CFData, _ signature: CFData, _ error: Failure?
) -> Bool { false }

public func SecCertificateCreateWithData(_ allocator: AnyObject?, _ data: CFData) -> SecCertificate? { nil }
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { nil }
@discardableResult public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchors: CFArray?) -> OSStatus { 0 }
@discardableResult public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> OSStatus { 0 }
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }
