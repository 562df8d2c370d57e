import { lookUp, writeLiteral, writeObjeto, writeTexto } from '@div/contract'
import { readDuracion, writeFormato } from './fechas.ts'
import { cualquiera, type Formula, writeRuta } from './formula.ts'
import { FUNCIONES, METODOS } from './metodos.ts'
import { type Expresion, parseExpresion } from './parse.ts'

/** What follows a name: fields, positions and calls. */
export type Eslabon =
  | { clase: 'campo'; nombre: string }
  | { clase: 'posicion'; indice: Expresion }
  | { clase: 'llamada'; con: readonly Expresion[] }

/** What the names of a tool stand for: a value, and how many of the links after the name it took. */
export type Nombres = (
  nombre: string,
  eslabones: readonly Eslabon[],
) => { valor: Formula; usados: number } | null

/** The formula of an expression; null when some of it has none. */
export function writeExpresion(text: string, nombres: Nombres): Formula | null {
  if (text.length > EXPRESION_MAX) return null
  const tree = parseExpresion(text)
  if (tree === null) return null
  const writer = new Writer(nombres)
  const formula = writer.write(tree)
  return writer.hasFailed ? null : formula
}

const NOTHING = cualquiera('NULO')
/** Characters of what is read, and of a formula while it is made: some write a part several times over. */
const EXPRESION_MAX = 10_000
const FORMULA_MAX = 20_000
/** Of what stands within another: with what a condition adds to it, and what is around it, no more than a formula may have. */
const PROFUNDIDAD_MAX = 40
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['===', '='],
  ['!=', '<>'],
  ['!==', '<>'],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
])

class Writer {
  hasFailed = false
  readonly #nombres: Nombres
  /** Of the function around, whose argument is `elemento`. */
  #parametro: string | null = null
  #depth = 0

  constructor(nombres: Nombres) {
    this.#nombres = nombres
  }

  write(tree: Expresion): Formula {
    if (++this.#depth > PROFUNDIDAD_MAX) return this.#fail()
    const written = this.#write(tree)
    this.#depth--
    return written.formula.length > FORMULA_MAX ? this.#fail() : written
  }

  #write(tree: Expresion): Formula {
    if (this.hasFailed) return NOTHING
    switch (tree.clase) {
      case 'literal':
        return { formula: writeLiteral(tree.valor), tipo: tipoOf(tree.valor) }
      case 'plantilla':
        return { formula: tree.partes.map((parte) => this.#tight(parte)).join(' & '), tipo: 'texto' }
      case 'lista':
        return cualquiera(`[${tree.elementos.map((each) => this.#text(each)).join('; ')}]`)
      case 'objeto':
        return cualquiera(writeObjeto(tree.campos.map(({ nombre, valor }) => [nombre, this.#text(valor)])))
      case 'condicional':
        return cualquiera(
          `SI(${this.#condition(tree.si)}; ${this.#text(tree.entonces)}; ${this.#text(tree.sino)})`,
        )
      case 'unario':
        return this.#unary(tree.signo, tree.de)
      case 'binario': {
        const { signo, izquierda, derecha } = chainToRight(tree)
        return this.#binary(signo, this.write(izquierda), this.write(derecha))
      }
      case 'funcion':
        return this.#fail()
      default:
        return this.#chain(tree)
    }
  }

  #text(tree: Expresion): string {
    return this.write(tree).formula
  }

  /** So that an operator beside it does not take part of it. */
  #tight(tree: Expresion): string {
    return tighten(this.write(tree).formula)
  }

  #condition(tree: Expresion): string {
    return conditionOf(this.write(tree))
  }

  #unary(signo: string, de: Expresion): Formula {
    if (signo === '!') return { formula: `NO (${this.#condition(de)})`, tipo: 'logico' }
    const inner = this.#tight(de)
    return { formula: signo === '-' ? `-${inner}` : `NUMERO(${inner})`, tipo: 'numero' }
  }

  #binary(signo: string, izquierda: Formula, derecha: Formula): Formula {
    const left = tighten(izquierda.formula)
    const right = tighten(derecha.formula)
    const compared = COMPARISONS.get(signo)
    if (compared !== undefined) return { formula: `${left} ${compared} ${right}`, tipo: 'logico' }
    const isLogical = izquierda.tipo === 'logico' && derecha.tipo === 'logico'
    if (signo === '&&') {
      if (isLogical) return { formula: `${left} Y ${right}`, tipo: 'logico' }
      return cualquiera(`SI(${conditionOf(izquierda)}; ${derecha.formula}; ${izquierda.formula})`)
    }
    if (signo === '||') {
      if (isLogical) return { formula: `${left} O ${right}`, tipo: 'logico' }
      return cualquiera(`SI(${conditionOf(izquierda)}; ${izquierda.formula}; ${derecha.formula})`)
    }
    if (signo === '??') return cualquiera(`SI_NULO(${izquierda.formula}; ${derecha.formula})`)
    const joins = signo === '+' && (izquierda.tipo === 'texto' || derecha.tipo === 'texto')
    return joins
      ? { formula: `${left} & ${right}`, tipo: 'texto' }
      : { formula: `${left} ${signo} ${right}`, tipo: 'numero' }
  }

  #chain(tree: Expresion): Formula {
    const eslabones: Eslabon[] = []
    let root = tree
    for (;;) {
      if (root.clase === 'miembro') eslabones.unshift({ clase: 'campo', nombre: root.nombre })
      else if (root.clase === 'indice') eslabones.unshift({ clase: 'posicion', indice: root.indice })
      else if (root.clase === 'llamada') eslabones.unshift({ clase: 'llamada', con: root.con })
      else break
      root = root.clase === 'llamada' ? root.a : root.de
    }
    if (root.clase !== 'nombre') return this.#follow(this.write(root), eslabones)
    const { valor, usados } = this.#root(root.nombre, eslabones)
    return this.#follow(valor, eslabones.slice(usados))
  }

