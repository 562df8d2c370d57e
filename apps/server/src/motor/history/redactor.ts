const MASK = '•••'
/** Shorter values are too common as ordinary text: hiding them would blank samples without hiding anything. */
const MIN_LENGTH = 4

/** Hides the values of secrets wherever they appear (security rule 9). */
export interface Redactor {
  /** What `owner` (a servidor, a parametro) holds now; replaces what it held before. */
  set(owner: string, secrets: readonly string[]): void
  /** The text, a plain one or JSON, without any known secret. The same string when there is none. */
  redact(text: string): string
}

export function createRedactor(): Redactor {
  const byOwner = new Map<string, readonly string[]>()
  let needles: readonly string[] = []

  return {
    set(owner, secrets) {
      if (secrets.length === 0) byOwner.delete(owner)
      else byOwner.set(owner, secrets)
      needles = [...new Set([...byOwner.values()].flat().filter(isHideable).flatMap(spellings))]
        // A secret may contain another: the longer one goes first.
        .sort((left, right) => right.length - left.length)
    },
    redact(text) {
      let clean = text
      for (const needle of needles) {
        if (clean.includes(needle)) clean = clean.replaceAll(needle, MASK)
      }
      return clean
    },
  }
}

function isHideable(secret: string): boolean {
  return secret.length >= MIN_LENGTH
}

/** As itself and as JSON spells it. */
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1)]
}
