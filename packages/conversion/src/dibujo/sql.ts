import { unirPartes } from '../expresion/escribir.ts'
import type { Formula } from '../expresion/formula.ts'
import { type Origen, origenOf } from './dibujo.ts'

/** A computed part of a statement, and the name that its parameter would like to have. */
export interface Hueco {
  formula: Formula
  nombre: string
}

type Campos = (readonly [string, Origen])[]

/**
 * A statement whose computed parts are bound: each is a parameter, and one within a quoted text makes the whole text one. Null where some of it
 * cannot be a value: a name, an order, a comment, or the statement itself.
 */
export function escribirSql(partes: readonly (string | Hueco)[], campos: Campos): string | null {
  const lector = new Lector(campos)
  for (const [index, parte] of partes.entries()) {
    const next = partes[index + 1]
    if (typeof parte === 'string') lector.leer(parte)
    else lector.poner(parte, typeof next === 'string' ? next : '')
  }
  return lector.cerrar()
}

const TOKEN = /''|['"`;(]|--|\/\*|\*\/|\n|\w+|[=<>+]|[\s\S]/g
/** Behind these stands what has a name. */
const NOMBRES = new Set(['from', 'into', 'update', 'join', 'table'])
/** Behind these stands a value. */
const VALORES = new Set(
  'where on set values select limit offset fetch for having returning using when then else and or in like between union'.split(
    ' ',
  ),
)
const CIERRES: Readonly<Record<string, string>> = { '"': '"', '`': '`', '--': '\n', '/*': '*/' }
const TOUCHES = /[\w.$]$/
const IS_TOUCHED = /^[\w.$]/

class Lector {
  readonly #campos: Campos
  readonly #escrito: string[] = []
  /** Of the quoted text that is open, its pieces. */
  #texto: (string | Hueco)[] | null = null
  /** What ends the quoted name or the comment that is open. */
  #cierre: string | null = null
  #lugar: 'inicio' | 'nombre' | 'orden' | 'valor' = 'inicio'
  #antes = ''
  #hasFailed = false

  constructor(campos: Campos) {
    this.#campos = campos
  }

  leer(text: string): void {
    for (const [token] of text.matchAll(TOKEN)) {
      if (this.#texto !== null) this.#leerTexto(token, this.#texto)
      else {
        if (token === "'" && this.#cierre === null) this.#texto = []
        else this.#escrito.push(token)
        this.#situar(token)
      }
      this.#antes = token
    }
  }

  poner(hueco: Hueco, despues: string): void {
    if (this.#texto !== null) {
      this.#texto.push(hueco)
      return
    }
    const isPartOfName = TOUCHES.test(this.#antes) || IS_TOUCHED.test(despues)
    if (this.#cierre !== null || this.#lugar !== 'valor' || isPartOfName) this.#hasFailed = true
    this.#escrito.push(this.#enlazar(hueco))
    this.#antes = hueco.nombre
  }

  cerrar(): string | null {
    const isWhole = this.#texto === null && !this.#hasFailed
    return isWhole ? this.#escrito.join('') : null
  }

  #leerTexto(token: string, texto: (string | Hueco)[]): void {
    if (token !== "'") {
      const written = token === "''" ? "'" : token
      const last = texto.at(-1)
      if (typeof last === 'string') texto[texto.length - 1] = last + written
      else texto.push(written)
      return
    }
    this.#texto = null
    const first = texto.find((parte) => typeof parte === 'object')
    if (first === undefined) this.#escrito.push(`'${texto.join('').replaceAll("'", "''")}'`)
    else if (texto.length === 1) this.#escrito.push(this.#enlazar(first))
    else {
      const formula = unirPartes(texto.map((parte) => (typeof parte === 'string' ? parte : parte.formula)))
      if (formula === null) this.#hasFailed = true
      else this.#escrito.push(this.#enlazar({ formula, nombre: first.nombre }))
    }
  }

  #situar(token: string): void {
    const word = token.toLowerCase()
    if (this.#cierre !== null) {
      if (token === this.#cierre) this.#cierre = null
    } else if (Object.hasOwn(CIERRES, token)) this.#cierre = CIERRES[token] ?? null
    else if (token === ';') this.#lugar = 'inicio'
    else if (NOMBRES.has(word)) this.#lugar = 'nombre'
    else if (word === 'by') this.#lugar = 'orden'
    else if (VALORES.has(word)) this.#lugar = 'valor'
    else if (this.#lugar !== 'orden' && /^[(=<>+]$/.test(token)) this.#lugar = 'valor'
    else if (this.#lugar === 'inicio' && /^\w/.test(token)) this.#lugar = 'valor'
  }

  #enlazar({ formula, nombre: wanted }: Hueco): string {
    const taken = new Set(this.#campos.map(([nombre]) => nombre))
    let nombre = wanted
    for (let number = 2; taken.has(nombre); number++) nombre = `${wanted}${number}`
    this.#campos.push([nombre, origenOf(formula)])
    return `:${nombre}`
  }
}
