/** How hard a phrase is to guess, as far as its look tells. */
export interface FraseStrength {
  level: 'corta' | 'debil' | 'buena' | 'fuerte'
  /** What would make it better; what it is good for. */
  hint: string
}

const MIN = 12
const GOOD_BITS = 60
const STRONG_BITS = 90
/** Of a letter among words that people know. */
const BITS_PER_LETTER = 2.5
const BITS_PER_SIGN = 5

/** A hint and no lock: the server asks for the length alone. */
export function fraseStrength(frase: string): FraseStrength {
  const length = [...frase].length
  if (length < MIN) {
    const missing = MIN - length
    return { level: 'corta', hint: missing === 1 ? 'Falta 1 carácter.' : `Faltan ${missing} caracteres.` }
  }
  const bits = guessBits(frase)
  if (bits < GOOD_BITS)
    return { level: 'debil', hint: 'Débil: use varias palabras que no vayan juntas, o más signos y cifras.' }
  if (bits < STRONG_BITS) return { level: 'buena', hint: 'Buena. Con otra palabra sería mejor aún.' }
  return { level: 'fuerte', hint: 'Fuerte.' }
}

/** What is repeated adds nothing; letters alone are guessed as words. */
function guessBits(frase: string): number {
  const words = new Set(frase.toLowerCase().split(/[\s._-]+/))
  const kept = [...words].join('')
  const letters = kept.match(/\p{L}/gu) ?? []
  const signs = [...kept].length - letters.length
  const variety = Math.min(1, new Set(kept).size / 8)
  return (letters.length * BITS_PER_LETTER + signs * BITS_PER_SIGN) * variety
}
