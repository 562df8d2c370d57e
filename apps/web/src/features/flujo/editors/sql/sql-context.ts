/** A table that a statement names. */
export interface TablaDeConsulta {
  /** As the catalogue lists it, without quotes; with its schema where the statement says it. */
  nombre: string
  esquema: string | undefined
  /** What its columns are called by: the alias, or else its own name. */
  alias: string
}

/** What a person is typing at a place of a statement. */
export type SqlContext =
  /** The name of a table, after `from` and the like. */
  | { kind: 'tabla'; desde: number; texto: string }
  /** A column behind `alias.`; undefined: the statement names no such table. */
  | { kind: 'columna'; desde: number; tabla: TablaDeConsulta | undefined }
  /** A `:name`. */
  | { kind: 'parametro'; desde: number }
  /** Anything else: a column of one of the tables, or a word of the language. */
  | { kind: 'palabra'; desde: number; tablas: readonly TablaDeConsulta[] }

/** Texts and comments, in which nothing is named. */
const HIDDEN = /'(?:[^']|'')*(?:'|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
const NAME = String.raw`(?:[\p{L}_][\p{L}\p{N}_$]*|"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\])`
const TABLE = new RegExp(
  String.raw`\b(?:from|join|into|update|table)\s+(${NAME}(?:\s*\.\s*${NAME})?(?:\s+(?:as\s+)?${NAME})?(?:\s*,\s*${NAME}(?:\s*\.\s*${NAME})?(?:\s+(?:as\s+)?${NAME})?)*)`,
  'giu',
)
const ONE = new RegExp(String.raw`^(?:(${NAME})\s*\.\s*)?(${NAME})(?:\s+(?:as\s+)?(${NAME}))?$`, 'iu')
const TABLE_BEGUN = new RegExp(
  String.raw`\b(?:from|join|into|update|table)\s+(?:${NAME}(?:\s+(?:as\s+)?${NAME})?\s*,\s*)*((?:${NAME}\.)?(?:[\p{L}_][\p{L}\p{N}_$]*)?)$`,
  'iu',
)
const COLUMN_BEGUN = new RegExp(String.raw`(${NAME})\.([\p{L}_][\p{L}\p{N}_$]*)?$`, 'u')
const PARAMETER_BEGUN = /(?:^|[^:]):([A-Za-z_][A-Za-z0-9_]*)?$/
const WORD_BEGUN = /[\p{L}_][\p{L}\p{N}_$]*$/u
/** What follows a table and is no alias of it. */
const NO_ALIAS = new Set(
  'where join left right inner outer full cross natural on using group order having limit offset union set values returning select for as window fetch'.split(
    ' ',
  ),
)

/** Null inside texts and comments. */
export function sqlContextAt(sql: string, place: number): SqlContext | null {
  const before = hide(sql.slice(0, place))
  if (before === null) return null
  const parameter = PARAMETER_BEGUN.exec(before)
  if (parameter) return { kind: 'parametro', desde: place - (parameter[1]?.length ?? 0) }
  const table = TABLE_BEGUN.exec(before)
  if (table) {
    const texto = table[1] ?? ''
    return { kind: 'tabla', desde: place - texto.length, texto }
  }
  const tablas = tablesIn(sql)
  const column = COLUMN_BEGUN.exec(before)
  if (column) {
    const alias = unquote(column[1] ?? '').toLowerCase()
    const tabla = tablas.find((each) => each.alias.toLowerCase() === alias)
    return { kind: 'columna', desde: place - (column[2]?.length ?? 0), tabla }
  }
  return { kind: 'palabra', desde: place - (WORD_BEGUN.exec(before)?.[0].length ?? 0), tablas }
}

/** The tables of a statement, each once, in their order. */
export function tablesIn(sql: string): readonly TablaDeConsulta[] {
  const found = [...blank(sql).matchAll(TABLE)].flatMap(([, list = '']) =>
    list.split(',').flatMap((one) => readTable(one.trim()) ?? []),
  )
  return found.filter((tabla, index) => found.findIndex(({ alias }) => alias === tabla.alias) === index)
}

function readTable(text: string): TablaDeConsulta | undefined {
  const match = ONE.exec(text)
  if (!match?.[2]) return undefined
  const nombre = unquote(match[2])
  const alias = match[3] === undefined || NO_ALIAS.has(match[3].toLowerCase()) ? nombre : unquote(match[3])
  return { nombre, esquema: match[1] === undefined ? undefined : unquote(match[1]), alias }
}

const unquote = (name: string) => name.replace(/^["`[]|["`\]]$/g, '')

/** The statement with spaces where its texts and comments are. */
function blank(sql: string): string {
  return sql.replace(HIDDEN, (hidden) => ' '.repeat(hidden.length))
}

/** What stands before a place; null when the place is in a text or a comment. */
function hide(before: string): string | null {
  const last = [...before.matchAll(HIDDEN)].at(-1)
  const isInside =
    last !== undefined &&
    last.index + last[0].length === before.length &&
    (last[0].startsWith('--') || !/^'(?:[^']|'')*'$|\*\/$/.test(last[0]))
  return isInside ? null : blank(before)
}
