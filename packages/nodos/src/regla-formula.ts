import type { Limits } from '@div/contract'
import type { Origen } from '@div/engine'
import { type Ast, parseExpresion } from '@div/formula'
import { valorToFormula } from './estructura-formula.ts'
import type { Fila, Operador, Regla } from './regla.ts'

/** Operators that mean in formulas exactly what they mean in rules. Of the others a rule is more than any formula says. */
const SIGNS: Readonly<Partial<Record<Operador, string>>> = {
  igual: '=',
  distinto: '<>',
  mayor: '>',
  mayorIgual: '>=',
  menor: '<',
  menorIgual: '<=',
}
const OPERADORES = new Map(
  Object.entries(SIGNS).map(([operador, sign]) => [sign, operador as keyof typeof SIGNS]),
)

/** The formula that says the same as a rule; null when none does. */
export function reglaToFormula(regla: Regla): string | null {
  const [word, items] = 'y' in regla ? [' Y ', regla.y] : [' O ', regla.o]
  const parts = items.map((item) => {
    if ('operador' in item) return filaToFormula(item)
    const inner = reglaToFormula(item)
    return inner === null ? null : `(${inner})`
  })
  return parts.includes(null) ? null : parts.join(word)
}

function filaToFormula({ izquierda, operador, derecha }: Fila): string | null {
  const sign = SIGNS[operador]
  const left = operandToFormula(izquierda)
  const right = derecha === undefined ? null : operandToFormula(derecha)
  return sign === undefined || left === null || right === null ? null : `${left} ${sign} ${right}`
}

function operandToFormula({ expresion, valorAsignado, valor }: Origen): string | null {
  if (expresion !== undefined) return expresion.trim() === '' ? null : `(${expresion})`
  if (valorAsignado) {
    const { nodo, ruta, opcional, defecto } = valorAsignado
    // Only a reference says that its node may not have run.
    if (opcional || (defecto !== undefined && defecto !== null)) return null
    return ruta === '' || ruta.startsWith('[') ? `${nodo}${ruta}` : `${nodo}.${ruta}`
  }
  if (typeof valor === 'object' && valor !== null) return null
  return typeof valor === 'number' && valor < 0 ? null : valorToFormula(valor)
}

/** The rule that says the same as a formula made of comparisons; null of any other. */
export function formulaToRegla(expresion: string, limits: Limits): Regla | null {
  const parsed = parseExpresion(expresion, limits)
  if (!parsed.ok) return null
  const item = itemOf(parsed.ast, expresion)
  if (item === null) return null
  return 'operador' in item ? { y: [item] } : item
}

function itemOf(ast: Ast, text: string): Fila | Regla | null {
  if (ast.clase !== 'binario') return null
  if (ast.operador === 'Y' || ast.operador === 'O') {
    const items = chainOf(ast, ast.operador).map((each) => itemOf(each, text))
    if (items.includes(null)) return null
    const all = items.filter((each) => each !== null)
    return ast.operador === 'Y' ? { y: all } : { o: all }
  }
  const operador = OPERADORES.get(ast.operador)
  if (operador === undefined) return null
  return { izquierda: operandOf(ast.izquierda, text), operador, derecha: operandOf(ast.derecha, text) }
}

/** `a Y b Y c` is one group of three. */
function chainOf(ast: Ast, operador: 'Y' | 'O'): readonly Ast[] {
  if (ast.clase !== 'binario' || ast.operador !== operador) return [ast]
  return [...chainOf(ast.izquierda, operador), ...chainOf(ast.derecha, operador)]
}

function operandOf(ast: Ast, text: string): Origen {
  if (ast.clase === 'literal') return { valor: ast.valor }
  if (ast.clase === 'numero' && typeof ast.valor === 'number') return { valor: ast.valor }
  return { expresion: text.slice(ast.desde, ast.hasta) }
}
