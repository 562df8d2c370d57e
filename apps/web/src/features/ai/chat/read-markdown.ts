import { Marked, type Token, type Tokens } from 'marked'

/** Words on a line. */
export type Parte =
  | string
  | { tipo: 'codigo'; texto: string }
  | { tipo: 'fuerte' | 'enfasis' | 'tachado'; partes: readonly Parte[] }
  | { tipo: 'enlace'; href: string; partes: readonly Parte[] }
  | { tipo: 'cita'; numero: number }
  | { tipo: 'salto' }

type Celda = readonly Parte[]

export type Bloque =
  | { tipo: 'titulo'; nivel: number; partes: readonly Parte[] }
  | { tipo: 'parrafo'; partes: readonly Parte[] }
  | { tipo: 'lista'; comienzo: number | null; elementos: readonly (readonly Bloque[])[] }
  | { tipo: 'tabla'; cabecera: readonly Celda[]; filas: readonly (readonly Celda[])[] }
  | { tipo: 'aparte'; bloques: readonly Bloque[] }
  /** `cerrado`: no more of it comes. */
  | { tipo: 'codigo'; lenguaje: string; texto: string; cerrado: boolean }
  | { tipo: 'raya' }

const parser = new Marked({ gfm: true })

/**
 * What a model wrote, ready to be drawn: whatever it is, also half of it. Nothing in it is markup for the browser, nothing is fetched from
 * elsewhere, and an address is one of the kinds that lead to a page or a letter.
 */
export function readMarkdown(texto: string): Bloque[] {
  try {
    return parser.lexer(texto).flatMap(blockOf)
  } catch {
    // Deeper than anybody writes: its words are there.
    return [{ tipo: 'parrafo', partes: [texto] }]
  }
}

function blockOf(token: Token): Bloque[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'hr':
      return [{ tipo: 'raya' }]
    case 'heading':
      return [{ tipo: 'titulo', nivel: (token as Tokens.Heading).depth, partes: partsOf(token) }]
    case 'code':
      return [codeOf(token as Tokens.Code)]
    case 'blockquote':
      return [{ tipo: 'aparte', bloques: childrenOf(token).flatMap(blockOf) }]
    case 'list': {
      const { ordered, start, items } = token as Tokens.List
      return [{ tipo: 'lista', comienzo: ordered ? Number(start) : null, elementos: items.map(itemOf) }]
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => tokens.flatMap(partOf))
      return [{ tipo: 'tabla', cabecera: cells(header), filas: rows.map(cells) }]
    }
    case 'html':
      return token.raw.trim() === '' ? [] : [{ tipo: 'parrafo', partes: [token.raw.trim()] }]
    case 'checkbox':
      return [{ tipo: 'parrafo', partes: partOf(token) }]
    default:
      return [{ tipo: 'parrafo', partes: partsOf(token) }]
  }
}

/** The box of a task stands before its words. */
function itemOf(item: Tokens.ListItem): Bloque[] {
  const [first, second, ...rest] = childrenOf(item)
  if (first?.type !== 'checkbox' || second?.type !== 'text') return childrenOf(item).flatMap(blockOf)
  const partes = [...partOf(first), ...partsOf(second)]
  return [{ tipo: 'parrafo', partes }, ...rest.flatMap(blockOf)]
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/

function codeOf({ raw, lang = '', text }: Tokens.Code): Bloque {
  const [lenguaje = ''] = lang.split(/\s/)
  const [, fence] = FENCE.exec(raw) ?? []
  const last = raw.trimEnd().split('\n').at(-1)?.trim() ?? ''
  const cerrado = fence === undefined || (raw.includes('\n') && last.startsWith(fence))
  return { tipo: 'codigo', lenguaje: lenguaje.toLowerCase(), texto: text, cerrado }
}

function partsOf(token: Token): Parte[] {
  const children = childrenOf(token)
  return children.length > 0 ? children.flatMap(partOf) : wordsOf(textOf(token))
}

function partOf(token: Token): Parte[] {
  switch (token.type) {
    case 'text':
      return partsOf(token)
    case 'codespan':
      return [{ tipo: 'codigo', texto: textOf(token) }]
    case 'checkbox':
      return [(token as Tokens.Checkbox).checked ? '☑ ' : '☐ ']
    case 'strong':
      return [{ tipo: 'fuerte', partes: partsOf(token) }]
    case 'em':
      return [{ tipo: 'enfasis', partes: partsOf(token) }]
    case 'del':
      return [{ tipo: 'tachado', partes: partsOf(token) }]
    case 'br':
      return [{ tipo: 'salto' }]
    case 'link':
      return linkOf(token as Tokens.Link, partsOf(token))
    case 'image':
      // To fetch it would tell whoever has it that it was read, and what the model put into its address.
      return linkOf(token as Tokens.Image, wordsOf(textOf(token) || 'imagen'))
    default:
      return wordsOf(textOf(token))
  }
}

const CITA = /^\[(\d{1,3})\]$/

function linkOf({ raw, href }: { raw: string; href: string }, partes: Parte[]): Parte[] {
  // Whoever writes what `[1]` means elsewhere does not change that it is the first passage.
  const [, numero] = CITA.exec(raw) ?? []
  if (numero !== undefined) return [{ tipo: 'cita', numero: Number(numero) }]
  const address = addressOf(href)
  return address === null ? partes : [{ tipo: 'enlace', href: address, partes }]
}

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** Null: it leads nowhere that a person may be led to. */
function addressOf(href: string): string | null {
  const decoded = decode(href)
  if (!URL.canParse(decoded)) return null
  const url = new URL(decoded)
  return PROTOCOLS.has(url.protocol) && url.username === '' ? url.href : null
}

const CITAS = /\[(\d{1,3})\]/g

/** Text in which numbers between brackets stand for passages. */
function wordsOf(text: string): Parte[] {
  const partes: Parte[] = []
  let from = 0
  for (const match of text.matchAll(CITAS)) {
    if (match.index > from) partes.push(decode(text.slice(from, match.index)))
    partes.push({ tipo: 'cita', numero: Number(match[1]) })
    from = match.index + match[0].length
  }
  if (from < text.length) partes.push(decode(text.slice(from)))
  return partes
}

function childrenOf(token: Token): Token[] {
  return 'tokens' in token ? (token.tokens ?? []) : []
}

function textOf(token: Token): string {
  return 'text' in token ? String(token.text) : token.raw
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
}
