import AuthCore
import Testing

@testable import AuthStorage

/// What an installation leaves in the keychain is deleted at the first start, and not by an extension that shares it.
@Suite struct FreshInstallMarkerTests {
  private let directory = TemporaryDirectory()

  private func made(group: String? = nil, isWanted: Bool? = nil) -> FreshInstallMarker? {
    FreshInstallMarker(directory: directory.path + "/marker", accessGroup: group, isWanted: isWanted)
  }

  @Test("with an access group there is a marker only if the app asks for one") func groups() {
    for (group, isWanted, isUsed) in [
      (nil, nil, true), (nil, true, true), (nil, false, false), ("group", nil, false), ("group", true, true),
      ("group", false, false),
    ] as [(String?, Bool?, Bool)] {
      #expect((made(group: group, isWanted: isWanted) != nil) == isUsed, "\(group ?? "none"), \(isWanted ?? false)")
    }
  }

  @Test("the items of an earlier installation are deleted once") func once() throws {
    var cleared = 0
    for _ in 0..<2 {
      let marker = try #require(made())
      for _ in 0..<2 { try marker.check { () throws(AuthError) in cleared += 1 } }
    }
    #expect(cleared == 1)
  }

  @Test("a deletion that fails is repeated") func failing() throws {
    let marker = try #require(made())
    #expect(throws: AuthError(.keyUnavailable, "")) {
      try marker.check { () throws(AuthError) in throw AuthError(.keyUnavailable, "The keychain is locked.") }
    }
    var cleared = 0
    try marker.check { () throws(AuthError) in cleared += 1 }
    #expect(cleared == 1)
  }
}
