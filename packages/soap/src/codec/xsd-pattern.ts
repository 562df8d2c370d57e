import { compilePatron, lookUp } from '@div/contract'

/**
 * A pattern of a schema (Datatypes, appendix F) as RE2 reads it. It covers the whole text, `^` and `$` mean themselves, and `\i` and `\c`
 * are what names are made of. Null: it uses what RE2 has not (blocks of Unicode, one class without another), and cannot be checked.
 */
export function compileXsdPattern(pattern: string): ((text: string) => boolean) | null {
  if (/-\[|\\[pP]\{Is/.test(pattern)) return null
  const translated = translate(pattern)
  try {
    const compiled = compilePatron(translated)
    return (text) => compiled.testExact(text)
  } catch {
    // A schema may say what nobody can check; its values are still values.
    return null
  }
}

const NAME_START = String.raw`\p{L}_:`
const NAME = String.raw`\p{L}\p{N}._:\-`

/** Within a class, and outside of one, where what stands for a class needs brackets of its own. */
const ESCAPES: Readonly<Record<string, { inside: string; outside: string }>> = {
  i: { inside: NAME_START, outside: `[${NAME_START}]` },
  c: { inside: NAME, outside: `[${NAME}]` },
  I: { inside: '', outside: `[^${NAME_START}]` },
  C: { inside: '', outside: `[^${NAME}]` },
  d: { inside: String.raw`\p{Nd}`, outside: String.raw`\p{Nd}` },
  D: { inside: String.raw`\P{Nd}`, outside: String.raw`\P{Nd}` },
}

const TOKEN = /\\(.)|\[\^?|[\]^$]/gs

function translate(pattern: string): string {
  let inClass = false
  return pattern.replace(TOKEN, (token: string, escaped: string | undefined) => {
    if (escaped !== undefined) return translateEscape(escaped, inClass)
    if (token === ']') inClass = false
    // Inside a class these mean themselves to both.
    else if (inClass) return token.startsWith('[') ? `\\${token}` : token
    else if (token.startsWith('[')) inClass = true
    else return `\\${token}`
    return token
  })
}

function translateEscape(escaped: string, inClass: boolean): string {
  return lookUp(ESCAPES, escaped)?.[inClass ? 'inside' : 'outside'] ?? `\\${escaped}`
}
