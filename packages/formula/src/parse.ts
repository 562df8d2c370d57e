import type { Limits } from '@div/contract'
import type { SyntaxNode } from '@lezer/common'
import type { Ast, BinaryOperator } from './ast.ts'
import type { ErrorDeExpresion } from './expresion.ts'
import { parser } from './parser.generated.ts'

export type ParseResult = { ok: true; ast: Ast } | { ok: false; errores: ErrorDeExpresion[] }

/** Reads a formula's text. Never throws; a text of any kind yields a tree or errors with their positions. */
export function parseExpresion(
  texto: string,
  limits: Pick<Limits, 'caracteresFormula' | 'profundidadFormula'>,
): ParseResult {
  const whole = { desde: 0, hasta: texto.length }
  if (texto.length > limits.caracteresFormula) {
    return {
      ok: false,
      errores: [{ ...whole, mensaje: `La fórmula pasa de ${limits.caracteresFormula} caracteres.` }],
    }
  }
  if (texto.trim() === '') return { ok: false, errores: [{ ...whole, mensaje: 'La fórmula está vacía.' }] }
  const tree = parser.parse(texto)
  const errores: ErrorDeExpresion[] = []
  let depth = 0
  tree.iterate({
    enter({ type, from, to }) {
      depth++
      if (depth === limits.profundidadFormula) {
        errores.push({
          desde: from,
          hasta: to,
          mensaje: `La fórmula tiene más de ${limits.profundidadFormula} niveles.`,
        })
      }
      if (type.isError) errores.push(describeError(texto, from, to))
      // Deeper than the limit nothing is looked at.
      return depth < limits.profundidadFormula
    },
    leave() {
      depth--
    },
  })
  if (errores.length > 0) return { ok: false, errores: dedupe(errores) }
  const root = tree.topNode.firstChild
  return root
    ? { ok: true, ast: build(root, texto) }
    : { ok: false, errores: [{ ...whole, mensaje: 'La fórmula está vacía.' }] }
}

function describeError(texto: string, desde: number, hasta: number): ErrorDeExpresion {
  const found = texto.slice(desde, Math.max(hasta, desde + 1)).trim()
  if (found === '')
    return { desde, hasta, mensaje: 'Falta algo aquí: un valor, un operador o un paréntesis.' }
  if (found.startsWith('"'))
    return { desde, hasta, mensaje: 'El texto no termina: faltan las comillas de cierre.' }
  return { desde, hasta, mensaje: `No se esperaba «${found.slice(0, 30)}».` }
}

function dedupe(errores: readonly ErrorDeExpresion[]): ErrorDeExpresion[] {
  return errores.filter(({ desde }, index) => errores.findIndex((other) => other.desde === desde) === index)
}

function build(node: SyntaxNode, texto: string): Ast {
  const place = { desde: node.from, hasta: node.to }
  const text = () => texto.slice(node.from, node.to)
  switch (node.name) {
    case 'Number':
      return { ...place, clase: 'literal', valor: Number(text()) }
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
    operador: OPERATORS[operator.name] ?? '=',
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
      escaped === undefined ? '"' : (ESCAPES[escaped] ?? escaped),
    )
}
