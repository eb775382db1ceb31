import AuthCore
import Testing

@testable import AuthStoragePostgres

@Suite(.enabled(if: TestServer.isThere, "libpq is needed: apt install libpq5"))
struct ConnectionParametersTests {
  private func option(_ name: String, of url: String) throws -> String? {
    try ConnectionParameters(url: Secret(url), path: "$.url").options[name]?.revealText()
  }

  @Test(
    "the certificate of a server on another machine is checked",
    arguments: [
      ("postgresql://db.example.com/app?sslrootcert=/etc/hostname", "verify-full"),
      ("postgresql://db.example.com/app?sslmode=require", "require"),
      ("postgresql://127.0.0.1/app", "prefer"), ("postgresql://localhost/app", "prefer"),
      ("postgresql://[::1]/app", "prefer"), ("host=/run/postgresql dbname=app", "prefer"),
      ("postgresql:///app", "prefer"),
      ("postgresql://127.0.0.1,db.example.com/app?sslrootcert=/etc/hostname", "verify-full"),
      ("postgresql://127.evil.example/app?sslrootcert=/etc/hostname", "verify-full"),
    ])
  func mode(url: String, expected: String) throws {
    #expect(try option("sslmode", of: url) == expected)
  }

  @Test("a missing root certificate is named before anything is sent", arguments: ["", "?sslrootcert=/none/root.crt"])
  func root(query: String) {
    let error = #expect(throws: AuthError.self) { try option("sslmode", of: "postgresql://db.example.com/app\(query)") }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("sslrootcert") == true)
  }

  @Test("an invalid connection string is refused, and does not appear in the error") func unreadable() {
    let error = #expect(throws: AuthError.self) { try option("host", of: "postgresql://user:hunter2@[bad/app") }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("hunter2") == false)
    #expect(error?.underlying?.contains("hunter2") != true)
  }

  @Test("a primary is required, and host names are resolved before libpq receives them") func resolved() throws {
    let parameters = try ConnectionParameters(
      url: Secret("postgresql://localhost:5433,other.test:5434/app?sslmode=disable"), path: "$.url")
    #expect(parameters.options["target_session_attrs"]?.revealText() == "read-write")
    let found = parameters.resolved { $0 == "localhost" ? ["127.0.0.1", "::1"] : ["192.0.2.7"] }
    #expect(found.options["hostaddr"]?.revealText() == "127.0.0.1,::1,192.0.2.7")
    #expect(found.options["host"]?.revealText() == "localhost,localhost,other.test")
    #expect(found.options["port"]?.revealText() == "5433,5433,5434")
  }
}
