import type { Offered } from './formula-completions.ts'

/** More are found by typing on. */
const MOST = 100

/** What fits what was typed, the best first; what fits as well, in the order in which it was offered. Without case and accents. */
export function rankOffers(ofertas: readonly Offered[], typed: string): readonly Offered[] {
  const word = plain(typed)
  return ofertas
    .map((oferta) => ({ oferta, rank: rankOf(oferta, word) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((left, right) => (left.rank ?? 0) - (right.rank ?? 0))
    .slice(0, MOST)
    .map(({ oferta }) => oferta)
}

/** Null: it does not fit. A function that is typed whole is meant; otherwise data come before functions. */
function rankOf({ kind, label }: Offered, word: string): number | null {
  const name = plain(label)
  if (kind === 'funcion') {
    if (name === word) return 0
    return name.startsWith(word) ? 2 : name.includes(word) ? 4 : null
  }
  // By its last field too: nobody begins with the name of the node.
  const field = /(?:\.|\[")([^.[]*)$/.exec(name)?.[1] ?? name
  if (name.startsWith(word) || field.startsWith(word)) return 1
  return name.includes(word) ? 3 : null
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
