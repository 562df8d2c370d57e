import { matchesWords } from './matches-words.ts'

/** Before anything is typed: others are found by typing. */
const ACTIONS = 12
/** Drawn at once: who types on finds the others. */
const OPTIONS = 50

export interface Named {
  /** What is done, beginning with a verb. */
  label: string
  summary: string
}

interface Offers<Offer> {
  nodos: readonly Offer[]
  /** What servidores hold, as it was found for what had been typed a moment ago. */
  named: readonly Offer[]
  actions: readonly Offer[]
}

/** What is called as is typed now, the first at hand; and how many more are called so. */
export function findOffers<Offer extends Named>({ nodos, named, actions }: Offers<Offer>, q: string) {
  const matches = ({ label, summary }: Offer) => matchesWords(`${label} ${summary}`, q)
  if (q.trim() === '') return { found: [...nodos, ...actions.slice(0, ACTIONS)], hidden: 0 }
  const found = [...nodos, ...named, ...actions].filter(matches)
  return { found: found.slice(0, OPTIONS), hidden: Math.max(0, found.length - OPTIONS) }
}
