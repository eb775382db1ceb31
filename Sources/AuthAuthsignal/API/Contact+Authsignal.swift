import AuthCore

extension Contact {
  /// The method for this contact. The vendor's SDKs do not check a contact's form, and its server checks the form too
  /// late (A86).
  var method: CodeMethod { kind == .email ? .email : .sms }
}
