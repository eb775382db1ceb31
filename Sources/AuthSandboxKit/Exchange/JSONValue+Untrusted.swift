package import AuthCore

extension JSONValue {
  /// The JSON of a body or a token; nil if it is not JSON, which is no error where the content is only looked at.
  package init?(untrusted bytes: some Sequence<UInt8>) {
    do throws(JSONError) { self = try JSONValue(parsing: bytes) } catch { return nil }
  }
}
