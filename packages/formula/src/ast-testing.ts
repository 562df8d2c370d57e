import fc from 'fast-check'
import type { Ast, BinaryOperator } from './ast.ts'

/** Trees and their texts, for tests: a printer that shares nothing with the parser. */

const LEVELS: Readonly<Record<BinaryOperator, number>> = {
  O: 1,
  Y: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
}
const OPERATORS = ['O', 'Y', '=', '<>', '<', '<=', '>', '>=', '&', '+', '-', '*', '/', '%'] as const
const NOT = 3
const UNARY = 8
const ACCESS = 9

/** With a parenthesis around every operation. */
export function print(ast: Ast): string {
  return write(ast, 0, true)
}

/** With the parentheses that the levels of the operators need. */
export function printMinimal(ast: Ast): string {
  return write(ast, 0, false)
}

/** `least`: the level below which the place needs a parenthesis. */
function write(ast: Ast, least: number, always: boolean): string {
  const list = (items: readonly Ast[]) => items.map((item) => write(item, 0, always)).join('; ')
  const group = (level: number, text: string) => (always || level < least ? `(${text})` : text)
  switch (ast.clase) {
    case 'literal':
      return writeLiteral(ast.valor)
    case 'numero':
      return String(ast.valor)
    case 'referencia':
      return ast.nombre
    case 'propiedad':
      return `${write(ast.objeto, ACCESS, always)}.${ast.nombre}`
    case 'indice':
      return `${write(ast.objeto, ACCESS, always)}[${write(ast.clave, 0, always)}]`
    case 'lista':
      return `[${list(ast.elementos)}]`
    case 'objeto':
      return ast.pares.length === 0
        ? '{}'
        : `{ ${ast.pares.map(({ nombre, valor }) => `${quote(nombre)}: ${write(valor, 0, always)}`).join('; ')} }`
    case 'llamada':
      return `${ast.nombre}(${list(ast.argumentos)})`
    case 'negativo':
      return group(UNARY, `-${write(ast.valor, UNARY, always)}`)
    case 'no':
      return group(NOT, `NO ${write(ast.valor, NOT, always)}`)
    case 'binario': {
      const level = LEVELS[ast.operador]
      const [left, right] = [write(ast.izquierda, level, always), write(ast.derecha, level + 1, always)]
      return group(level, `${left} ${ast.operador} ${right}`)
    }
  }
}

function writeLiteral(valor: string | boolean | null): string {
  if (typeof valor === 'string') return quote(valor)
  return valor === null ? 'NULO' : valor ? 'VERDADERO' : 'FALSO'
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

const POSITIONS = new Set(['desde', 'hasta', 'signo'])

/** Without the positions, which a printer does not keep. */
export function sameTree(ast: Ast): unknown {
  return JSON.parse(JSON.stringify(ast, (key, value: unknown) => (POSITIONS.has(key) ? undefined : value)))
}

const AT = { desde: 0, hasta: 0 }
const text = fc.string({ unit: 'grapheme', maxLength: 8 })
const name = fc.constantFrom('n1', 'año', '_x', 'y', 'O', 'elemento', 'toString')
const property = fc.constantFrom('filas', 'first_name', 'no', 'y', 'Verdadero', 'nulo', 'dirección')

export const someAst: fc.Arbitrary<Ast> = fc.letrec<{ node: Ast; base: Ast }>((tie) => {
  const node = tie('node')
  return {
    /** What a path may begin with. */
    base: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      name.map((nombre): Ast => ({ ...AT, clase: 'referencia', nombre })),
      fc
        .tuple(tie('base'), property)
        .map(([objeto, nombre]): Ast => ({ ...AT, clase: 'propiedad', objeto, nombre })),
      fc.tuple(tie('base'), node).map(([objeto, clave]): Ast => ({ ...AT, clase: 'indice', objeto, clave })),
    ),
    node: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(
        fc.nat(99_999).map((digits): Ast => ({ ...AT, clase: 'numero', valor: digits / 100 })),
        fc
          .oneof(text, fc.boolean(), fc.constant(null))
          .map((valor): Ast => ({ ...AT, clase: 'literal', valor })),
      ),
      tie('base'),
      node.map((valor): Ast => ({ ...AT, clase: 'negativo', valor })),
      node.map((valor): Ast => ({ ...AT, clase: 'no', valor })),
      fc.tuple(fc.constantFrom(...OPERATORS), node, node).map(
        ([operador, izquierda, derecha]): Ast => ({
          ...AT,
          clase: 'binario',
          operador,
          signo: 0,
          izquierda,
          derecha,
        }),
      ),
      fc.array(node, { maxLength: 3 }).map((elementos): Ast => ({ ...AT, clase: 'lista', elementos })),
      fc
        .array(fc.record({ nombre: text, valor: node }), { maxLength: 3 })
        .map((pares): Ast => ({ ...AT, clase: 'objeto', pares })),
      fc
        .tuple(fc.constantFrom('SUMA', 'Y', 'si', 'MAYÚSCULAS'), fc.array(node, { maxLength: 3 }))
        .map(([nombre, argumentos]): Ast => ({ ...AT, clase: 'llamada', nombre, argumentos })),
    ),
  }
}).node
