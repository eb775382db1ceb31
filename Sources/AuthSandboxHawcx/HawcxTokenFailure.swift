/// A refusal of the token endpoint (RFC 6749 §5.2).
struct HawcxTokenFailure: Error {
  let error: String
  let description: String
  var status = 400
}
