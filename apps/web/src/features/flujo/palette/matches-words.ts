/** Whether a text has every word that is looked for, whatever the accents and capitals. */
export function matchesWords(text: string, q: string): boolean {
  const plain = plainOf(text)
  return plainOf(q)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

/** Where the first of the words stands; -1: none of them does. */
export function placeOfWord(text: string, q: string): number {
  const plain = plainOf(text)
  const places = plainOf(q)
    .split(/\s+/)
    .map((word) => plain.indexOf(word))
    .filter((at) => at !== -1)
  return places.length === 0 ? -1 : Math.min(...places)
}

const plainOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
