import AuthCore

extension Contact {
  /// The method for this contact. Neither the vendor's SDKs nor, in time, its server check a contact's form (A86).
  var method: CodeMethod { kind == .email ? .email : .sms }
}
