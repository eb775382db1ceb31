extension Sequence {
  /// Returns the values that `decode` returns for the elements. An element that cannot be used
  /// (`AuthError.isUnreadableRecord`) is skipped.
  ///
  /// - Throws: any other error of `decode`, immediately; the error of the first skipped element if all were skipped.
  package func decodable<Value>(
    _ decode: (Element) async throws(AuthError) -> Value
  ) async throws(AuthError) -> [Value] {
    var (values, failure): ([Value], AuthError?) = ([], nil)
    for element in self {
      do throws(AuthError) {
        values.append(try await decode(element))
      } catch where error.isUnreadableRecord {
        failure = failure ?? error
      }
    }
    if values.isEmpty, let failure { throw failure }
    return values
  }
}
