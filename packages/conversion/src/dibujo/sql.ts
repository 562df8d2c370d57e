import type { Formula } from '../expresion/formula.ts'
import { joinPartes } from '../expresion/write-expresion.ts'
import { type Origen, origenOf } from './dibujo.ts'
import { LugarEnSql } from './lugar-sql.ts'

/** A computed part of a statement, and the name that its parameter would like to have. */
export interface Hueco {
  formula: Formula
  nombre: string
}

type Campos = (readonly [string, Origen])[]

/** A statement in which only values are computed. */
interface Sentencia {
  sql: string
  /** What some of them may have been other than values, in sentences. */
  dudas: readonly string[]
}

/**
 * A statement whose computed parts are bound: each is a parameter, and one within a quoted text makes the whole text one. Null where some of it
 * cannot be a value: a name, a condition, a list of columns, an order, a comment, or the statement itself.
 */
export function writeSql(partes: readonly (string | Hueco)[], campos: Campos): Sentencia | null {
  const lector = new Lector(campos)
  for (const [index, parte] of partes.entries()) {
    const next = partes[index + 1]
    if (typeof parte === 'string') lector.read(parte)
    else lector.put(parte, typeof next === 'string' ? next : '')
  }
  return lector.close()
}

const TOKEN = /''|['"`;(]|--|\/\*|\*\/|\n|\w+|[\s\S]/g
const CIERRES: Readonly<Record<string, string>> = { '"': '"', '`': '`', '--': '\n', '/*': '*/' }
const TOUCHES = /[\w.$]$/
const IS_TOUCHED = /^[\w.$]/
/** Behind these a quoted text is part of the statement: no parameter may stand there. */
const LITERALES = new Set(['date', 'time', 'timestamp', 'timestamptz', 'interval', 'as'])

class Lector {
  readonly #campos: Campos
  readonly #escrito: string[] = []
  readonly #lugar = new LugarEnSql()
  readonly #dudas = new Set<string>()
  /** Of the quoted text that is open, its pieces. */
  #texto: (string | Hueco)[] | null = null
  /** The quoted text is more than its value: `date '…'`, `N'…'`. */
  #isLiteral = false
  /** What ends the quoted name or the comment that is open. */
  #cierre: string | null = null
  #antes = ''
  #hasFailed = false

  constructor(campos: Campos) {
    this.#campos = campos
  }

  read(text: string): void {
    for (const [token] of text.matchAll(TOKEN)) {
      if (this.#texto !== null) this.#readTexto(token, this.#texto)
      else if (token === "'" && this.#cierre === null) {
        this.#texto = []
        this.#isLiteral = TOUCHES.test(this.#antes) || LITERALES.has(this.#lugar.previo)
      } else {
        this.#escrito.push(token)
        this.#place(token)
      }
      this.#antes = token
    }
  }

  put(hueco: Hueco, despues: string): void {
    if (this.#texto !== null) {
      this.#texto.push(hueco)
      return
    }
    const juicio = this.#lugar.juzgar(hueco.nombre, despues)
    const isPartOfName = TOUCHES.test(this.#antes) || IS_TOUCHED.test(despues)
    if (this.#cierre !== null || juicio === null || isPartOfName) this.#hasFailed = true
    else if (juicio.duda !== null) this.#dudas.add(juicio.duda)
    this.#escrito.push(this.#link(hueco))
    this.#lugar.saltar('')
    this.#antes = hueco.nombre
  }

  close(): Sentencia | null {
    if (this.#texto !== null || this.#hasFailed) return null
    return { sql: this.#escrito.join(''), dudas: [...this.#dudas] }
  }

  #readTexto(token: string, texto: (string | Hueco)[]): void {
    if (token !== "'") {
      const written = token === "''" ? "'" : token
      const last = texto.at(-1)
      if (typeof last === 'string') texto[texto.length - 1] = last + written
      else texto.push(written)
      return
    }
    this.#texto = null
    this.#lugar.saltar('')
    const first = texto.find((parte) => typeof parte === 'object')
    if (first !== undefined && this.#isLiteral) this.#hasFailed = true
    if (first === undefined) this.#escrito.push(`'${texto.join('').replaceAll("'", "''")}'`)
    else if (texto.length === 1) this.#escrito.push(this.#link(first))
    else {
      const formula = joinPartes(texto.map((parte) => (typeof parte === 'string' ? parte : parte.formula)))
      if (formula === null) this.#hasFailed = true
      else this.#escrito.push(this.#link({ formula, nombre: first.nombre }))
    }
  }

  #place(token: string): void {
    if (this.#cierre !== null) {
      if (token !== this.#cierre) return
      const isName = token === '"' || token === '`'
      this.#cierre = null
      if (isName) this.#lugar.saltar('nombre')
    } else if (Object.hasOwn(CIERRES, token)) this.#cierre = CIERRES[token] ?? null
    else if (token.trim() !== '') this.#lugar.read(token)
  }

  #link({ formula, nombre: wanted }: Hueco): string {
    const taken = new Set(this.#campos.map(([nombre]) => nombre))
    let nombre = wanted
    for (let number = 2; taken.has(nombre); number++) nombre = `${wanted}${number}`
    this.#campos.push([nombre, origenOf(formula)])
    return `:${nombre}`
  }
}
