/// How the made-up vendor asks its users for the secret that it sent or that they chose.
enum AcmeWay: String, CaseIterable, Sendable {
  case code, link, password
}
