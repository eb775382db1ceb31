public import FuzzTargets

extension FuzzTarget {
  /// The parsers of texts, tokens, keys and files.
  public static let basics: [FuzzTarget] = [.cbor, .encodings, .json, .jwk, .jwt, .keyForms, .stores]
}
