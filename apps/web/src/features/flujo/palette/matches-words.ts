/** Whether a text has every word that is looked for, whatever the accents and capitals. */
export function matchesWords(text: string, q: string): boolean {
  const plain = plainOf(text)
  return plainOf(q)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

const plainOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
