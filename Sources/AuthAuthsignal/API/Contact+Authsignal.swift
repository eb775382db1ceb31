import AuthCore

extension Contact {
  /// The method that sends codes to this contact. The vendor's SDKs send contacts without checking their form (A86). A
  /// `Contact` always has a valid form.
  var method: CodeMethod { kind == .email ? .email : .sms }
}
