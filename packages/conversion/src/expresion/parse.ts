import { readTokens, type Token } from './tokens.ts'

/** An expression of JavaScript as a tree. */
export type Expresion =
  | { clase: 'literal'; valor: string | number | boolean | null }
  | { clase: 'nombre'; nombre: string }
  | { clase: 'miembro'; de: Expresion; nombre: string }
  | { clase: 'indice'; de: Expresion; indice: Expresion }
  | { clase: 'llamada'; a: Expresion; con: readonly Expresion[]; isNew: boolean }
  | { clase: 'unario'; signo: string; de: Expresion }
  | { clase: 'binario'; signo: string; izquierda: Expresion; derecha: Expresion }
  | { clase: 'condicional'; si: Expresion; entonces: Expresion; sino: Expresion }
  | { clase: 'plantilla'; partes: readonly Expresion[] }
  | { clase: 'lista'; elementos: readonly Expresion[] }
  | { clase: 'objeto'; campos: readonly { nombre: string; valor: Expresion }[] }
  | { clase: 'funcion'; parametro: string; cuerpo: Expresion }

/** How tightly a sign between two values binds. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['??', 1],
  ['&&', 2],
  ['==', 3],
  ['===', 3],
  ['!=', 3],
  ['!==', 3],
  ['<', 4],
  ['<=', 4],
  ['>', 4],
  ['>=', 4],
  ['+', 5],
  ['-', 5],
  ['*', 6],
  ['/', 6],
  ['%', 6],
])
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
])
const NOTHING: Expresion = { clase: 'literal', valor: null }
/** Our formulas are not deeper either. */
const MAX_DEPTH = 48

/** Null: it is no single expression, or of a kind that has no formula. */
export function parseExpresion(text: string): Expresion | null {
  const tokens = readTokens(text)
  return tokens === null || tokens.length === 0 ? null : new Parser(tokens).parse()
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0
  #hasFailed = false

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Expresion | null {
    const tree = this.#expression()
    return this.#hasFailed || this.#at < this.#tokens.length ? null : tree
  }

  #expression(): Expresion {
    if (++this.#depth > MAX_DEPTH) return this.#fail()
    const tree = this.#conditional()
    this.#depth--
    return tree
  }

  #conditional(): Expresion {
    const si = this.#binary(1)
    if (!this.#takes('?')) return si
    const entonces = this.#expression()
    this.#expect(':')
    return { clase: 'condicional', si, entonces, sino: this.#expression() }
  }

  #binary(least: number): Expresion {
    let left = this.#unary()
    for (;;) {
      const signo = this.#sign()
      const binds = signo === null ? undefined : PRECEDENCE.get(signo)
      if (signo === null || binds === undefined || binds < least) return left
      this.#at++
      left = { clase: 'binario', signo, izquierda: left, derecha: this.#binary(binds + 1) }
    }
  }

  #unary(): Expresion {
    const signo = this.#sign()
    if (signo !== '!' && signo !== '-' && signo !== '+') return this.#access(this.#primary())
    this.#at++
    if (++this.#depth > MAX_DEPTH) return this.#fail()
    const de = this.#unary()
    this.#depth--
    return { clase: 'unario', signo, de }
  }

  #access(of: Expresion): Expresion {
    let tree = of
    for (;;) {
      if (this.#takes('.') || this.#takes('?.')) {
        if (this.#sign() === '[' || this.#sign() === '(') continue
        tree = { clase: 'miembro', de: tree, nombre: this.#name() }
      } else if (this.#takes('[')) {
        const indice = this.#expression()
        this.#expect(']')
        const isName = indice.clase === 'literal' && typeof indice.valor === 'string'
        tree = isName
          ? { clase: 'miembro', de: tree, nombre: String(indice.valor) }
          : { clase: 'indice', de: tree, indice }
      } else if (this.#takes('(')) {
        tree = { clase: 'llamada', a: tree, con: this.#list(')'), isNew: false }
      } else return tree
      if (this.#hasFailed) return NOTHING
    }
  }

  #primary(): Expresion {
    const token = this.#tokens[this.#at++]
    switch (token?.clase) {
      case 'numero':
      case 'texto':
        return { clase: 'literal', valor: token.valor }
      case 'plantilla':
        return { clase: 'plantilla', partes: token.partes.map((parte) => this.#part(parte)) }
      case 'nombre':
        return this.#word(token.valor)
      case 'signo':
        return this.#bracket(token.valor)
      default:
        return this.#fail()
    }
  }

  #part(parte: string | { expresion: string }): Expresion {
    if (typeof parte === 'string') return { clase: 'literal', valor: parte }
    return parseExpresion(parte.expresion) ?? this.#fail()
  }

  #word(nombre: string): Expresion {
    if (nombre === 'new') {
      const made = this.#access(this.#primary())
      return made.clase === 'llamada' ? { ...made, isNew: true } : this.#chainOfNew(made)
    }
    if (this.#takes('=>')) return { clase: 'funcion', parametro: nombre, cuerpo: this.#expression() }
    const valor = WORDS.get(nombre)
    return valor === undefined ? { clase: 'nombre', nombre } : { clase: 'literal', valor }
  }

  /** `new Date().getTime()` was read as what is called on `Date()`. */
  #chainOfNew(made: Expresion): Expresion {
    return made.clase === 'nombre' ? { clase: 'llamada', a: made, con: [], isNew: true } : this.#fail()
  }

  #bracket(signo: string): Expresion {
    if (signo === '[') return { clase: 'lista', elementos: this.#list(']') }
    if (signo === '{') return { clase: 'objeto', campos: this.#fields() }
    if (signo !== '(') return this.#fail()
    const [name, close, arrow] = this.#tokens.slice(this.#at, this.#at + 3)
    if (name?.clase === 'nombre' && isSign(close, ')') && isSign(arrow, '=>')) {
      this.#at += 3
      return { clase: 'funcion', parametro: name.valor, cuerpo: this.#expression() }
    }
    const inner = this.#expression()
    this.#expect(')')
    return inner
  }

  #list(close: string): Expresion[] {
    const items: Expresion[] = []
    while (!this.#takes(close) && !this.#hasFailed) {
      items.push(this.#expression())
      if (this.#sign() !== close) this.#expect(',')
    }
    return items
  }

  #fields(): { nombre: string; valor: Expresion }[] {
    const campos: { nombre: string; valor: Expresion }[] = []
    while (!this.#takes('}') && !this.#hasFailed) {
      const nombre = this.#name()
      const valor: Expresion = this.#takes(':') ? this.#expression() : { clase: 'nombre', nombre }
      campos.push({ nombre, valor })
      if (this.#sign() !== '}') this.#expect(',')
    }
    return campos
  }

  #name(): string {
    const token = this.#tokens[this.#at++]
    if (token?.clase === 'nombre' || token?.clase === 'texto') return token.valor
    this.#fail()
    return ''
  }

  #sign(): string | null {
    const token = this.#tokens[this.#at]
    return token?.clase === 'signo' ? token.valor : null
  }

  #takes(signo: string): boolean {
    if (this.#sign() !== signo) return false
    this.#at++
    return true
  }

  #expect(signo: string): void {
    if (!this.#takes(signo)) this.#fail()
  }

  #fail(): Expresion {
    this.#hasFailed = true
    return NOTHING
  }
}

function isSign(token: Token | undefined, valor: string): boolean {
  return token?.clase === 'signo' && token.valor === valor
}
