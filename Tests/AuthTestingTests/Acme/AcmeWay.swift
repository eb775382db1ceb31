/// The kind of secret that the made-up vendor's users enter: one that the vendor has sent, or one that they chose.
enum AcmeWay: String, CaseIterable, Sendable {
  case code, link, password
}
