/** A tag, a comment, CDATA or an instruction of which all has come. */
export interface Part {
  kind: 'start' | 'empty' | 'end' | 'cdata' | 'doctype' | 'other'
  /** Behind it. */
  end: number
}

const COMMENT = '<!--'
const CDATA = '<![CDATA['
const DOCTYPE = '<!DOCTYPE'

/** What begins at a `<`, found by what ends it: whether it is well formed is not asked. Null: it goes on in what has not come yet; undefined: it is none. */
export function findPart(text: string, begin: number): Part | null | undefined {
  switch (text[begin + 1]) {
    case undefined:
      return null
    case '/':
      return upTo(text, begin, { end: '>', kind: 'end' })
    case '?':
      return upTo(text, begin + 2, { end: '?>', kind: 'other' })
    case '!':
      return findBang(text, begin)
    default:
      return findTag(text, begin)
  }
}

function upTo(text: string, from: number, { end, kind }: Pick<Part, 'kind'> & { end: string }): Part | null {
  const found = text.indexOf(end, from)
  return found < 0 ? null : { kind, end: found + end.length }
}

function findBang(text: string, begin: number): Part | null | undefined {
  if (text.startsWith(COMMENT, begin))
    return upTo(text, begin + COMMENT.length, { end: '-->', kind: 'other' })
  if (text.startsWith(CDATA, begin)) return upTo(text, begin + CDATA.length, { end: ']]>', kind: 'cdata' })
  if (text.startsWith(DOCTYPE, begin)) return { kind: 'doctype', end: begin + DOCTYPE.length }
  const come = text.slice(begin, begin + CDATA.length)
  return [COMMENT, CDATA, DOCTYPE].some((name) => name.startsWith(come)) ? null : undefined
}

const SIGN = /["'<>]/g

/** The sign of its end may stand in the values of its attributes, too. */
function findTag(text: string, begin: number): Part | null | undefined {
  for (let at = begin + 1; ; ) {
    SIGN.lastIndex = at
    const { index, 0: sign } = SIGN.exec(text) ?? { index: -1, 0: '' }
    if (index < 0) return null
    if (sign === '<') return undefined
    if (sign === '>') return { kind: text[index - 1] === '/' ? 'empty' : 'start', end: index + 1 }
    const closing = text.indexOf(sign, index + 1)
    if (closing < 0) return null
    at = closing + 1
  }
}