  #root(nombre: string, eslabones: readonly Eslabon[]): { valor: Formula; usados: number } {
    if (nombre === this.#parametro) return { valor: cualquiera('elemento'), usados: 0 }
    const [first, second] = eslabones
    if (first?.clase === 'llamada' && nombre === 'Date') return { valor: this.#date(first.con), usados: 1 }
    if (first?.clase === 'llamada' && lookUp(FUNCIONES, nombre))
      return { valor: this.#apply(lookUp(FUNCIONES, nombre), first.con), usados: 1 }
    if (first?.clase === 'campo' && second?.clase === 'llamada') {
      const funcion = lookUp(FUNCIONES, `${nombre}.${first.nombre}`)
      if (funcion) return { valor: this.#apply(funcion, second.con), usados: 2 }
    }
    return this.#nombres(nombre, eslabones) ?? { valor: this.#fail(), usados: eslabones.length }
  }

  #date(con: readonly Expresion[]): Formula {
    const [of] = con
    return cualquiera(of === undefined ? 'AHORA()' : `FECHAHORA(${this.#text(of)})`)
  }

  #follow(of: Formula, eslabones: readonly Eslabon[]): Formula {
    let value = of
    for (let at = 0; at < eslabones.length; at++) {
      const eslabon = eslabones[at]
      const next = eslabones[at + 1]
      if (eslabon?.clase === 'campo' && next?.clase === 'llamada') {
        value = this.#call(value, eslabon.nombre, next.con)
        at++
      } else if (eslabon?.clase === 'campo') value = member(value, eslabon.nombre)
      else if (eslabon?.clase === 'posicion') value = this.#position(value, eslabon.indice)
      else return this.#fail()
    }
    return value
  }

  #position({ formula }: Formula, indice: Expresion): Formula {
    if (indice.clase === 'literal' && typeof indice.valor === 'number')
      return cualquiera(writeRuta(tighten(formula), [indice.valor]))
    return cualquiera(`${tighten(formula)}[${this.#text(indice)}]`)
  }

  #call(of: Formula, nombre: string, con: readonly Expresion[]): Formula {
    if (nombre === 'plus' || nombre === 'minus') return this.#shift(of, nombre, con)
    if (nombre === 'toFormat' || nombre === 'format') return this.#format(of, con)
    if (nombre === 'slice' || nombre === 'substring') return this.#slice(of, con)
    if (nombre === 'concat' && con.length === 1)
      return {
        formula: `${tighten(of.formula)} & ${con.map((each) => this.#tight(each)).join(' & ')}`,
        tipo: 'texto',
      }
    return this.#apply(lookUp(METODOS, nombre), con, of)
  }

  #apply(metodo: (typeof METODOS)[string] | undefined, con: readonly Expresion[], of?: Formula): Formula {
    const [least, most] = metodo?.argumentos ?? [1, 0]
    if (metodo === undefined || con.length < least || con.length > most) return this.#fail()
    const given = con.map((each) => {
      if (each.clase !== 'funcion') return this.#text(each)
      const formula = this.#lambda(each)
      return metodo.decide ? conditionOf(formula) : formula.formula
    })
    const [first = '', ...others] = of === undefined ? given : [of.formula, ...given]
    return { formula: metodo.write(first, ...others), tipo: metodo.tipo }
  }

  /** Ours see one `elemento`: a function within a function is not taken. */
  #lambda({ parametro, cuerpo }: Extract<Expresion, { clase: 'funcion' }>): Formula {
    if (this.#parametro !== null) return this.#fail()
    this.#parametro = parametro
    const formula = this.write(cuerpo)
    this.#parametro = null
    return formula
  }

  #shift({ formula }: Formula, nombre: string, con: readonly Expresion[]): Formula {
    const duracion = readDuracion(con)
    if (duracion === null) return this.#fail()
    const cuanto = this.#tight(duracion.cuanto)
    return cualquiera(`${duracion.funcion}(${formula}; ${nombre === 'plus' ? '' : '-'}${cuanto})`)
  }

  #format({ formula }: Formula, con: readonly Expresion[]): Formula {
    const [format] = con
    const written =
      format?.clase === 'literal' && typeof format.valor === 'string' ? writeFormato(format.valor) : null
    if (written === null) return this.#fail()
    return { formula: `FORMATO_FECHA(${formula}; ${written})`, tipo: 'texto' }
  }

  /** Of positions that count from the beginning. */
  #slice({ formula }: Formula, con: readonly Expresion[]): Formula {
    const [from = null, to] = con.map((each) => (each.clase === 'literal' ? each.valor : null))
    if (typeof from !== 'number' || from < 0 || con.length > 2) return this.#fail()
    if (to !== undefined && typeof to !== 'number') return this.#fail()
    const of = `TEXTO(${formula})`
    const cuantos = to === undefined ? `LARGO(${of})` : Math.max(0, to - from)
    return { formula: `EXTRAE(${of}; ${from + 1}; ${cuantos})`, tipo: 'texto' }
  }

  #fail(): Formula {
    this.hasFailed = true
    return NOTHING
  }
}

