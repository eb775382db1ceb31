// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SwiftUI for macOS 14 and iOS 17, as far as Sources/AuthUI and Examples/LatchkeyDemo call it.

@_exported public import Foundation
public import Observation

#if os(iOS)
  public import UIKit
#endif

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

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  public init() {}
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { Key.defaultValue }
    set {}
  }
  public var openURL: OpenURLAction { OpenURLAction() }
  public var layoutDirection = LayoutDirection.leftToRight
}
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
@MainActor @preconcurrency public struct OpenURLAction {
  nonisolated init() {}
  public func callAsFunction(_ url: URL) {}
}

@propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

@propertyWrapper public struct FocusState<Value: Hashable> {
  public struct Binding {
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set {}
    }
    public var projectedValue: FocusState<Value>.Binding { self }
  }
  public init() where Value == Bool {}
  public init<T: Hashable>() where Value == T? {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: FocusState<Value>.Binding { fatalError() }
}

@propertyWrapper public struct AccessibilityFocusState<Value: Hashable> {
  public struct Binding {
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set {}
    }
    public var projectedValue: AccessibilityFocusState<Value>.Binding { self }
  }
  public init() where Value == Bool {}
  public init<T: Hashable>() where Value == T? {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: AccessibilityFocusState<Value>.Binding { fatalError() }
}

@propertyWrapper public struct ScaledMetric<Value> {
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {}
  public init(wrappedValue: Value) {}
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
public struct ScrollView<Content: View>: Primitive { public init(@ViewBuilder content: () -> Content) {} }
public struct Group<Content> {}
extension Group: View where Content: View {
  public var body: Never { fatalError() }
  public init(@ViewBuilder content: () -> Content) {}
}
public struct TabView<SelectionValue: Hashable, Content: View>: Primitive {}
extension TabView where SelectionValue == Int { public init(@ViewBuilder content: () -> Content) {} }
public struct AnyView: Primitive { public init(_ view: some View) {} }
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
public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
  public static let leading = Alignment()
}
public enum HorizontalAlignment: Sendable { case leading, center, trailing }

// MARK: Controls

public struct Text: Primitive { public init(_ text: some StringProtocol) {} }
public struct ButtonRole: Equatable, Sendable { public static let destructive = ButtonRole() }
public struct Label<Title: View, Icon: View>: Primitive {
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}
extension Label where Title == Text, Icon == Image {
  public init(_ title: some StringProtocol, systemImage name: String) {}
}
public struct Button<Label: View>: Primitive {
  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
  public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}
public struct TextField<Label: View>: Primitive {}
extension TextField where Label == Text {
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text?) {}
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}
public struct SecureField<Label: View>: Primitive {}
extension SecureField where Label == Text {
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text?) {}
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
  public init(systemName: String) {}
  public func interpolation(_ interpolation: Interpolation) -> Image { self }
  public func resizable() -> Image { self }
}

// MARK: Modifiers

public struct Font: Hashable, Sendable {
  public enum TextStyle: CaseIterable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
  }
  public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
  public struct Weight: Hashable, Sendable {
    public static let regular = Weight()
    public static let semibold = Weight()
    public static let bold = Weight()
  }
  public static let headline = Font()
  public static let body = Font()
  public static let title2 = Font()
  public static let footnote = Font()
  public static let caption = Font()
  public static let largeTitle = Font()
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font { Font() }
  public func weight(_ weight: Weight) -> Font { self }
  public func monospaced() -> Font { self }
  public func monospacedDigit() -> Font { self }
}
public protocol ShapeStyle: Sendable {}
public struct Color: ShapeStyle {}
public struct HierarchicalShapeStyle: ShapeStyle {}
public struct AnyShapeStyle: ShapeStyle { public init<S: ShapeStyle>(_ style: S) {} }
extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
  public static var orange: Color { Color() }
  public static var indigo: Color { Color() }
  public static var white: Color { Color() }
}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
public protocol PrimitiveButtonStyle {}
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
public protocol TextFieldStyle {}
public struct RoundedBorderTextFieldStyle: TextFieldStyle {}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}
public protocol TextSelectability {}
public struct EnabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
/// `UITextContentType` on iOS, `NSTextContentType` on macOS.
public struct TextContentType: Hashable, Sendable {
  public static let username = TextContentType()
  public static let password = TextContentType()
  public static let emailAddress = TextContentType()
  public static let telephoneNumber = TextContentType()
  public static let oneTimeCode = TextContentType()
}

// MARK: Accessibility

public struct AccessibilityTraits: SetAlgebra, Sendable {
  public typealias Element = AccessibilityTraits
  public init() {}
  public static let isHeader = AccessibilityTraits()
  public static let isImage = AccessibilityTraits()
  public static let isSelected = AccessibilityTraits()
  public static let updatesFrequently = AccessibilityTraits()
  public func union(_ other: Self) -> Self { self }
  public func intersection(_ other: Self) -> Self { self }
  public func symmetricDifference(_ other: Self) -> Self { self }
  public mutating func formUnion(_ other: Self) {}
  public mutating func formIntersection(_ other: Self) {}
  public mutating func formSymmetricDifference(_ other: Self) {}
  public func contains(_ member: Self) -> Bool { false }
  public mutating func insert(_ new: Self) -> (inserted: Bool, memberAfterInsert: Self) { (true, new) }
  public mutating func remove(_ member: Self) -> Self? { nil }
  public mutating func update(with new: Self) -> Self? { nil }
}
public struct AccessibilityChildBehavior: Hashable, Sendable {
  public static let ignore = AccessibilityChildBehavior()
  public static let contain = AccessibilityChildBehavior()
  public static let combine = AccessibilityChildBehavior()
}

extension View {
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
  public func accessibilityHidden(_ hidden: Bool) -> some View { self }
  public func accessibilityLabel(_ label: some StringProtocol) -> some View { self }
  public func accessibilityHint(_ hint: some StringProtocol) -> some View { self }
  public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View { self }
  public func speechSpellsOutCharacters(_ value: Bool = true) -> some View { self }
  public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
  public func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }
  public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View { self }
}

// MARK: Previews

@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}

extension View {
  public func previewDisplayName(_ value: String?) -> some View { self }
  public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
    self
  }
  public func id(_ id: some Hashable) -> some View { self }
  public func tint<S: ShapeStyle>(_ tint: S?) -> some View { self }
  public func background<S: ShapeStyle>(_ style: S) -> some View { self }
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
  public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { self }
  public func tabItem<Item: View>(@ViewBuilder _ label: () -> Item) -> some View { self }
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
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

#if os(iOS)
  extension View {
    public func keyboardType(_ type: UIKeyboardType) -> some View { self }
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }
  }
  public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
  }
#endif
