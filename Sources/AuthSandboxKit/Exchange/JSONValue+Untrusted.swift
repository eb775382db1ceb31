package import AuthCore

extension JSONValue {
  /// The JSON of a body or a token; nil if it is not JSON. A caller that only shows the content needs no error.
  package init?(untrusted bytes: some Sequence<UInt8>) {
    do throws(JSONError) { self = try JSONValue(parsing: bytes) } catch { return nil }
  }
}
