extension Sequence {
  /// The values that `decode` returns. Elements that are damaged or of a later version are skipped.
  ///
  /// - Throws: the first error of such an element if no element can be decoded; at once, any other error.
  package func decodable<Value>(
    _ decode: (Element) async throws(AuthError) -> Value
  ) async throws(AuthError) -> [Value] {
    var (values, failure): ([Value], AuthError?) = ([], nil)
    for element in self {
      do throws(AuthError) {
        values.append(try await decode(element))
      } catch where error.code == .storeCorrupt || error.code == .storeVersion {
        failure = failure ?? error
      }
    }
    if values.isEmpty, let failure { throw failure }
    return values
  }
}
