import AuthCore
import Testing

@Suite struct ConfigurationFaultTests {
  @Test(arguments: [
    ("$.a.b must be text.", "$.a.b", "must be text"),
    ("$.a.b: the file x cannot be read.", "$.a.b", "the file x cannot be read"),
    ("The file cannot be read.", "$", "The file cannot be read"),
  ])
  func takesThePathFromTheMessage(message: String, path: String, reason: String) {
    let fault = ConfigurationFault(AuthError(.invalidConfiguration, message), in: "$")
    #expect(fault.path == path && fault.reason == reason)
  }
}
