import AuthCore

extension Contact {
  /// The method that sends codes to this contact. The vendor's SDKs send contacts without checking their form (A86); a
  /// `Contact` always has a valid one.
  var method: CodeMethod { kind == .email ? .email : .sms }
}
