import type { Limits } from '@div/contract'
import type { Origen } from '@div/engine'
import { type Ast, normalizeName, parseExpresion } from '@div/formula'

/** A value of which each part is said apart. */
export type Estructura =
  | { clase: 'objeto'; campos: readonly { nombre: string; origen: Origen }[] }
  /** One for each element of another list, which is `elemento` in it. */
  | { clase: 'cada'; lista: Origen; elemento: Origen }
  | { clase: 'lista'; elementos: readonly Origen[] }

/** As the grammar of formulas has it: any other one stands in quotes. */
const PLAIN_NAME = /^[A-Za-z_\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f]*$/
const NULO = 'NULO'
const NINGUNO = '[]'

/** The formula that says the same; parts that nobody has given a value yet are left out, or null. */
export function estructuraToFormula(estructura: Estructura): string {
  switch (estructura.clase) {
    case 'objeto': {
      const pairs = estructura.campos.flatMap(({ nombre, origen }) => {
        const text = origenToFormula(origen)
        return text === null ? [] : `${PLAIN_NAME.test(nombre) ? nombre : quote(nombre)}: ${text}`
      })
      return pairs.length === 0 ? '{}' : `{ ${pairs.join('; ')} }`
    }
    case 'cada': {
      const { lista, elemento } = estructura
      return `MAPEAR(${origenToFormula(lista) ?? NINGUNO}; ${origenToFormula(elemento) ?? NULO})`
    }
    case 'lista':
      return `[${estructura.elementos.map((each) => origenToFormula(each) ?? NULO).join('; ')}]`
  }
}

/** Null: nothing is said yet. */
function origenToFormula({ expresion, valorAsignado, valor }: Origen): string | null {
  if (expresion !== undefined) return expresion.trim() === '' ? null : expresion.trim()
  if (valorAsignado) {
    const { nodo, ruta } = valorAsignado
    return ruta === '' || ruta.startsWith('[') ? `${nodo}${ruta}` : `${nodo}.${ruta}`
  }
  return valor === undefined ? null : valorToFormula(valor)
}

/** A value of JSON as a formula writes it. */
export function valorToFormula(valor: unknown): string {
  if (typeof valor === 'string') return quote(valor)
  if (typeof valor === 'boolean') return valor ? 'VERDADERO' : 'FALSO'
  if (typeof valor === 'number') return String(valor)
  if (Array.isArray(valor)) return `[${valor.map(valorToFormula).join('; ')}]`
  if (typeof valor !== 'object' || valor === null) return NULO
  const pairs = Object.entries(valor).map(([nombre, each]) => `${quote(nombre)}: ${valorToFormula(each)}`)
  return `{${pairs.join('; ')}}`
}

const quote = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`

/** What a formula says part by part; null of one that says something else. */
export function formulaToEstructura(expresion: string, limits: Limits): Estructura | null {
  const parsed = parseExpresion(expresion, limits)
  return parsed.ok ? estructuraOf(parsed.ast, expresion) : null
}

function estructuraOf(ast: Ast, text: string): Estructura | null {
  switch (ast.clase) {
    case 'objeto': {
      const names = new Set(ast.pares.map(({ nombre }) => nombre))
      if (names.size < ast.pares.length) return null
      return {
        clase: 'objeto',
        campos: ast.pares.map(({ nombre, valor }) => ({ nombre, origen: origenOf(valor, text) })),
      }
    }
    case 'lista':
      return { clase: 'lista', elementos: ast.elementos.map((each) => unsaidWhere(isNulo, each, text)) }
    case 'llamada': {
      const [lista, elemento, ...others] = ast.argumentos
      if (normalizeName(ast.nombre) !== 'MAPEAR' || !lista || !elemento || others.length > 0) return null
      return {
        clase: 'cada',
        lista: unsaidWhere(isNinguno, lista, text),
        elemento: unsaidWhere(isNulo, elemento, text),
      }
    }
    default:
      return null
  }
}

const isNulo = (ast: Ast) => ast.clase === 'literal' && ast.valor === null
const isNinguno = (ast: Ast) => ast.clase === 'lista' && ast.elementos.length === 0

const unsaidWhere = (isUnsaid: (ast: Ast) => boolean, ast: Ast, text: string): Origen =>
  isUnsaid(ast) ? {} : origenOf(ast, text)

function origenOf(ast: Ast, text: string): Origen {
  if (ast.clase === 'literal') return { valor: ast.valor }
  if (ast.clase === 'numero' && typeof ast.valor === 'number') return { valor: ast.valor }
  if (ast.clase === 'negativo' && ast.valor.clase === 'numero' && typeof ast.valor.valor === 'number')
    return { valor: -ast.valor.valor }
  return { expresion: text.slice(ast.desde, ast.hasta) }
}
