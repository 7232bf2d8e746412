//! The second reader: the statement as `sqlparser` understands it.

use std::ops::ControlFlow;

use sqlparser::ast::{Expr, Query, Select, SetExpr, Statement, TableFactor, Visit, Visitor};
use sqlparser::dialect::MySqlDialect;
use sqlparser::parser::Parser;

use super::{DEPTH, Refusal, TOKENS, functions};

/// Stack of the thread that parses: 16 KiB for each token that a query may have. Some of the parser's methods recurse
/// without a bound of their own (chains of joins), and so does dropping what it parsed (chains of operators).
const STACK_BYTES: usize = 16 * 1024 * TOKENS;

/// Calls of the parser inside each other: a parenthesis takes up to four. At one more the query is refused.
const PARSER_DEPTH: usize = 4 * DEPTH;

/// Checks one SELECT, given without comments.
///
/// # Errors
/// [`Refusal::Unparsable`], or the first reason to refuse what was parsed.
pub(super) fn check(sql: &str) -> Result<(), Refusal> {
    std::thread::scope(|scope| {
        let parsing = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || parse(sql));
        parsing.map_err(|_| Refusal::TooComplex)?.join().map_err(|_| Refusal::Unparsable)?
    })
}

fn parse(sql: &str) -> Result<(), Refusal> {
    let parsed = Parser::new(&MySqlDialect {})
        .with_recursion_limit(PARSER_DEPTH)
        .try_with_sql(sql)
        .and_then(|mut parser| parser.parse_statements())
        .map_err(|_| Refusal::Unparsable)?;
    let [Statement::Query(query)] = parsed.as_slice() else { return Err(Refusal::NotOneStatement) };
    match query.visit(&mut ReadOnly) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(refusal) => Err(refusal),
    }
}

/// Refuses everything that is not plainly a query.
struct ReadOnly;

impl Visitor for ReadOnly {
    type Break = Refusal;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<Refusal> {
        let Query { locks, for_clause, settings, format_clause, pipe_operators, body, .. } = query;
        if !locks.is_empty() || for_clause.is_some() {
            return ControlFlow::Break(Refusal::ForbiddenWord);
        }
        let is_foreign = settings.is_some() || format_clause.is_some() || !pipe_operators.is_empty();
        if is_foreign || !is_selection(body) {
            return ControlFlow::Break(Refusal::NotAQuery);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<Refusal> {
        if select.into.is_some() || !select.optimizer_hints.is_empty() {
            return ControlFlow::Break(Refusal::ForbiddenWord);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_statement(&mut self, statement: &Statement) -> ControlFlow<Refusal> {
        if matches!(statement, Statement::Query(_)) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Refusal::NotAQuery)
        }
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<Refusal> {
        match factor {
            TableFactor::Table { args: None, .. }
            | TableFactor::Derived { .. }
            | TableFactor::NestedJoin { .. } => ControlFlow::Continue(()),
            _ => ControlFlow::Break(Refusal::UnknownFunction),
        }
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<Refusal> {
        let Expr::Function(function) = expression else { return ControlFlow::Continue(()) };
        let name = match function.name.0.as_slice() {
            [name] => name.as_ident().map(|ident| ident.value.as_str()),
            _ => None,
        };
        if name.is_some_and(|name| functions::is_pure(name) || functions::may_precede_parenthesis(name)) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Refusal::UnknownFunction)
        }
    }
}

/// SELECTs and what combines them, without a statement or a bare table in between.
fn is_selection(body: &SetExpr) -> bool {
    let mut left_to_see = vec![body];
    while let Some(part) = left_to_see.pop() {
        match part {
            SetExpr::Select(_) | SetExpr::Query(_) => {}
            SetExpr::SetOperation { left, right, .. } => left_to_see.extend([left.as_ref(), right.as_ref()]),
            _ => return false,
        }
    }
    true
}
