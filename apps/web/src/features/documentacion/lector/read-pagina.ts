import { Marked, type Token, type Tokens } from 'marked'
import type { Bloque, Fila, Pagina, Texto } from './pagina.ts'
import { slugOf } from './slug-of.ts'

/** Addresses of the files that other files lead to. */
export type Enlaces = Readonly<Record<string, string>>

/** Tildes stand for themselves: patterns and signs are written with them. */
const markdownParser = new Marked({ tokenizer: { del: () => undefined } })
const lexer = (markdown: string): Token[] => markdownParser.lexer(markdown)

/** A page from its Markdown; HTML in it is for who writes it, and left out. */
export function readPagina(markdown: string, enlaces: Enlaces = {}): Pagina {
  const reader = new PaginaReader(enlaces)
  const [head, ...rest] = lexer(markdown).filter(isShown)
  if (head?.type !== 'heading' || head.depth !== 1) throw new Error('a page begins with its title')
  return { titulo: head.text, bloques: rest.flatMap((token) => reader.blockOf(token)) }
}

const isShown = ({ type }: Token) => type !== 'space' && type !== 'html' && type !== 'def'

/** `## Título {#ancla}` says itself where it is found. */
const ANCHORED = /^(.*?)\s*\{#([\w./-]+)\}$/

class PaginaReader {
  readonly #enlaces: Enlaces
  readonly #anclas = new Map<string, number>()
  /** Of the part that is being read: the rows of its table are found under it. */
  #section = ''

  constructor(enlaces: Enlaces) {
    this.#enlaces = enlaces
  }

  blockOf(token: Token): Bloque[] {
    switch (token.type) {
      case 'heading':
        return [this.#titleOf(token as Tokens.Heading)]
      case 'paragraph':
      case 'text':
        return [{ tipo: 'parrafo', textos: this.#textosOf(token) }]
      case 'code':
        return [codeOf(token as Tokens.Code)]
      case 'list':
        return this.#listOf(token as Tokens.List)
      case 'table':
        return [this.#tableOf(token as Tokens.Table)]
      case 'blockquote':
        return [{ tipo: 'aviso', bloques: this.#blocksOf(token) }]
      default:
        throw new Error(`pages have no ${token.type}: ${token.raw}`)
    }
  }

  #blocksOf(token: Token): Bloque[] {
    return childrenOf(token)
      .filter(isShown)
      .flatMap((child) => this.blockOf(child))
  }

  #titleOf({ depth, text, tokens }: Tokens.Heading): Bloque {
    if (depth === 1 || depth > 4) throw new Error(`a page has one title, and parts of three levels: ${text}`)
    const [, words = text, named] = ANCHORED.exec(text) ?? []
    const ancla = named ?? this.#freeAncla(slugOf(words))
    this.#section = ancla
    const textos = named === undefined ? this.#listTextos(tokens) : this.#listTextos(inlineOf(words))
    return { tipo: 'titulo', nivel: depth as 2 | 3 | 4, ancla, textos }
  }

  #freeAncla(slug: string): string {
    const before = this.#anclas.get(slug) ?? 0
    this.#anclas.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before + 1}`
  }

  #listOf({ ordered, items }: Tokens.List): Bloque[] {
    const formulas = items.map(({ text }) => FORMULA.exec(text))
    const isOfFormulas = formulas.every((match) => match !== null)
    if (isOfFormulas)
      return formulas.map(([, formula = '', resultado = '']) => ({ tipo: 'formula', formula, resultado }))
    return [{ tipo: 'lista', ordenada: ordered, elementos: items.map((item) => this.#blocksOf(item)) }]
  }

  #tableOf({ header, rows }: Tokens.Table): Bloque {
    const section = this.#section
    const isOfFields = header[0]?.text === 'Campo'
    const filas = rows.map((row): Fila => {
      const celdas = row.map(({ tokens }) => this.#listTextos(tokens))
      const [first] = celdas[0] ?? []
      const campo = typeof first === 'object' && 'codigo' in first ? first.codigo : ''
      return isOfFields && campo !== '' ? { ancla: `${section}.${campo}`, celdas } : { celdas }
    })
    return { tipo: 'tabla', cabecera: header.map(({ tokens }) => this.#listTextos(tokens)), filas }
  }

  #textosOf(token: Token): Texto[] {
    const children = childrenOf(token)
    return children.length > 0 ? this.#listTextos(children) : [decode(textOf(token))]
  }

  #listTextos(tokens: readonly Token[]): Texto[] {
    return tokens.flatMap((token) => this.#textoOf(token))
  }

  #textoOf(token: Token): Texto[] {
    switch (token.type) {
      case 'text':
      case 'escape':
        return this.#textosOf(token)
      case 'codespan':
        return [{ codigo: textOf(token) }]
      case 'strong':
        return [{ fuerte: this.#textosOf(token) }]
      case 'em':
        return [{ enfasis: this.#textosOf(token) }]
      case 'link':
        return [{ enlace: this.#address((token as Tokens.Link).href), textos: this.#textosOf(token) }]
      case 'html':
        return []
      default:
        throw new Error(`pages have no ${token.type}: ${token.raw}`)
    }
  }

  #address(href: string): string {
    const [file = '', ancla] = href.split('#')
    const address = this.#enlaces[file] ?? file
    return ancla === undefined ? address : `${address}#${ancla}`
  }
}

/** As the page of the functions writes their examples: `FORMULA` → `valor`. */
const FORMULA = /^`([^`]+)` → `(.*)`$/s

/** A formula and, behind an arrow, what it comes to. */
function codeOf({ lang = '', text }: Tokens.Code): Bloque {
  const [lenguaje = '', ...papel] = lang.split(' ')
  if (lenguaje !== 'formula') return { tipo: 'codigo', lenguaje, papel: papel.join(' '), codigo: text }
  const [formula = '', resultado = ''] = text.split('\n→ ')
  return { tipo: 'formula', formula, resultado }
}

function inlineOf(words: string): Token[] {
  return childrenOf(lexer(words)[0])
}

function childrenOf(token: Token | undefined): Token[] {
  return token !== undefined && 'tokens' in token ? (token.tokens ?? []) : []
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
