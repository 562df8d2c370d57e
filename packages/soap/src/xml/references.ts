import { lookUp } from '@div/contract'

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const REFERENCE = /&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|(amp|lt|gt|quot|apos));|&/g

/** Text with what its references stand for (XML 1.0, 4.1 and 4.6). Null: one of them is none, or of no character that XML holds. */
export function decodeReferences(text: string): string | null {
  let isRight = true
  const decoded = text.replace(
    REFERENCE,
    (_all, decimal: string | undefined, hexadecimal: string | undefined, named: string | undefined) => {
      const character =
        named === undefined
          ? characterOf(decimal ?? hexadecimal ?? '', decimal === undefined ? 16 : 10)
          : lookUp(NAMED, named)
      if (character === undefined) isRight = false
      return character ?? ''
    },
  )
  return isRight ? decoded : null
}

function characterOf(digits: string, base: 10 | 16): string | undefined {
  const code = digits === '' ? Number.NaN : Number.parseInt(digits, base)
  const isCharacter =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
