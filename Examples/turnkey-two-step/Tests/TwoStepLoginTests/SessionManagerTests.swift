import AuthCore
import Testing
import TwoStepLogin

@MainActor @Suite struct SessionManagerTests {
  /// Waits until the manager's task has set a state.
  private func wait(for manager: SessionManager, until isDone: (SessionManager.Phase) -> Bool) async {
    while !isDone(manager.phase) { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(5))) func stateFollowsTheSession() async throws {
    let backend = try Backend()
    let manager = SessionManager(backend.app)
    await wait(for: manager) { $0 == .signedOut(notice: nil) }
    _ = try await backend.register("jane@example.org")
    let login = manager.login()
    login.email = "jane@example.org"
    await login.submitEmail()
    await wait(for: manager) { if case .signedIn = $0 { true } else { false } }
    try await manager.signOut()
    await wait(for: manager) { $0 == .signedOut(notice: nil) }
  }
}
