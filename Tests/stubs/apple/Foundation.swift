// swift-format-ignore-file
// Apple's names, in Apple's forms.

public typealias TimeInterval = Double
public struct Date: Sendable, Hashable, Comparable {
  public init() {}
  public init(timeIntervalSince1970: Double) {}
  public init(timeIntervalSinceReferenceDate: Double) {}
  public var timeIntervalSince1970: Double { 0 }
  public var timeIntervalSinceReferenceDate: Double { 0 }
  public func addingTimeInterval(_ t: Double) -> Date { self }
  public func timeIntervalSince(_ d: Date) -> Double { 0 }
  public static func < (a: Date, b: Date) -> Bool { false }
  public static var now: Date { Date() }
  public static let distantPast = Date()
  public static let distantFuture = Date()
  public static func + (a: Date, b: Double) -> Date { a }
  public static func - (a: Date, b: Double) -> Date { a }
}
public protocol ContiguousBytes { func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R }
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Array: ContiguousBytes where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}
extension ArraySlice: ContiguousBytes where Element == UInt8 {}
extension ArraySlice: DataProtocol where Element == UInt8 {}
extension UnsafeRawBufferPointer: ContiguousBytes {
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try body(self) }
}
extension UnsafeRawBufferPointer: DataProtocol {}
extension UnsafeBufferPointer: ContiguousBytes where Element == UInt8 {
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(self))
  }
}
extension UnsafeBufferPointer: DataProtocol where Element == UInt8 {}
public struct Data: DataProtocol, ContiguousBytes, Sendable, Hashable, RangeReplaceableCollection {
  public init() {}
  public init<S: Sequence>(_ s: S) where S.Element == UInt8 {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(i: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(i: Range<Int>) -> Data { self }
  public func index(after i: Int) -> Int { i }
  public func index(before i: Int) -> Int { i }
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
  public mutating func replaceSubrange<C: Collection>(_ r: Range<Int>, with c: C) where C.Element == UInt8 {}
  public init(contentsOf: URL) throws {}
}
public struct URL: Sendable, Hashable {
  public init?(string: String) { nil }
  public init(filePath: String) {}
  public init(fileURLWithPath: String) {}
  public var absoluteString: String { "" }
  public var scheme: String? { nil }
  public var host: String? { nil }
  public var port: Int? { nil }
  public var path: String { "" }
  public var query: String? { nil }
  public var fragment: String? { nil }
  public var isFileURL: Bool { false }
  public func appending(path: String) -> URL { self }
  public func appending(queryItems: [URLQueryItem]) -> URL { self }
  public func path(percentEncoded: Bool = true) -> String { "" }
  public func host(percentEncoded: Bool = true) -> String? { nil }
  public func query(percentEncoded: Bool = true) -> String? { nil }
  public var user: String? { nil }
}
public final class ProcessInfo: @unchecked Sendable {
  public static let processInfo = ProcessInfo()
  public var environment: [String: String] { [:] }
  public var processName: String { "" }
  public var operatingSystemVersion: OperatingSystemVersion { OperatingSystemVersion() }
}
public struct OperatingSystemVersion: Sendable {
  public var majorVersion = 0, minorVersion = 0, patchVersion = 0
}
public final class FileManager: @unchecked Sendable {
  public static let `default` = FileManager()
  public func contents(atPath: String) -> Data? { nil }
  public func fileExists(atPath: String) -> Bool { false }
}
public struct UUID: Sendable {
  public init() {}
  public var uuidString: String { "" }
}
public final class SecTrust {}

extension String {
  public enum Encoding: Sendable { case utf8 }
  public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
  public func components(separatedBy separator: String) -> [String] { [] }
}

public struct URLQueryItem: Sendable {
  public init(name: String, value: String?) {}
  public var name: String { "" }
  public var value: String? { nil }
}
extension URL { public mutating func append(queryItems: [URLQueryItem]) {} }

/// `@unchecked Sendable`, since the compiler lets classes of a global actor be `Sendable` below the real one.
open class NSObject: @unchecked Sendable { public init() {} }
public protocol NSObjectProtocol: AnyObject {}
public let NSLocalizedFailureReasonErrorKey = "NSLocalizedFailureReason"

public struct URLError: Error {
  public struct Code: Sendable, Hashable {
    public var rawValue: Int { 0 }
    public static let unknown = Self(), cancelled = Self(), timedOut = Self(), secureConnectionFailed = Self()
    public static let serverCertificateHasBadDate = Self(), serverCertificateUntrusted = Self()
    public static let serverCertificateHasUnknownRoot = Self(), serverCertificateNotYetValid = Self()
    public static let clientCertificateRejected = Self(), clientCertificateRequired = Self()
    public static let appTransportSecurityRequiresSecureConnection = Self(), badServerResponse = Self()
    public static let cannotParseResponse = Self(), cannotDecodeRawData = Self(), cannotDecodeContentData = Self()
    public static let badURL = Self(), unsupportedURL = Self(), dataLengthExceedsMaximum = Self()
    public static let cannotFindHost = Self(), dnsLookupFailed = Self(), cannotConnectToHost = Self()
  }
  public init(_ code: Code) {}
  public var code: Code { Code() }
}

public struct URLRequest: Sendable {
  public enum CachePolicy: Sendable { case reloadIgnoringLocalCacheData }
  public init(url: URL, cachePolicy: CachePolicy = .reloadIgnoringLocalCacheData, timeoutInterval: TimeInterval = 60) {}
  public var url: URL?
  public var timeoutInterval: TimeInterval = 60
  public var httpMethod: String?
  public var httpBodyStream: InputStream?
  public var allHTTPHeaderFields: [String: String]?
  public var httpBody: Data?
  public var httpShouldHandleCookies = true
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}
open class InputStream: NSObject, @unchecked Sendable {}
open class URLResponse: @unchecked Sendable {}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public var statusCode: Int { 0 }
  public var allHeaderFields: [AnyHashable: Any] { [:] }
}

open class URLSessionTask: @unchecked Sendable {
  public var taskIdentifier: Int { 0 }
  public func resume() {}
  public func cancel() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
public enum TLSVersion: Sendable { case TLSv12 }
public typealias tls_protocol_version_t = TLSVersion
open class HTTPCookieStorage {}
open class URLCache {}
open class URLCredentialStorage {}
open class URLSessionConfiguration {
  public static var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  public var tlsMinimumSupportedProtocolVersion = TLSVersion.TLSv12
  public var httpMaximumConnectionsPerHost = 0
  public var httpShouldSetCookies = true
  public var httpCookieStorage: HTTPCookieStorage?
  public var urlCache: URLCache?
  public var urlCredentialStorage: URLCredentialStorage?
  public var timeoutIntervalForRequest: TimeInterval = 0
  public var connectionProxyDictionary: [AnyHashable: Any]?
}
open class OperationQueue {}
open class URLSession: @unchecked Sendable {
  public enum ResponseDisposition: Sendable { case cancel, allow }
  public enum AuthChallengeDisposition: Sendable {
    case useCredential, cancelAuthenticationChallenge, rejectProtectionSpace
  }
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?
  ) {}
  public func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  public func invalidateAndCancel() {}
}
public let NSURLAuthenticationMethodServerTrust = ""
open class URLProtectionSpace {
  public var authenticationMethod: String { "" }
  public var serverTrust: SecTrust? { nil }
  public var host: String { "" }
}
open class URLAuthenticationChallenge { public var protectionSpace: URLProtectionSpace { fatalError() } }
open class URLCredential { public init(trust: SecTrust) {} }
public protocol URLSessionDelegate: AnyObject, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
extension URL {
  public init?(string: String, relativeTo base: URL?) { nil }
  public var absoluteURL: URL { self }
}
extension String { public var precomposedStringWithCanonicalMapping: String { self } }
public struct URLComponents: Sendable {
  public init?(url: URL, resolvingAgainstBaseURL: Bool) { nil }
  public var scheme: String?, host: String?, path = ""
  public var url: URL? { nil }
  public var queryItems: [URLQueryItem]?
}

// CoreGraphics', which Foundation brings along.
public struct CGFloat: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral: Int) {}
  public init(floatLiteral: Double) {}
  public static func < (a: CGFloat, b: CGFloat) -> Bool { false }
  public static func * (a: CGFloat, b: CGFloat) -> CGFloat { a }
  public static func / (a: CGFloat, b: CGFloat) -> CGFloat { a }
  public static var infinity: CGFloat { 0 }
}
public struct CGRect: Sendable, Hashable { public static let zero = CGRect() }
public final class UserDefaults: @unchecked Sendable {
  public static var standard: UserDefaults { UserDefaults() }
  private init() {}
  public init?(suiteName: String?) { nil }
  public func object(forKey: String) -> Any? { nil }
  public func removeObject(forKey: String) {}
  public func persistentDomain(forName: String) -> [String: Any]? { nil }
}

public final class Bundle: Sendable {
  public static let main = Bundle()
  public var bundleIdentifier: String? { nil }
  public func url(forResource: String?, withExtension: String?) -> URL? { nil }
  public func localizedString(forKey key: String, value: String?, table tableName: String?) -> String { "" }
  public var preferredLocalizations: [String] { [] }
}
public struct Locale: Sendable, Hashable {
  public static var current: Locale { Locale() }
  public static var preferredLanguages: [String] { [] }
}
extension String: CVarArg { public var _cVarArgEncoding: [Int] { [] } }
extension String { public init(format: String, locale: Locale?, arguments: [any CVarArg]) { self = "" } }

extension Data: Codable {
  public init(from decoder: any Decoder) throws { self.init() }
  public func encode(to encoder: any Encoder) throws {}
}
extension Date: Codable {
  public init(from decoder: any Decoder) throws { self.init(timeIntervalSince1970: 0) }
  public func encode(to encoder: any Encoder) throws {}
}
open class PropertyListDecoder {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
public enum PropertyListSerialization {
  public enum PropertyListFormat: Sendable { case xml, binary }
}
open class PropertyListEncoder {
  public init() {}
  open var outputFormat: PropertyListSerialization.PropertyListFormat { get { .xml } set {} }
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}
