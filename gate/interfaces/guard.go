package interfaces

import (
	"slices"
	"strconv"

	"go.starlark.net/syntax"
)

// Names of the functions that stand in the place of what could make a great value
// in one step. No script can write them.
const (
	callMethod = "."
	weighed    = "="
)

// operators are those that make a value as great as what they are given, or
// greater.
var operators = []syntax.Token{syntax.PLUS, syntax.STAR, syntax.PERCENT, syntax.PIPE, syntax.LTLT}

// inPlace are the assignments of those operators.
var inPlace = map[syntax.Token]syntax.Token{
	syntax.PLUS_EQ: syntax.PLUS, syntax.STAR_EQ: syntax.STAR, syntax.PERCENT_EQ: syntax.PERCENT, syntax.PIPE_EQ: syntax.PIPE, syntax.LTLT_EQ: syntax.LTLT,
}

// guarding rewrites a program so that each operator and method which makes a value
// is a call of a function that counts it first.
type guarding struct{ err error }

// guard rewrites a program. The error says what cannot be counted, and where.
func guard(f *syntax.File) error {
	g := &guarding{}
	g.stmts(f.Stmts)
	return g.err
}

func (g *guarding) refuse(at syntax.Position, message string) {
	if g.err == nil {
		g.err = syntax.Error{Pos: at, Msg: message}
	}
}

func (g *guarding) stmts(list []syntax.Stmt) {
	for _, stmt := range list {
		g.stmt(stmt)
	}
}

func (g *guarding) stmt(stmt syntax.Stmt) {
	switch s := stmt.(type) {
	case *syntax.AssignStmt:
		g.assign(s)
	case *syntax.DefStmt:
		g.all(s.Params)
		g.stmts(s.Body)
	case *syntax.ExprStmt:
		g.expr(&s.X)
	case *syntax.ForStmt:
		g.expr(&s.Vars)
		g.expr(&s.X)
		g.stmts(s.Body)
	case *syntax.WhileStmt:
		g.expr(&s.Cond)
		g.stmts(s.Body)
	case *syntax.IfStmt:
		g.expr(&s.Cond)
		g.stmts(s.True)
		g.stmts(s.False)
	case *syntax.LoadStmt:
		g.refuse(s.Load, "nothing can be loaded here")
	case *syntax.ReturnStmt:
		g.expr(&s.Result)
	}
}

// assign counts x += y for a variable as x = x + y, but for a list, which stays
// the same list; elsewhere it counts y.
func (g *guarding) assign(s *syntax.AssignStmt) {
	g.expr(&s.RHS)
	op, grows := inPlace[s.Op]
	variable, simple := s.LHS.(*syntax.Ident)
	switch {
	case !grows:
	case simple:
		read := *variable
		s.RHS = called(s.Op.String(), s.OpPos, &read, s.RHS)
		s.Op = syntax.EQ
	case op == syntax.PLUS || op == syntax.PIPE:
		s.RHS = called(weighed, s.OpPos, s.RHS)
	default:
		g.refuse(s.OpPos, s.Op.String()+" needs a variable on its left")
	}
	g.expr(&s.LHS)
}

func (g *guarding) all(list []syntax.Expr) {
	for i := range list {
		g.expr(&list[i])
	}
}

// expr rewrites an expression in its place.
func (g *guarding) expr(at *syntax.Expr) {
	switch e := (*at).(type) {
	case *syntax.BinaryExpr:
		if e.Op == syntax.EQ { // a named argument, or a default
			g.expr(&e.Y)
			return
		}
		g.expr(&e.X)
		g.expr(&e.Y)
		if slices.Contains(operators, e.Op) {
			*at = called(e.Op.String(), e.OpPos, e.X, e.Y)
		}
	case *syntax.CallExpr:
		g.call(e)
	case *syntax.DotExpr:
		g.refuse(e.Dot, "a method can only be called: write x."+e.Name.Name+"(...)")
	case *syntax.Comprehension:
		g.expr(&e.Body)
		for _, clause := range e.Clauses {
			switch c := clause.(type) {
			case *syntax.ForClause:
				g.expr(&c.Vars)
				g.expr(&c.X)
			case *syntax.IfClause:
				g.expr(&c.Cond)
			}
		}
	case *syntax.CondExpr:
		g.expr(&e.Cond)
		g.expr(&e.True)
		g.expr(&e.False)
	case *syntax.DictEntry:
		g.expr(&e.Key)
		g.expr(&e.Value)
	case *syntax.DictExpr:
		g.all(e.List)
	case *syntax.IndexExpr:
		g.expr(&e.X)
		g.expr(&e.Y)
	case *syntax.LambdaExpr:
		g.all(e.Params)
		g.expr(&e.Body)
	case *syntax.ListExpr:
		g.all(e.List)
	case *syntax.ParenExpr:
		g.expr(&e.X)
	case *syntax.SliceExpr:
		g.expr(&e.X)
		e.X = called(weighed, e.Lbrack, e.X)
		g.expr(&e.Lo)
		g.expr(&e.Hi)
		g.expr(&e.Step)
	case *syntax.TupleExpr:
		g.all(e.List)
	case *syntax.UnaryExpr:
		g.expr(&e.X)
	}
}

func (g *guarding) call(e *syntax.CallExpr) {
	g.all(e.Args)
	dot, isMethod := e.Fn.(*syntax.DotExpr)
	if !isMethod {
		g.expr(&e.Fn)
		return
	}
	g.expr(&dot.X)
	name := &syntax.Literal{Token: syntax.STRING, TokenPos: dot.NamePos, Raw: strconv.Quote(dot.Name.Name), Value: dot.Name.Name}
	e.Fn = &syntax.Ident{NamePos: dot.NamePos, Name: callMethod}
	e.Args = append([]syntax.Expr{dot.X, name}, e.Args...)
}

// called is a call of one of our functions at a place of the script.
func called(name string, at syntax.Position, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: args, Rparen: at}
}
