import type { Limits } from '@div/contract'
import { lookUp } from '@div/contract'
import type { SyntaxNode, Tree } from '@lezer/common'
import type { Ast, BinaryOperator } from './ast.ts'
import type { ErrorDeExpresion } from './expresion.ts'
import { parser } from './parser.generated.ts'
import { readDecimal } from './values.ts'

export type ParseResult = { ok: true; ast: Ast } | { ok: false; errores: ErrorDeExpresion[] }
type ParseLimits = Pick<Limits, 'caracteresFormula' | 'profundidadFormula'>

/** After some errors the rest is guesswork. */
const MAX_ERRORS = 10
/** `a & b & c …` has one level however many parts it has; still, each is one closure inside another. */
const CHAIN_LINKS_PER_LEVEL = 8

/** Reads a formula's text. Never throws; a text of any kind yields a tree or errors with their positions. */
export function parseExpresion(texto: string, limits: ParseLimits): ParseResult {
  const whole = { desde: 0, hasta: texto.length }
  if (texto.length > limits.caracteresFormula) {
    return refuse({ ...whole, mensaje: `La fórmula pasa de ${limits.caracteresFormula} caracteres.` })
  }
  if (texto.trim() === '') return refuse({ ...whole, mensaje: 'La fórmula está vacía.' })
  // Told here, because to the parser everything after the quote is an error.
  const unclosed = findUnclosedText(texto)
  if (unclosed !== null) {
    return refuse({
      ...whole,
      desde: unclosed,
      mensaje: 'El texto no termina: faltan las comillas de cierre.',
    })
  }
  const tree = parser.parse(texto)
  const errores = findErrors(tree, texto, limits)
  const root = tree.topNode.firstChild
  if (errores.length > 0 || !root) return { ok: false, errores }
  return { ok: true, ast: build(root, texto) }
}

function refuse(error: ErrorDeExpresion): ParseResult {
  return { ok: false, errores: [error] }
}

/** Where a text begins that no quote ends. */
function findUnclosedText(texto: string): number | null {
  let start: number | null = null
  for (let index = 0; index < texto.length; index++) {
    const character = texto[index]
    if (character === '"') start = start === null ? index : null
    else if (character === '\\' && start !== null) index++
  }
  return start
}

function findErrors(tree: Tree, texto: string, limits: ParseLimits): ErrorDeExpresion[] {
  const errores: ErrorDeExpresion[] = []
  const add = (error: ErrorDeExpresion) => {
    if (errores.every(({ desde }) => desde !== error.desde)) errores.push(error)
  }
  /** The nodes around the one that is entered. */
  const around: { name: string; from: number }[] = []
  let links = 0
  let tooDeep: ErrorDeExpresion | null = null
  tree.iterate({
    enter({ name, type, from, to }) {
      if (tooDeep || errores.length >= MAX_ERRORS) return false
      const outer = around.at(-1)
      if (name === 'Binary' && outer?.name === 'Binary' && outer.from === from) links++
      around.push({ name, from })
      const levels = around.length - links + Math.floor(links / CHAIN_LINKS_PER_LEVEL)
      if (levels > limits.profundidadFormula) {
        const mensaje = `La fórmula tiene más de ${limits.profundidadFormula} niveles.`
        tooDeep = { desde: from, hasta: to, mensaje }
      }
      if (type.isError) add(describeError(texto, from, to))
      if (name === 'Number' && !Number.isFinite(Number(texto.slice(from, to)))) {
        add({ desde: from, hasta: to, mensaje: 'El número es demasiado grande.' })
      }
      return true
    },
    leave({ name, from }) {
      around.pop()
      const outer = around.at(-1)
      if (name === 'Binary' && outer?.name === 'Binary' && outer.from === from) links--
    },
  })
  return tooDeep ? [tooDeep] : errores
}

