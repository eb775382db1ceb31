import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program `latchkey-bench [NAME…] [--json]`, which `latchkey bench` runs. For `latchkey-bench fleet`, see
/// `FleetBenchmark`.
@main
enum LatchkeyBench {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let isJSON = words.contains("--json")
    guard !words.contains("--help") else { return print("latchkey-bench [NAME…] [--json]\n\n" + BenchmarkTable.list) }
    do throws(AuthError) {
      #if DEBUG
        report("This is a debug build. Build with -c release for meaningful numbers.")
      #endif
      if words.first == "fleet" {
        let figures = try await FleetBenchmark.run(words.dropFirst().filter { $0 != "--json" })
        return print(JSONValue.object(figures).serializedText)
      }
      for benchmark in try BenchmarkTable.find(words.filter { $0 != "--json" }) {
        let result = try await benchmark.run()
        print(
          isJSON
            ? JSONValue.object(result.json(named: benchmark.name)).serializedText : result.text(named: benchmark.name))
        // Without this, the reader of a pipe would get all figures at the end.
        fflush(nil)
      }
    } catch {
      guard isJSON else {
        report("✗ " + error.message)
        exit(error.code == .invalidRequest ? 64 : 70)
      }
      let json: JSONObject = ["code": .string(error.code.rawValue), "message": .string(error.message)]
      print(JSONValue.object(["ok": false, "error": .object(json)]).serializedText)
      exit(error.code == .invalidRequest ? 64 : 70)
    }
  }

  /// Writes a line to standard error.
  private static func report(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }
}
