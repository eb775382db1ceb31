#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DataProtocol {
  /// Passes the bytes in one piece: of an array or of `Data` in place, of other collections as a copy.
  func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let inPlace = try withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
    if let inPlace { return inPlace }
    return try Array(self).withUnsafeBytes(body)
  }
}

extension ContiguousBytes {
  /// `withUnsafeBytes` whose closure throws a typed error.
  func withTypedBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The standard closure's error is untyped, so the failure is returned as a value.
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
  /// `withContiguousBytes` whose closure throws a typed error.
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
