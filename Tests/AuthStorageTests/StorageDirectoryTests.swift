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

  @Test func aContainerHasNoPlaceOutsideItsLibrary() throws {
    let home = ["HOME": "/var/mobile/Containers/Data/Application/1"]
    let place = "/var/mobile/Containers/Data/Application/1/Library/Application Support/latchkey"
    #expect(try StorageDirectory.standard(in: home, isContained: true) == place)
    #expect(
      try StorageDirectory.standard(in: ["HOME": "/c", "APP_SANDBOX_CONTAINER_ID": "com.example.app"])
        == "/c/Library/Application Support/latchkey")
    #expect(
      try StorageDirectory.standard(in: ["HOME": "/c", "XDG_STATE_HOME": "/state"], isContained: true)
        == "/state/latchkey")
  }

  @Test func missingDirectoryErrorNamesTheRemedy() {
    for environment in [[:], ["HOME": ""], ["HOME": "relative", "XDG_STATE_HOME": "too"]] as [[String: String]] {
      let error = #expect(throws: AuthError.self) { try StorageDirectory.standard(in: environment) }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.contains("storage.directory") == true)
    }
  }
}
