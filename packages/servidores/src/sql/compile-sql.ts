import { type AppError, DatosInvalidos, LimiteSuperado, type Limits } from '@div/contract'
import { classifySql } from './classify-sql.ts'
import type { Dialect } from './dialect.ts'
import { SqlSinCerrar, scanSql, type Trozo } from './scan-sql.ts'

/** A statement whose parameters are found and numbered once, at publish. */
export interface Sentencia {
  readonly texto: string
  /** The parameter of each placeholder, in order. */
  readonly nombres: readonly string[]
  /** Its first word, in lower case. */
  readonly verbo: string
  readonly efecto: 'lectura' | 'escritura'
  readonly salida: 'filas' | 'afectadas'
  /** A writing that answers the rows it wrote. */
  readonly devuelve: boolean
  /** See ClaseDeSql. */
  readonly ejecuta?: true
  /** See ClaseDeSql. */
  readonly esPura: boolean
  /** The text around the placeholders, where some are spelled out per call: those that stand alone in `in (…)`. Null when none is. */
  readonly listas: ListasDeSentencia | null
  /** Makes a pattern or a list of one of what is bound; null leaves it as it is. Per placeholder. */
  readonly ajustes: readonly (Ajuste | null)[] | null
  /** Of the rows it wrote, where they come back in parameters after those of `nombres`. */
  readonly devueltas?: Devueltas
}

export interface Devueltas {
  readonly columnas: readonly string[]
  /** What reads these columns, to know what they are. */
  readonly consulta: string
}

export type Ajuste = (value: unknown) => unknown

interface ListasDeSentencia {
  /** One more than there are placeholders. */
  readonly piezas: readonly string[]
  readonly admite: readonly boolean[]
}

/** Finds the `:name` parameters of a statement. Throws DatosInvalidos at `objeto.sql`, naming what is undeclared or not closed. */
export function compileSql(sql: string, dialect: Dialect, parametros: readonly string[]): Sentencia {
  const trozos = scan(sql, dialect)
  const undeclared = trozos.find(({ tipo, texto }) => tipo === 'parametro' && !parametros.includes(texto))
  if (undeclared) {
    throw refuseSql(
      `El parámetro «:${undeclared.texto}» de la sentencia no está entre los parámetros del nodo.`,
    )
  }
  const clase = classifySql(trozos, { isLoose: dialect.looseStatements === true })
  if (clase === null) throw refuseSql('Escriba una sola sentencia: quite lo que sigue al punto y coma.')
  if (!dialect.verbos.has(clase.verbo)) {
    const mensaje = `Aquí no se admiten sentencias ${clase.verbo.toUpperCase() || 'vacías'}.`
    throw refuseSql(mensaje)
  }
  return { ...joinTrozos(trozos, dialect), ...clase }
}

function scan(sql: string, dialect: Dialect): Trozo[] {
  try {
    return scanSql(sql, dialect.lexico)
  } catch (cause) {
    // Only the scanner knows what was left open; any other failure is ours.
    if (!(cause instanceof SqlSinCerrar)) throw cause
    throw refuseSql(`La sentencia no cierra ${cause.que}.`)
  }
}

const OPENS_LIST = /(\bnot\s+)?\bin\s*\(\s*$/i
const CLOSES_LIST = /^\s*\)/

type Joined = Pick<Sentencia, 'texto' | 'nombres' | 'listas' | 'ajustes'>

function joinTrozos(trozos: readonly Trozo[], dialect: Dialect): Joined {
  const nombres: string[] = []
  const ajustes: (Ajuste | null)[] = []
  const places = new Map<string, number>()
  const admite: boolean[] = []
  const piezas: string[] = []
  let piece = ''

  function placeOf(nombre: string, ajuste: Ajuste | null): number {
    const key = `${ajuste ? 'lista' : 'valor'}:${nombre}`
    const known = dialect.reusesPlaceholders ? places.get(key) : undefined
    if (known !== undefined) return known
    const place = nombres.push(nombre)
    ajustes.push(ajuste)
    places.set(key, place)
    return place
  }

  for (const [index, { tipo, texto }] of trozos.entries()) {
    if (tipo !== 'parametro') {
      piece += texto
      continue
    }
    const following = trozos[index + 1]
    const isList = OPENS_LIST.test(piece) && following?.tipo === 'codigo' && CLOSES_LIST.test(following.texto)
    if (dialect.bindsLists) {
      if (isList) piece = piece.replace(OPENS_LIST, spellAny)
      piece += dialect.placeholder(placeOf(texto, isList ? toList : null))
      continue
    }
    placeOf(texto, null)
    admite.push(isList)
    piezas.push(piece)
    piece = ''
  }
  piezas.push(piece)
  return {
    texto: piezas.reduce((before, each, index) => before + dialect.placeholder(index) + each),
    nombres,
    listas: admite.includes(true) || dialect.spellsNulls ? { piezas, admite } : null,
    ajustes: ajustes.some((ajuste) => ajuste !== null) ? ajustes : null,
  }
}

