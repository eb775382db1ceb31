import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// disk-worker use ROOT SEED: performs the operations on standard input, one JSON array of strings per line, with a
// store in ROOT/home/app/state. Writes to ROOT/marks when an operation begins and when it has returned.
//
// disk-worker read: reads the directories on standard input, one per line, as a program does that starts after a crash,
// and prints for each a line of JSON.

func say(_ members: JSONObject) {
  print(JSONValue.object(members).serializedText)
  fflush(nil)
}

func use(_ root: String, seed: UInt64) async throws {
  let user = try User(root: root, seed: seed)
  while let line = readLine() {
    guard case .array(let values) = try JSONValue(parsing: Array(line.utf8)) else { exit(64) }
    try await user.perform(values.compactMap(\.stringValue))
  }
}

func read() async {
  while let line = readLine() {
    let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3 else { exit(64) }
    say(await Reader(root: words[0], wrapping: words[1], configuration: words[2]).report())
  }
}

let words = CommandLine.arguments
do {
  switch words.dropFirst().first {
  case "use" where words.count == 4: try await use(words[2], seed: UInt64(words[3]) ?? 1)
  case "read": await read()
  default:
    print("disk-worker use ROOT SEED | disk-worker read")
    exit(64)
  }
} catch {
  print(error)
  exit(1)
}
