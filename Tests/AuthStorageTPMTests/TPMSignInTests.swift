#if TPM && os(Linux)
  import AuthAuthsignal
  import AuthCore
  import AuthHawcx
  import AuthSandbox
  import AuthStorage
  import AuthStorageTPM
  import AuthTurnkey
  import FoundationEssentials
  import Testing

  /// The providers' uses of keys, with a TPM's keys: by configuration alone, across processes, and with the TPM
  /// unavailable for a while.
  @Suite(.enabled(if: SoftwareTPM.isInstalled, Comment(rawValue: SoftwareTPM.reason)))
  struct TPMSignInTests {
    /// The vendor's `whoami`, which needs a stamp by the session's key.
    private func whoAmI(_ auth: AuthClient, _ house: TPMHouse) async throws -> Int {
      let url = try #require(URL(string: house.sandbox.baseURL + "/turnkey/public/v1/query/whoami"))
      let session = try #require(try await auth.storedSession())
      let organization = try #require(session.claims["organization_id"])
      return try await auth.send(.json("POST", url, ["organizationId": organization])).status
    }

    @Test func turnkeyStampsWithAKeyOfTheTPM() async throws {
      let house = try await TPMHouse("turnkey")
      let auth = try house.process()
      let session = try await house.signIn(auth)
      #expect(session.key?.storeID == "tpm")
      #expect(try await whoAmI(auth, house) == 200)
      #expect(try await house.process().session().id == session.id)
      #expect(try await whoAmI(house.process(), house) == 200)
      #expect(try house.software.loadedHandles() == 0)
    }

    @Test func sessionIsLockedWhileItsTPMIsUnavailable() async throws {
      let house = try await TPMHouse("turnkey")
      let running = try house.process()
      let session = try await house.signIn(running)
      house.software.stop()
      let refused = await #expect(throws: AuthError.self) { try await whoAmI(running, house) }
      #expect(refused?.code == .keyUnavailable)
      #expect(refused?.message.contains(house.software.connection) == true)
      let state = try await running.state()
      guard case .locked(let locked, .keyUnavailable) = state else { return #expect(Bool(false), "\(state)") }
      #expect(locked.id == session.id)
      await #expect(throws: AuthError(.keyUnavailable, "")) { try await running.session() }
      #expect(try await running.storedSession()?.id == session.id)
      // A process that starts now cannot open the directory, and reports it.
      let error = await #expect(throws: AuthError.self) { try await house.process().session() }
      #expect(error?.code == .keyUnavailable)
      try await house.software.start()
      #expect(try await running.session().id == session.id)
      #expect(try await whoAmI(running, house) == 200)
      #expect(try await house.process().session().id == session.id)
    }

    /// The vendor's trusted devices prove themselves with Ed25519 (H40), which no TPM makes.
    @Test func hawcxDeviceIsNotEnrolledWithATPM() async throws {
      let house = try await TPMHouse("hawcx") { $0["device"] = ["enrollment": true] }
      house.policy(["provider": "hawcx", "device_enrollment": "required"])
      do {
        _ = try await house.signIn(try house.process())
        Issue.record("enrolled")
      } catch let error as AuthError {
        #expect(error.code == .unsupported && error.vendorCode == "device_algorithm_unsupported")
      }
      house.policy(["provider": "hawcx", "device_enrollment": "disabled"])
      _ = try await house.signIn(try house.process())
      #expect(try house.software.loadedHandles() == 0)
    }

    @Test func authsignalPushIsApprovedByAKeyOfTheTPM() async throws {
      let house = try await TPMHouse("authsignal")
      let device = try house.process()
      _ = try await house.signIn(device)
      guard case .credential = try await device.start(FlowRequest(purpose: .enroll(.push))).result() else {
        return #expect(Bool(false), "no credential")
      }
      _ = try await device.signOut()
      let flow = try house.process().start(FlowRequest(identifier: "jane@example.com", method: .push))
      for await update in flow { if case .prompt(.awaitApproval, _) = update { break } }
      let approver = try #require(try house.process().provider() as? AuthsignalProvider)
      let pending = try await approver.pending()
      try await approver.approve(try #require(pending.first?.id), number: nil)
      try await flow.poll()
      guard case .session(let session, _) = try await flow.result() else { return #expect(Bool(false), "no session") }
      #expect(session.identifier == "jane@example.com")
      #expect(try house.software.loadedHandles() == 0)
    }

    @Test func tpmHoldsPasskeys() async throws {
      let house = try await TPMHouse("turnkey")
      let made = try await house.signIn(
        try house.process(),
        FlowRequest(purpose: .signUp, method: .passkey, profile: FlowProfile(userName: "Jane")))
      let found = try await house.signIn(try house.process(), FlowRequest(method: .passkey))
      #expect(found.subject == made.subject)
      let keys = TPMKeyStore(
        TPM(connection: house.software.connection), records: FileRecordStore(house.storage))
      #expect(try await keys.keys(in: "passkeys").count == 1)
      #expect(try await FileKeyStore(house.storage).keys(in: "passkeys").isEmpty)
      #expect(try house.software.loadedHandles() == 0)
    }
  }
#endif
