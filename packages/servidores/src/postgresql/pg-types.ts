import { Binario, decimalOf, Fecha, type Limits, readExactJson, type TipoDato } from '@div/contract'
import { parseInstant, type Zona } from '../sql/local-time.ts'
import { parseArray } from './array-literal.ts'

/** From the text form of a value; null never arrives here. */
export type Parser = (text: string) => unknown

/** What kind of type an OID is, as far as values go. */
export type Clase =
  | 'booleano'
  | 'entero'
  | 'enteroLargo'
  | 'real'
  | 'decimal'
  | 'fecha'
  | 'instante'
  | 'horaLocal'
  | 'json'
  | 'binario'
  | 'texto'

export interface TipoPg {
  clase: Clase
  /** Its values are arrays of the class. */
  isArray: boolean
}

/** OID, OID of its array type and class of the common types (pg_type.dat); every other type is text. */
const BUILT_IN: readonly (readonly [number, number, Clase])[] = [
  [16, 1000, 'booleano'],
  [17, 1001, 'binario'],
  [20, 1016, 'enteroLargo'],
  [21, 1005, 'entero'],
  [23, 1007, 'entero'],
  [26, 1028, 'entero'],
  [700, 1021, 'real'],
  [701, 1022, 'real'],
  [1700, 1231, 'decimal'],
  [1082, 1182, 'fecha'],
  [1114, 1115, 'horaLocal'],
  [1184, 1185, 'instante'],
  [114, 199, 'json'],
  [3802, 3807, 'json'],
  [25, 1009, 'texto'],
  [1043, 1015, 'texto'],
  [1042, 1014, 'texto'],
  [19, 1003, 'texto'],
  [2950, 2951, 'texto'],
  [1186, 1187, 'texto'],
  [1083, 1183, 'texto'],
  [1266, 1270, 'texto'],
  [790, 791, 'texto'],
  [869, 1041, 'texto'],
]

const TEXTO: TipoPg = { clase: 'texto', isArray: false }

/** How the values of one connection are read. */
interface LecturaPg {
  zona: Zona
  limits: Pick<Limits, 'profundidad'>
}

/** The types of one connection: the common ones are known, the others are asked for as they are met. */
export class PgTypes {
  readonly #types = new Map<number, TipoPg>()
  readonly #parsers = new Map<string, Parser>()
  readonly #zona: Zona
  readonly #limits: Pick<Limits, 'profundidad'>

  constructor({ zona, limits }: LecturaPg) {
    this.#zona = zona
    this.#limits = limits
    for (const [oid, arrayOid, clase] of BUILT_IN) {
      this.#types.set(oid, { clase, isArray: false })
      this.#types.set(arrayOid, { clase, isArray: true })
    }
  }

  of(oid: number): TipoPg {
    return this.#types.get(oid) ?? TEXTO
  }

  isUnknown(oid: number): boolean {
    return !this.#types.has(oid)
  }

  /** `elemento` is 0 unless it is an array; `base` 0 unless it is a domain. */
  learn({ oid, elemento, base }: { oid: number; elemento: number; base: number }): void {
    if (elemento !== 0) this.#types.set(oid, { clase: this.of(elemento).clase, isArray: true })
    else this.#types.set(oid, base === 0 ? TEXTO : this.of(base))
  }

  parserOf(oid: number): Parser {
    const { clase, isArray } = this.of(oid)
    const key = `${clase}${isArray ? '[]' : ''}`
    const known = this.#parsers.get(key)
    if (known) return known
    const leaf = parserOfClase(clase, { zona: this.#zona, limits: this.#limits })
    const parser: Parser = isArray ? (text) => parseArray(text, leaf) : leaf
    this.#parsers.set(key, parser)
    return parser
  }
}

function parserOfClase(clase: Clase, { zona, limits }: LecturaPg): Parser {
  switch (clase) {
    case 'booleano':
      return (text) => text === 't'
    case 'entero':
      return Number
    case 'enteroLargo':
      return readLong
    case 'real':
      return readReal
    case 'decimal':
      return (text) => (NOT_A_NUMBER.test(text) ? text : decimalOf(text))
    case 'fecha':
      // `infinity` and days before Christ are no Fecha; they stay what the database wrote.
      return (text) => Fecha.parse(text) ?? text
    case 'horaLocal':
    case 'instante':
      return (text) => parseInstant(text, zona) ?? text
    case 'json':
      return (text) => readExactJson(text, limits)
    case 'binario':
      return (text) => new Binario(new Uint8Array(Buffer.from(text.slice(2), 'hex')))
    case 'texto':
      return (text) => text
  }
}

const NOT_A_NUMBER = /^[-+]?[IN]/

function readLong(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

function readReal(text: string): number | string {
  const number = Number(text)
  // No value between nodes is infinite.
  return Number.isFinite(number) ? number : text
}

const TIPOS: Readonly<Record<Clase, TipoDato>> = {
  booleano: 'booleano',
  entero: 'entero',
  enteroLargo: 'entero',
  real: 'decimal',
  decimal: 'decimal',
  fecha: 'fecha',
  instante: 'fechaHora',
  horaLocal: 'fechaHora',
  json: 'cualquiera',
  binario: 'binario',
  texto: 'texto',
}

/** What a type is called in a contract of parameters. */
export function tipoDatoOf({ clase, isArray }: TipoPg): TipoDato {
  return isArray ? 'lista' : TIPOS[clase]
}
