package import AuthCore

/// A private PostgreSQL server, optionally behind PgBouncer, that ends with the tests.
package final class PostgresServer: Sendable {
  private let process: PythonProcess
  private let lock = SerialCalls()
  /// The line of JSON that `serve.py` printed after its start.
  package let description: JSONValue

  private init(_ process: PythonProcess, _ description: JSONValue) {
    self.process = process
    self.description = description
  }

  /// Starts a server; nil if this machine lacks a program, or if the start failed.
  package static func start(_ options: String...) -> PostgresServer? {
    let program = "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    let script = #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/servers/serve.py"
    guard let process = PythonProcess(program, [script, "postgres"] + options),
      let said = try? JSONValue(parsing: Array(process.readLine().utf8)), said["ok"] != false
    else { return nil }
    return PostgresServer(process, said)
  }

  /// Returns a URL or another text of the description; empty if it is missing.
  package func text(_ key: String) -> String { description[key]?.stringValue ?? "" }

  /// Runs a command of `serve.py`.
  @discardableResult
  package func call(_ command: JSONValue) async -> JSONValue {
    await lock.run { [process] in
      process.writeLine(String(decoding: command.serialized, as: UTF8.self))
      return (try? JSONValue(parsing: Array(process.readLine().utf8))) ?? .null
    }
  }

  /// Runs SQL as the superuser.
  @discardableResult
  package func sql(_ text: String, database: String = "latchkey") async -> String {
    await call(["do": "sql", "text": .string(text), "database": .string(database)])["output"]?.stringValue ?? ""
  }
}

/// Runs the calls one after the other.
private actor SerialCalls {
  func run(_ body: @Sendable () -> JSONValue) -> JSONValue { body() }
}
