// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SwiftUI for macOS 14 and iOS 17, as far as Examples/LatchkeyDemo calls it.

@_exported public import Foundation
public import Observation

// MARK: Views

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

public protocol Primitive: View where Body == Never {}
extension Primitive { public var body: Never { fatalError() } }

public struct EmptyView: Primitive { public init() {} }
public struct TupleView<each Content>: Primitive {}
public struct ConditionalView<First: View, Second: View>: Primitive {}
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

@resultBuilder public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
    TupleView()
  }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
    ConditionalView()
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
    ConditionalView()
  }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
}

// MARK: State

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public init(projectedValue: Binding<Value>) {}
  public subscript<Subject>(dynamicMember path: WritableKeyPath<Value, Subject>) -> Binding<Subject> { fatalError() }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public init(initialValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  public init(wrappedValue: Value) where Value: AnyObject, Value: Observable { self.wrappedValue = wrappedValue }
  public subscript<Subject>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> where Value: AnyObject { fatalError() }
}

public struct EnvironmentValues { public var openURL: OpenURLAction { OpenURLAction() } }
@MainActor @preconcurrency public struct OpenURLAction {
  nonisolated init() {}
  public func callAsFunction(_ url: URL) {}
}

@propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

// MARK: App

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}
extension App { public static func main() {} }

@MainActor @preconcurrency public protocol Scene {}
@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}

// MARK: Containers

public struct VStack<Content: View>: Primitive {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}
public struct HStack<Content: View>: Primitive { public init(@ViewBuilder content: () -> Content) {} }
public struct List<Content: View>: Primitive { public init(@ViewBuilder content: () -> Content) {} }
public struct NavigationStack<Root: View>: Primitive { public init(@ViewBuilder root: () -> Root) {} }
public struct Spacer: Primitive { public init() {} }
public struct Section<Parent, Content, Footer> {}
extension Section: View where Parent: View, Content: View, Footer: View { public var body: Never { fatalError() } }
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Primitive {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
public enum HorizontalAlignment: Sendable { case leading, center, trailing }

// MARK: Controls

public struct Text: Primitive { public init(_ text: some StringProtocol) {} }
public struct ButtonRole: Equatable, Sendable { public static let destructive = ButtonRole() }
public struct Button<Label: View>: Primitive {}
extension Button where Label == Text {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
  public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}
public struct TextField<Label: View>: Primitive {}
extension TextField where Label == Text {
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}
public struct SecureField<Label: View>: Primitive {}
extension SecureField where Label == Text {
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}
public struct Picker<Label: View, Selection: Hashable, Content: View>: Primitive {}
extension Picker where Label == Text {
  public init(
    _ title: some StringProtocol, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {}
}
public struct ProgressView<Label: View>: Primitive {}
extension ProgressView where Label == Text { public init(_ title: some StringProtocol) {} }
public struct Link<Label: View>: Primitive {}
extension Link where Label == Text { public init(_ title: some StringProtocol, destination: URL) {} }

// CoreGraphics, which SwiftUI brings along on Apple's systems.
public final class CGImage {}

public struct Image: Primitive {
  public enum Interpolation: Sendable { case none, low, medium, high }
  public init(decorative image: CGImage, scale: CGFloat) {}
  public func interpolation(_ interpolation: Interpolation) -> Image { self }
  public func resizable() -> Image { self }
}

// MARK: Modifiers

public struct Font: Hashable, Sendable {
  public static let headline = Font()
  public static let caption = Font()
  public static let largeTitle = Font()
}
public protocol ShapeStyle {}
public struct Color: ShapeStyle {}
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
  public static var orange: Color { Color() }
}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
public protocol TextSelectability {}
public struct EnabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
/// `UITextContentType` on iOS, `NSTextContentType` on macOS.
public struct TextContentType: Hashable, Sendable {
  public static let username = TextContentType()
  public static let emailAddress = TextContentType()
  public static let telephoneNumber = TextContentType()
  public static let oneTimeCode = TextContentType()
}

extension View {
  public func padding() -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
  public func disabled(_ isDisabled: Bool) -> some View { self }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }
  public func scaledToFit() -> some View { self }
  public func tag(_ tag: some Hashable) -> some View { self }
  public func navigationTitle(_ title: some StringProtocol) -> some View { self }
  public func textContentType(_ type: TextContentType?) -> some View { self }
  public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View { self }
  public func textSelection(_ selectability: some TextSelectability) -> some View { self }
  public func onSubmit(_ action: @escaping () -> Void) -> some View { self }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { self }
  public func task(
    id value: some Equatable, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  // `@_inheritActorContext`: the action runs where the view does.
  public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
}
