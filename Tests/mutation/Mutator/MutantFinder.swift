import SwiftSyntax

/// Finds the mutants of a file, and the insertions that add all of them to its text, each behind `mutant(number)`.
///
/// Text is only inserted within existing lines, so that the compiler's errors have the line numbers of the original.
/// If a mutant needs a copy of an expression, the copy contains no mutants. Otherwise, the source would grow
/// exponentially with the depth of nested expressions.
final class MutantFinder: SyntaxVisitor {
  private let file: String
  private let places: SourceLocationConverter
  /// The keys of mutants that do not compile. They are left out, but keep their numbers.
  private let excluded: Set<String>
  private(set) var mutants: [Mutant] = []
  private(set) var insertions = Insertions()
  private(set) var next: Int

  init(file: String, tree: SourceFileSyntax, first: Int, excluded: Set<String>) {
    self.file = file
    self.places = SourceLocationConverter(fileName: file, tree: tree)
    self.excluded = excluded
    self.next = first
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Nodes that are not mutated

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { unlessInlinable(node.attributes) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { unlessInlinable(node.attributes) }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { unlessInlinable(node.attributes) }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    if let elements = ActiveClauses.active(of: node)?.elements { walk(elements) }
    return .skipChildren
  }

  /// Skips inlinable bodies: other modules compile them, too, and have no function `mutant`.
  private func unlessInlinable(_ attributes: AttributeListSyntax) -> SyntaxVisitorContinueKind {
    let names: Set = ["@inlinable", "@_alwaysEmitIntoClient", "@_transparent"]
    return attributes.contains { names.contains($0.trimmedDescription) } ? .skipChildren : .visitChildren
  }

  // MARK: Nodes that are mutated

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if let change = OperatorChange(node), let copy = change.copy.onOneLine {
      let text = (change.original, change.replacement)
      add(.operator, at: node.operator, text, around: node) { ("(mutant(\($0)) ? (\(copy)) : (", "))") }
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!", !isCondition(node) {
      add(.operator, at: node, ("!", "nothing"), around: node) { ("(mutant(\($0)) != (", "))") }
    }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    switch node.condition {
    // The compiler relies on `while true` never ending, for example where a function needs no `return` after it.
    case .expression(let condition) where condition.is(BooleanLiteralExprSyntax.self): return .skipChildren
    case .expression(let condition): negate(condition)
    case .optionalBinding(let binding) where binding.pattern.trimmedDescription != "self": bindNothing(binding)
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = node.representedLiteralValue, !isInTable(node) else { return .skipChildren }
    let other = value == 0 ? "1" : String(value - 1)
    add(.constant, at: node, (node.literal.text, other), around: node) { ("(mutant(\($0)) ? \(other) : ", ")") }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let other = node.literal.text == "true" ? "false" : "true"
    add(.constant, at: node, (node.literal.text, other), around: node) { ("(mutant(\($0)) != ", ")") }
    return .skipChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if DroppedStatement.isDroppable(node) {
      let text = (node.onOneLine ?? node.firstLine, "nothing")
      add(.statement, at: node, text, around: node) { ("if !mutant(\($0)) { ", " }") }
    }
    return .visitChildren
  }

  // MARK: Helpers

  /// Adds a mutant that negates a condition, unless the mutant of its operator does the same.
  private func negate(_ condition: ExprSyntax) {
    let infix = condition.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription
    guard infix != "==", infix != "!=" else { return }
    let text = (condition.onOneLine ?? condition.firstLine, "its contrary")
    add(.condition, at: condition, text, around: condition.withoutEffects) { ("(mutant(\($0)) != (", "))") }
  }

  /// Adds a mutant that makes the value of an optional binding nil.
  private func bindNothing(_ binding: OptionalBindingConditionSyntax) {
    let text = (binding.onOneLine ?? binding.firstLine, "nil")
    if let value = binding.initializer?.value {
      add(.binding, at: binding, text, around: value.withoutEffects) { ("mutantNone(\($0), ", ")") }
    } else {
      let name = binding.pattern.trimmedDescription
      add(.binding, at: binding, text, around: binding.pattern) { ("", " = mutantNone(\($0), \(name))") }
    }
  }

  private func add(
    _ kind: Mutant.Kind, at place: some SyntaxProtocol, _ text: (original: String, replacement: String),
    around node: some SyntaxProtocol, _ insertion: (Int) -> (before: String, after: String)
  ) {
    let start = places.location(for: place.positionAfterSkippingLeadingTrivia)
    let first = places.location(for: node.positionAfterSkippingLeadingTrivia)
    let end = places.location(for: node.endPositionBeforeTrailingTrivia)
    let mutant = Mutant(
      number: next, file: file, line: start.line, column: start.column, firstLine: first.line, lastLine: end.line,
      kind: kind, original: text.original, replacement: text.replacement)
    next += 1
    guard !excluded.contains(mutant.key) else { return }
    mutants.append(mutant)
    let (before, after) = insertion(mutant.number)
    insertions.add(before: before, after: after, around: node)
  }

  private func isCondition(_ node: some SyntaxProtocol) -> Bool {
    guard let parent = node.parent else { return false }
    if let ternary = parent.as(TernaryExprSyntax.self) { return ternary.condition.id == node.id }
    return parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self)
  }

  /// Returns whether a literal is an element of a long list. A table would have hundreds of mutants.
  private func isInTable(_ node: IntegerLiteralExprSyntax) -> Bool {
    guard let list = node.parent?.parent?.as(ArrayElementListSyntax.self) else { return false }
    return list.count > 4
  }
}
