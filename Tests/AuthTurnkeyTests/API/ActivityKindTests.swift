import AuthCore
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares the table of activity types with the vendor's interface description in Tests/Vectors/turnkey-openapi.
@Suite struct ActivityKindTests {
  private let description: JSONValue

  init() throws {
    let tests = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    let path = tests + "/Vectors/turnkey-openapi/turnkey-public-api.swagger.json"
    description = try JSONValue(parsing: [UInt8](try #require(FileManager.default.contents(atPath: path))))
  }

  /// The definition that the `$ref` of a request's body or of a member names.
  private func definition(_ reference: JSONValue?) -> JSONValue? {
    let name = reference?["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
    return name.flatMap { description["definitions"]?[$0] }
  }

  @Test("T42: each path of the interface description has its current type and its result in the table")
  func tableMatchesTheInterfaceDescription() throws {
    let results = try #require(description["definitions"]?["v1Result"]?["properties"]?.objectValue).names
    var paths: Set<String> = []
    for entry in try #require(description["paths"]?.objectValue).members {
      guard let path = entry.name.split(separator: "/").last.map(String.init), entry.name.contains("/submit/") else {
        continue
      }
      let body = definition(entry.value["post"]?["parameters"]?.arrayValue?.first?["schema"])
      let type = body?["properties"]?["type"]?["enum"]?.arrayValue?.first?.stringValue
      let kind = ActivityKind.named(path)
      #expect(kind.type == type, "\(path)")
      if path != "approve_activity", path != "reject_activity" {
        #expect(results.contains(kind.result), "\(path): \(kind.result)")
      }
      paths.insert(path)
    }
    #expect(paths == Set(ActivityKind.paths))
    #expect(ActivityKind.paths.count == 107)
  }

  @Test("T42: versioned paths are right without a type")
  func versionedPathsNeedNoType() {
    let cases: [(String, String, String)] = [
      ("email_auth", "EMAIL_AUTH_V3", "emailAuthResult"),
      ("init_otp_auth", "INIT_OTP_AUTH_V3", "initOtpAuthResultV2"),
      ("create_private_keys", "CREATE_PRIVATE_KEYS_V2", "createPrivateKeysResultV2"),
      ("create_read_write_session", "CREATE_READ_WRITE_SESSION_V2", "createReadWriteSessionResultV2"),
      ("init_user_email_recovery", "INIT_USER_EMAIL_RECOVERY_V2", "initUserEmailRecoveryResult"),
      ("sign_transaction", "SIGN_TRANSACTION_V2", "signTransactionResult"),
      ("update_policy", "UPDATE_POLICY_V2", "updatePolicyResultV2"),
      ("execute_swap", "EXECUTE_SWAP_V2", "executeSwapResult"),
      ("eth_send_transaction", "ETH_SEND_TRANSACTION_V2", "ethSendTransactionResultV2"),
      ("sol_send_transaction", "SOL_SEND_TRANSACTION_V2", "solSendTransactionResultV2"),
      (
        "set_tvc_app_live_deployment", "UPDATE_TVC_APP_LIVE_DEPLOYMENT", "updateTvcAppLiveDeploymentResult"
      ),
    ]
    for (path, type, result) in cases {
      #expect(ActivityKind.named(path) == ActivityKind(type: "ACTIVITY_TYPE_" + type, result: result), "\(path)")
    }
  }

  @Test func acceptsALaterPathAndTheCallersType() {
    let later = ActivityKind.named("do_new_thing")
    #expect(later == ActivityKind(type: "ACTIVITY_TYPE_DO_NEW_THING", result: "doNewThingResult"))
    let older = ActivityKind.named("update_policy", type: "ACTIVITY_TYPE_UPDATE_POLICY")
    #expect(older == ActivityKind(type: "ACTIVITY_TYPE_UPDATE_POLICY", result: "updatePolicyResult"))
    #expect(ActivityKind.named("update_policy", type: nil).result == "updatePolicyResultV2")
  }
}
