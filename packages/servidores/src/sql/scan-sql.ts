import type { Lexico } from './dialect.ts'

/** A piece of a statement. Texts, quoted names and comments are `opaco`: nothing in them is read. */
export interface Trozo {
  tipo: 'codigo' | 'opaco' | 'comentario' | 'parametro'
  /** As written; of a parameter its name without the colon. */
  texto: string
}

/** What ended before its end mark. */
export class SqlSinCerrar extends Error {
  readonly que: string
  constructor(que: string) {
    super(que)
    this.que = que
  }
}

const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const DOLLAR_TAG = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy
const WORD_CHARACTER = /[\p{L}\p{N}_$]/u

/**
 * Cuts a statement into code, texts and `:name` parameters. A colon is a parameter only when a name follows at once and no word, colon or
 * closing bracket stands before it: `::type`, `:=`, `a[1:n]` and `12:30` are code. Throws SqlSinCerrar.
 */
export function scanSql(sql: string, lexico: Lexico): Trozo[] {
  const trozos: Trozo[] = []
  let codeFrom = 0
  let at = 0

  function add(tipo: Trozo['tipo'], end: number, texto = sql.slice(at, end)): void {
    if (at > codeFrom) trozos.push({ tipo: 'codigo', texto: sql.slice(codeFrom, at) })
    trozos.push({ tipo, texto })
    at = end
    codeFrom = end
  }

  while (at < sql.length) {
    const opaque = endOfOpaque(sql, at, lexico)
    if (opaque !== null) {
      add(opaque.tipo, opaque.end)
      continue
    }
    const name = parameterAt(sql, at)
    if (name !== null) add('parametro', at + 1 + name.length, name)
    else at += sql[at] === ':' && sql[at + 1] === ':' ? 2 : 1
  }
  if (at > codeFrom) trozos.push({ tipo: 'codigo', texto: sql.slice(codeFrom) })
  return trozos
}

function parameterAt(sql: string, at: number): string | null {
  if (sql[at] !== ':') return null
  const before = sql[at - 1] ?? ''
  if (before === ':' || before === ']' || before === ')' || WORD_CHARACTER.test(before)) return null
  return matchAt(NAME, sql, at + 1)
}

interface Opaco {
  tipo: 'opaco' | 'comentario'
  end: number
}

function endOfOpaque(sql: string, at: number, lexico: Lexico): Opaco | null {
  const comment = endOfComment(sql, at, lexico)
  if (comment !== null) return { tipo: 'comentario', end: comment }
  const text = endOfText(sql, at, lexico)
  return text === null ? null : { tipo: 'opaco', end: text }
}

function endOfComment(sql: string, at: number, lexico: Lexico): number | null {
  const two = sql.slice(at, at + 2)
  const isDash = two === '--' && (!lexico.dashNeedsBlank || /^(?:\s|$)/.test(sql.slice(at + 2, at + 3)))
  if (isDash || (lexico.hashComments && sql[at] === '#')) {
    const end = sql.indexOf('\n', at)
    return end === -1 ? sql.length : end + 1
  }
  return two === '/*' ? endOfBlock(sql, at, lexico.nestedComments) : null
}

function endOfBlock(sql: string, start: number, isNested: boolean): number {
  let depth = 1
  let at = start + 2
  while (at < sql.length) {
    if (sql.startsWith('*/', at)) {
      at += 2
      depth--
      if (depth === 0) return at
    } else if (isNested && sql.startsWith('/*', at)) {
      at += 2
      depth++
    } else at++
  }
  throw new SqlSinCerrar('un comentario')
}

function endOfText(sql: string, at: number, lexico: Lexico): number | null {
  const mark = sql[at]
  if (mark === "'") return endOfQuoted(sql, at, "'", hasBackslashes(sql, at, lexico))
  if (mark === '"') return endOfQuoted(sql, at, '"', lexico.backslashInTexts)
  if (mark === '`' && lexico.backticks) return endOfQuoted(sql, at, '`', false)
  if (mark === '[' && lexico.brackets) return endOfQuoted(sql, at, ']', false)
  if (mark === '$' && lexico.dollarTexts && !WORD_CHARACTER.test(sql[at - 1] ?? ''))
    return endOfDollar(sql, at)
  return null
}

function hasBackslashes(sql: string, at: number, lexico: Lexico): boolean {
  if (lexico.backslashInTexts) return true
  return lexico.escapeTexts && /^[eE]$/.test(sql[at - 1] ?? '') && !WORD_CHARACTER.test(sql[at - 2] ?? '')
}

/** The mark itself is written twice inside. */
function endOfQuoted(sql: string, start: number, mark: string, hasEscapes: boolean): number {
  let at = start + 1
  while (at < sql.length) {
    if (hasEscapes && sql[at] === '\\') at += 2
    else if (sql[at] !== mark) at++
    else if (sql[at + 1] === mark) at += 2
    else return at + 1
  }
  throw new SqlSinCerrar(mark === "'" ? 'un texto' : 'un nombre entre comillas')
}

function endOfDollar(sql: string, at: number): number | null {
  const tag = matchAt(DOLLAR_TAG, sql, at)
  if (tag === null) return null
  const end = sql.indexOf(tag, at + tag.length)
  if (end === -1) throw new SqlSinCerrar(`un texto ${tag}`)
  return end + tag.length
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
