import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The C code next to Swift.
@Suite struct ShimRuleTests {
  /// A compiler may drop a `memset` of a variable that is not read afterwards, so that a secret would stay on the
  /// stack. `memset` may only initialise; each use is listed here.
  @Test func noSecretIsWipedByMemset() throws {
    let initialising: Set = [
      "memset(&library, 0, sizeof library);", "memset(&address, 0, sizeof address);", "memset(point, 0, 64);",
      "memset(signature, 0, 64);",
    ]
    var found: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: SourceTree.root + "/Sources")
    where path.hasSuffix(".c") || path.hasSuffix(".h") {
      found += try SourceTree.text("Sources/" + path).split(separator: "\n").filter { $0.contains("memset(") }
        .map { String($0.trimmingPrefix(while: { $0 == " " })) }
    }
    #expect(found.count > 3)
    #expect(Set(found).subtracting(initialising) == [])
  }

  /// Each function of the TPM's shim that puts a secret into a structure wipes the structure, before it can return.
  @Test func everySecretOfTheTPMIsWiped() throws {
    let text = try SourceTree.text("Sources/CTSS2/shim.h")
    let functions = text.split(separator: "\nstatic inline ").dropFirst()
    // How a secret gets into a variable, and the wiping of that variable.
    let secrets: [(mark: String, wipe: String)] = [
      ("lk_tpm_authorisation(&sensitive.", "lk_tpm_wipe(&sensitive, sizeof sensitive);"),
      ("lk_tpm_authorisation(&value,", "lk_tpm_wipe(&value, sizeof value);"),
      ("memcpy(sensitive.", "lk_tpm_wipe(&sensitive, sizeof sensitive);"),
      ("memcpy(data->bytes, sealed->buffer", "lk_tpm_wipe(sealed, sizeof *sealed);"),
    ]
    for (mark, wipe) in secrets {
      let users = functions.filter { $0.contains(mark) }
      #expect(users.count == 1, "\(mark)")
      for function in users {
        let rest = function[(function.firstRange(of: mark)?.upperBound ?? function.startIndex)...]
        let end = rest.firstRange(of: wipe)?.lowerBound
        #expect(end.map { rest[..<$0].contains("return ") } == false, "\(mark) is followed by \(wipe)")
      }
    }
    #expect(text.ranges(of: "lk_tpm_authorisation(&").count == 2, "a new secret needs a row above")
  }
}
