import AuthCore

extension Contact {
  /// The method that sends codes to this contact. The vendor's SDKs send contacts unchecked (A86). This package sends
  /// only contacts with a valid form, because the initialisers of `Contact` check it.
  var method: CodeMethod { kind == .email ? .email : .sms }
}
