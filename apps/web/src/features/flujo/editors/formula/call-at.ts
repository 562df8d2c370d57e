/** The call that a place in a formula is in. */
export interface CallAt {
  nombre: string
  /** Where its name begins. */
  desde: number
  /** Which argument the place is in, from 0. */
  argumento: number
  /** Where each argument begins, up to the one with the place. */
  inicios: readonly number[]
}

interface Opened {
  call: { nombre: string; desde: number } | null
  inicios: number[]
}

/** Texts, also one that is not closed yet; names; what opens, separates and closes. */
const TOKENS =
  /"(?:[^"\\]|\\[\s\S]|"")*(?:"|\\?$)|[A-Za-z_\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f]*(?=\s*\()|[([{;,)\]}]/g

/** The innermost call around a place, read from the left: what follows may not have been typed yet. */
export function callAt(formula: string, place: number): CallAt | null {
  return callsAt(formula, place).at(-1) ?? null
}

/** All calls around a place, from the outside in. */
export function callsAt(formula: string, place: number): readonly CallAt[] {
  const opened: Opened[] = []
  let named: Opened['call'] = null
  for (const { 0: token, index } of formula.slice(0, place).matchAll(TOKENS)) {
    if ('([{'.includes(token)) {
      opened.push({ call: token === '(' ? named : null, inicios: [index + 1] })
    } else if (')]}'.includes(token)) opened.pop()
    else if (token === ';' || token === ',') opened.at(-1)?.inicios.push(index + 1)
    named = /^[^"([{;,)\]}]/.test(token) ? { nombre: token, desde: index } : null
  }
  return opened.flatMap(({ call, inicios }) =>
    call ? [{ ...call, argumento: inicios.length - 1, inicios }] : [],
  )
}
