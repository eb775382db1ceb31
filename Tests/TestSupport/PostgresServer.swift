package import AuthCore

/// A private PostgreSQL server, with PgBouncer before it where asked for, that ends with the tests.
package final class PostgresServer: Sendable {
  private let process: PythonProcess
  private let lock = SerialCalls()
  /// What the server said when it had started.
  package let description: JSONValue

  private init(_ process: PythonProcess, _ description: JSONValue) {
    self.process = process
    self.description = description
  }

  /// Starts one; nil, with the reason printed, where this machine lacks something.
  package static func start(_ options: String...) -> PostgresServer? {
    let program = "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    let script = #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/servers/serve.py"
    guard let process = PythonProcess(program, [script, "postgres"] + options),
      let said = try? JSONValue(parsing: Array(process.readLine().utf8)), said["ok"] != false
    else { return nil }
    return PostgresServer(process, said)
  }

  /// A URL or another text of the description.
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

/// Calls one after the other, each on a thread of its own.
private actor SerialCalls {
  func run(_ body: @Sendable () -> JSONValue) -> JSONValue { body() }
}
