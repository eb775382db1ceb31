import AuthCore
import AuthStorage
import Testing

@Suite struct StorageDirectoryTests {
  @Test func environmentSelectsTheDirectory() throws {
    let table: [([String: String], String)] = [
      (["XDG_STATE_HOME": "/state", "HOME": "/home/jane"], "/state/latchkey"),
      (["XDG_STATE_HOME": "/state/", "HOME": "/home/jane"], "/state/latchkey"),
      (["XDG_STATE_HOME": "", "HOME": "/home/jane"], "/home/jane/.local/state/latchkey"),
      (["XDG_STATE_HOME": "relative", "HOME": "/home/jane"], "/home/jane/.local/state/latchkey"),
      (["HOME": "/home/jane/"], "/home/jane/.local/state/latchkey"),
      (["HOME": "/"], "/.local/state/latchkey"),
    ]
    for (environment, path) in table { #expect(try StorageDirectory.standard(in: environment) == path) }
  }

  @Test func missingDirectoryErrorNamesTheRemedy() {
    for environment in [[:], ["HOME": ""], ["HOME": "relative", "XDG_STATE_HOME": "too"]] as [[String: String]] {
      let error = #expect(throws: AuthError.self) { try StorageDirectory.standard(in: environment) }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.contains("storage.directory") == true)
    }
  }
}