type Binario = Extract<Expresion, { clase: 'binario' }>

/** `(a || b) || c` as `a || (b || c)`, which is the same: what stands at the left is written several times over. */
function chainToRight(tree: Binario): Binario {
  const { signo } = tree
  let { izquierda, derecha } = tree
  if (signo !== '||' && signo !== '&&') return tree
  while (izquierda.clase === 'binario' && izquierda.signo === signo) {
    derecha = { clase: 'binario', signo, izquierda: izquierda.derecha, derecha }
    izquierda = izquierda.izquierda
  }
  return { clase: 'binario', signo, izquierda, derecha }
}

function member(of: Formula, nombre: string): Formula {
  if (nombre === 'length') {
    if (of.tipo === 'texto') return { formula: `LARGO(${of.formula})`, tipo: 'numero' }
    return {
      formula: `SI(ES_LISTA(${of.formula}); CONTAR(${of.formula}); LARGO(${of.formula}))`,
      tipo: 'numero',
    }
  }
  return cualquiera(writeRuta(tighten(of.formula), [nombre]))
}

/** Whether a value counts as true there: null, 0 and the empty text do not; a text of blanks, "0" and an empty list do. */
export function conditionOf({ formula, tipo }: Formula): string {
  if (tipo === 'logico') return formula
  const isText = `LARGO(${formula}) > 0`
  if (tipo === 'texto') return isText
  const isSomething = `NO (ES_NULO(${formula}) O (${tighten(formula)} = 0))`
  if (tipo === 'numero') return isSomething
  return `SI(ES_LOGICO(${formula}); ${formula}; SI(ES_TEXTO(${formula}); ${isText}; ${isSomething}))`
}

const TIGHT = /^(?:[\w.]+(?:\[\d+\]|\.\w+)*|"(?:[^"\\]|\\.)*")$/
const CALL = /^\w+\(/

/** In parentheses, unless it is one value. */
export function tighten(formula: string): string {
  return TIGHT.test(formula) || (CALL.test(formula) && closesAtEnd(formula)) ? formula : `(${formula})`
}

/** The parenthesis that the call opens is closed by its last character, or by one that only a path follows. */
function closesAtEnd(formula: string): boolean {
  let depth = 0
  let inText = false
  for (let index = 0; index < formula.length; index++) {
    const character = formula[index]
    if (inText && character === '\\') index++
    else if (character === '"') inText = !inText
    else if (!inText && character === '(') depth++
    else if (!inText && character === ')' && --depth === 0)
      return /^(?:\.\w+|\[\d+\])*$/.test(formula.slice(index + 1))
  }
  return false
}

function tipoOf(valor: unknown): Formula['tipo'] {
  if (typeof valor === 'string') return 'texto'
  if (typeof valor === 'number') return 'numero'
  return typeof valor === 'boolean' ? 'logico' : 'cualquiera'
}

/** As it stands in a text there: yes and no are `true` and `false`. */
function asTexto({ formula, tipo }: Formula): string {
  if (tipo === 'texto' || tipo === 'numero') return formula
  return tipo === 'logico'
    ? `A_JSON(${formula})`
    : `SI(ES_LOGICO(${formula}); A_JSON(${formula}); ${formula})`
}

/** Pieces of a text and formulas, one after the other; null when it were too long for a formula. */
export function joinPartes(partes: readonly (string | Formula)[]): Formula | null {
  const largo = partes.reduce(
    (sum, parte) => sum + (typeof parte === 'string' ? parte : parte.formula).length,
    0,
  )
  if (largo > FORMULA_MAX) return null
  const written = partes
    .filter((parte) => parte !== '')
    .map((parte) => (typeof parte === 'string' ? writeTexto(parte) : tighten(asTexto(parte))))
  if (written.length === 0) return { formula: '""', tipo: 'texto' }
  const [only] = partes
  if (written.length === 1 && typeof only === 'object')
    return { formula: `TEXTO(${asTexto(only)})`, tipo: 'texto' }
  return { formula: written.join(' & '), tipo: 'texto' }
}
