import SwiftSyntax

/// Finds the clauses of `#if` that are compiled on Linux. Other clauses are not mutated.
enum ActiveClauses {
  static let modules: Set<String> = ["FoundationEssentials", "Glibc"]

  /// Returns the clause that is compiled, or nil if none is.
  static func active(of declaration: IfConfigDeclSyntax) -> IfConfigClauseSyntax? {
    declaration.clauses.first { clause in
      guard let condition = clause.condition else { return true }
      return isTrue(condition)
    }
  }

  /// Returns whether a condition is true on Linux; false for a condition of an unknown form.
  static func isTrue(_ condition: ExprSyntax) -> Bool {
    if let call = condition.as(FunctionCallExprSyntax.self), let argument = call.arguments.first {
      switch call.calledExpression.trimmedDescription {
      case "canImport": return modules.contains(argument.expression.trimmedDescription)
      case "os": return argument.expression.trimmedDescription == "Linux"
      default: return false
      }
    }
    if let not = condition.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
      return !isTrue(not.expression)
    }
    if let both = condition.as(InfixOperatorExprSyntax.self) {
      switch both.operator.trimmedDescription {
      case "&&": return isTrue(both.leftOperand) && isTrue(both.rightOperand)
      case "||": return isTrue(both.leftOperand) || isTrue(both.rightOperand)
      default: return false
      }
    }
    return condition.trimmedDescription == "DEBUG" || condition.trimmedDescription == "true"
  }
}
