/** Pieces of an expression of JavaScript, as far as fields of flows use the language. */
export type Token =
  | { clase: 'numero'; valor: number }
  | { clase: 'texto'; valor: string }
  | { clase: 'plantilla'; partes: readonly (string | { expresion: string })[] }
  | { clase: 'nombre'; valor: string }
  | { clase: 'signo'; valor: string }

const SIGNS = [
  '===', '!==', '...', '==', '!=', '<=', '>=', '&&', '||', '??', '?.', '=>',
  '+', '-', '*', '/', '%', '<', '>', '!', '?', ':', '.', ',', '(', ')', '[', ']', '{', '}',
] // biome-ignore format: one line a length reads better
const SPACE = /\s+/y
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const NAME = /[A-Za-z_$\u00c0-\u024f][\w$\u00c0-\u024f]*/y
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
])

/** Null: it holds something else than the pieces above, such as a regular expression. */
export function readTokens(text: string): Token[] | null {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? null
  }
  while (at < text.length) {
    const space = match(SPACE)
    if (space !== null) {
      at += space.length
      continue
    }
    const quote = text[at] ?? ''
    if (quote === '"' || quote === "'" || quote === '`') {
      const end = endOfText(text, at)
      if (end === null) return null
      const inner = text.slice(at + 1, end)
      tokens.push(quote === '`' ? readPlantilla(inner) : { clase: 'texto', valor: unquote(inner) })
      at = end + 1
      continue
    }
    const number = match(NUMBER)
    const name = match(NAME)
    const sign = SIGNS.find((each) => text.startsWith(each, at))
    if (number !== null) tokens.push({ clase: 'numero', valor: Number(number) })
    else if (name !== null) tokens.push({ clase: 'nombre', valor: name })
    else if (sign !== undefined) tokens.push({ clase: 'signo', valor: sign })
    else return null
    at += (number ?? name ?? sign ?? '').length
  }
  return tokens
}

function endOfText(text: string, start: number): number | null {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === text[start]) return index
  }
  return null
}

function readPlantilla(inner: string): Token {
  const partes: (string | { expresion: string })[] = []
  let rest = inner
  for (;;) {
    const open = rest.indexOf('${')
    const close = rest.indexOf('}', open)
    if (open === -1 || close === -1) break
    partes.push(unquote(rest.slice(0, open)), { expresion: rest.slice(open + 2, close) })
    rest = rest.slice(close + 1)
  }
  return { clase: 'plantilla', partes: [...partes, unquote(rest)].filter((parte) => parte !== '') }
}

function unquote(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES.get(escaped) ?? escaped)
}