function spellAny(_: string, not: string | undefined): string {
  return not === undefined ? '= any(' : '<> all('
}

function toList(value: unknown): unknown {
  return Array.isArray(value) ? value : [value]
}

/** The values of the placeholders, in order. */
export function bindValues(
  { nombres, ajustes }: Sentencia,
  parametros: Readonly<Record<string, unknown>>,
): unknown[] {
  const values = new Array<unknown>(nombres.length)
  for (let place = 0; place < nombres.length; place++) {
    const value = parametros[nombres[place] ?? ''] ?? null
    const ajuste = ajustes?.[place]
    values[place] = ajuste ? ajuste(value) : value
  }
  return values
}

/** What holds in no row, whatever stands before `in` or `not in`. */
const EMPTY_LIST = 'select null from (select 1 as uno) as nada where 1 = 0'

export interface SentenciaExtendida {
  texto: string
  values: unknown[]
}

type Spelling = Pick<Dialect, 'placeholder' | 'spellsNulls' | 'emptyList'>
const QUESTION_MARKS: Spelling = { placeholder: () => '?' }

/**
 * Spells out the lists of `in (:ids)` where the database cannot bind them. Lists are filled up to a power of two by repeating
 * their last value, so that few different statements have to be prepared. Null: the statement is as it was compiled. Throws LimiteSuperado.
 */
function expandLists(
  sentencia: Sentencia,
  values: readonly unknown[],
  limits: Limits,
  spelling: Spelling = QUESTION_MARKS,
): SentenciaExtendida | null {
  const { listas } = sentencia
  const isSpelled = (value: unknown) => Array.isArray(value) || (spelling.spellsNulls && value === null)
  if (listas === null || !values.some(isSpelled)) return null
  const { piezas, admite } = listas
  const expanded: unknown[] = []
  const bind = (value: unknown): string => {
    if (spelling.spellsNulls && value === null) return 'null'
    return spelling.placeholder(expanded.push(value))
  }
  let texto = piezas[0] ?? ''
  for (let place = 0; place < values.length; place++) {
    const value = values[place]
    const isList = admite[place] && Array.isArray(value)
    texto += isList
      ? spellList(value, { bind, limits, empty: spelling.emptyList ?? EMPTY_LIST })
      : bind(value)
    texto += piezas[place + 1]
  }
  return { texto, values: expanded }
}

/** The text and the values of one call of a statement. Throws LimiteSuperado. */
export function bindSentencia(
  sentencia: Sentencia,
  parametros: Readonly<Record<string, unknown>>,
  limits: Limits,
  spelling?: Spelling,
): SentenciaExtendida {
  const values = bindValues(sentencia, parametros)
  return expandLists(sentencia, values, limits, spelling) ?? { texto: sentencia.texto, values }
}

interface ListSpelling {
  bind(value: unknown): string
  limits: Limits
  empty: string
}

function spellList(list: readonly unknown[], { bind, limits, empty }: ListSpelling): string {
  const maximo = limits.listaSql
  if (list.length > maximo) throw new LimiteSuperado({ limite: 'listaSql', maximo })
  if (list.length === 0) return empty
  const size = Math.min(maximo, 2 ** Math.ceil(Math.log2(list.length)))
  return Array.from({ length: size }, (_, index) => bind(list[Math.min(index, list.length - 1)])).join(', ')
}

export function refuseSql(mensaje: string, campo = 'objeto.sql'): AppError {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}