/** What people bring along from spreadsheets and other languages. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^,\d/, 'Los decimales se escriben con punto.'],
  [/^['‘’“”«»`]/, 'Los textos van entre comillas rectas: "texto".'],
  [/^\^/, 'Para elevar use POTENCIA.'],
  [/^(?:&&|&)/, 'Para «y» escriba Y.'],
  [/^\|/, 'Para «o» escriba O.'],
  [/^!/, 'Para negar escriba NO.'],
]

function describeError(texto: string, desde: number, hasta: number): ErrorDeExpresion {
  const found = texto.slice(desde, Math.max(hasta, desde + 1)).trim()
  if (found === '')
    return { desde, hasta, mensaje: 'Falta algo aquí: un valor, un operador o un paréntesis.' }
  const hint = HINTS.find(([pattern]) => pattern.test(found))
  const mensaje = `No se esperaba «${found.slice(0, 30)}».`
  return { desde, hasta, mensaje: hint ? `${mensaje} ${hint[1]}` : mensaje }
}

function build(node: SyntaxNode, texto: string): Ast {
  const place = { desde: node.from, hasta: node.to }
  const text = () => texto.slice(node.from, node.to)
  switch (node.name) {
    case 'Number':
      return { ...place, clase: 'numero', valor: readDecimal(text()) }
    case 'Text':
      return { ...place, clase: 'literal', valor: unquote(text()) }
    case 'True':
      return { ...place, clase: 'literal', valor: true }
    case 'False':
      return { ...place, clase: 'literal', valor: false }
    case 'Reference':
      return { ...place, clase: 'referencia', nombre: text() }
    case 'Group':
      return build(values(node)[0] ?? node, texto)
    case 'Member': {
      const [objeto = node, nombre = node] = values(node)
      return {
        ...place,
        clase: 'propiedad',
        objeto: build(objeto, texto),
        nombre: texto.slice(nombre.from, nombre.to),
      }
    }
    case 'Index': {
      const [objeto = node, clave = node] = values(node)
      return { ...place, clase: 'indice', objeto: build(objeto, texto), clave: build(clave, texto) }
    }
    case 'List':
      return { ...place, clase: 'lista', elementos: values(node).map((each) => build(each, texto)) }
    case 'Object':
      return { ...place, clase: 'objeto', pares: values(node).map((pair) => buildPair(pair, texto)) }
    case 'Unary':
      return { ...place, clase: 'negativo', valor: build(node.lastChild ?? node, texto) }
    case 'Not':
      return { ...place, clase: 'no', valor: build(node.lastChild ?? node, texto) }
    case 'Binary':
      return buildBinary(node, texto)
    case 'Call': {
      const [name, ...argumentos] = values(node)
      return {
        ...place,
        clase: 'llamada',
        nombre: name ? texto.slice(name.from, name.to) : '',
        argumentos: argumentos.map((each) => build(each, texto)),
      }
    }
    default:
      return { ...place, clase: 'literal', valor: null }
  }
}

const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', '.', ':'])

function values(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!PUNCTUATION.has(child.name)) found.push(child)
  return found
}

function buildPair(pair: SyntaxNode, texto: string): { nombre: string; valor: Ast } {
  const [key = pair, valor = pair] = values(pair)
  const text = texto.slice(key.from, key.to)
  return { nombre: key.name === 'Text' ? unquote(text) : text, valor: build(valor, texto) }
}

const OPERATORS: Readonly<Record<string, BinaryOperator>> = {
  Plus: '+',
  Minus: '-',
  Times: '*',
  Divide: '/',
  Modulo: '%',
  Join: '&',
  Equal: '=',
  NotEqual: '<>',
  Less: '<',
  LessEqual: '<=',
  Greater: '>',
  GreaterEqual: '>=',
  And: 'Y',
  Or: 'O',
}

function buildBinary(node: SyntaxNode, texto: string): Ast {
  const [izquierda = node, operator = node, derecha = node] = values(node)
  return {
    desde: node.from,
    hasta: node.to,
    clase: 'binario',
    operador: lookUp(OPERATORS, operator.name) ?? '=',
    signo: operator.from,
    izquierda: build(izquierda, texto),
    derecha: build(derecha, texto),
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** `""` and `\"` are a quote; `\n`, `\r`, `\t` as in JSON. */
function unquote(text: string): string {
  return text
    .slice(1, -1)
    .replace(/""|\\([\s\S])/g, (_, escaped: string | undefined) =>
      escaped === undefined ? '"' : (lookUp(ESCAPES, escaped) ?? escaped),
    )
}
