#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DataProtocol {
  /// Passes the bytes to `body` as one contiguous buffer. The bytes of an array or of `Data` are passed in place; the
  /// bytes of other collections are copied.
  func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let inPlace = try withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
    if let inPlace { return inPlace }
    return try Array(self).withUnsafeBytes(body)
  }
}

extension ContiguousBytes {
  /// Passes the bytes to `body`, as `withUnsafeBytes` does, and throws the typed error of `body`.
  func withTypedBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The closure of `withUnsafeBytes` throws an untyped error, so the failure is returned as a value.
    let outcome: Swift.Result<Result, Failure> = withUnsafeBytes { bytes in
      do throws(Failure) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}

extension DataProtocol {
  /// Passes the bytes to `body`, as `withContiguousBytes` does, and throws the typed error of `body`.
  func withTypedContiguousBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome: Swift.Result<Result, Failure> = withContiguousBytes { bytes in
      do throws(Failure) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
