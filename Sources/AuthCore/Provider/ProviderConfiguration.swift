/// A provider's configuration, read strictly from its block.
public protocol ProviderConfiguration: Sendable {
  /// Reads every supported key; the reader then rejects all others.
  ///
  /// - Throws: `invalid_configuration` with the path of the key, what is wrong, and the remedy.
  init(reading reader: inout ConfigurationReader) throws(AuthError)
}
