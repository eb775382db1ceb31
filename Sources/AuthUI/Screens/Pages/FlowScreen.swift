#if canImport(SwiftUI)
  import AuthCore
  public import SwiftUI

  #if canImport(AuthenticationServices)
    import AuthenticationServices
  #endif

  /// A flow, whatever it asks: every prompt, its errors and its end, for every provider.
  public struct FlowScreen: View {
    private let model: FlowModel
    private let close: @MainActor () async -> Void
    @Environment(\.authHandlers) private var handlers
    @Environment(\.openURL) private var openURL
    @Environment(\.webAuthenticationSession) private var browser
    /// The error of a handler of the app.
    @State private var problem: FlowPresentation.Problem?

    /// Creates the screen of a flow.
    ///
    /// - Parameters:
    ///   - model: the flow.
    ///   - close: removes the screen. The flow has ended, or was cancelled.
    public init(model: FlowModel, close: @escaping @MainActor () async -> Void = {}) {
      self.model = model
      self.close = close
    }

    /// The parts of the screen, in the order of `FlowPresentation`.
    public var body: some View {
      let shown = model.presentation.showing(problem)
      ScreenColumn {
        FlowHeaderView(shown: shown)
        if let own = handlers.prompt?(model) {
          own
        } else {
          ForEach(shown.listedFacts, id: \.self) { FactView(fact: $0) }
          FlowFieldsView(model: model, shown: shown)
          OptionsView(title: nil, options: shown.options, isEnabled: !model.isBusy) { await choose($0) }
        }
        FlowStatusView(shown: shown)
        FlowActionsView(shown: shown, canSign: handlers.sign != nil) { await perform($0) }
        OptionsView(title: shown.alternativesTitle, options: shown.alternatives, isEnabled: !model.isBusy) {
          await model.select(method: MethodID(rawValue: $0))
        }
      }
      .onChange(of: shown.name) { problem = nil }
    }

    private func choose(_ id: String) async {
      if case .selectAccount = model.prompt {
        await model.select(account: id)
      } else {
        await model.select(method: MethodID(rawValue: id))
      }
    }

    private func perform(_ action: FlowPresentation.Action.Kind) async {
      problem = nil
      switch action {
      case .submit: await model.submit()
      case .resend: await model.resend()
      case .openPage: await report(FlowPresentation.Problem.init(ofBrowser:)) { try await openPage() }
      case .sign: await report(FlowPresentation.Problem.init(ofWallet:)) { try await sign() }
      case .recover(let recovery): await model.perform(recovery)
      case .close:
        if !model.isFinished { await model.cancel() }
        await close()
      }
    }

    private func openPage() async throws {
      guard case .redirect(let page) = model.prompt else { return }
      if let open = handlers.openPage {
        if let callback = try await open(page) { await model.resume(callback: callback) }
      } else if let scheme = page.callbackScheme {
        await model.resume(callback: try await browser.authenticate(using: page.url, callbackURLScheme: scheme))
      } else {
        // The page returns with a universal link, which the app passes to `AuthModel.handle(_:)`.
        openURL(page.url)
      }
    }

    private func sign() async throws {
      guard case .sign(let prompt) = model.prompt, let sign = handlers.sign else { return }
      await model.submit(signature: try await sign(prompt))
    }

    /// Shows the error of a page or a wallet; the prompt stays, so that the user can try again.
    private func report(
      _ shown: (any Error) -> FlowPresentation.Problem?, _ body: @MainActor () async throws -> Void
    ) async {
      do { try await body() } catch { problem = shown(error) }
    }
  }
#endif
