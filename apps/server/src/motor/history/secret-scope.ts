import { MASK, type SecretosDeEjecucion } from '@div/contract'

/** Shorter values are too common as ordinary text: hiding them would blank samples without hiding anything. */
const MIN_LENGTH = 4

/** What one owner holds. */
export type Secrets = readonly string[]

/**
 * The secrets that a run could have used: those are hidden in what is kept and shown of it, and no others, since a text that merely equals
 * somebody else's secret is not one. Immutable: a secret that changes makes another scope, and a run that has begun keeps its own.
 */
export class SecretScope implements SecretosDeEjecucion {
  readonly secrets: ReadonlySet<Secrets>
  /** Nothing that the run took or gave is shown, whatever it is: its caller gave it something derived from a secret. */
  readonly hidesAll: boolean
  readonly #needles: readonly string[]
  readonly #joined = new WeakMap<SecretScope, SecretScope>()
  #hiding: SecretScope | null = null

  constructor(secrets: ReadonlySet<Secrets>, hidesAll = false) {
    this.secrets = secrets
    this.hidesAll = hidesAll
    this.#needles = [...new Set([...secrets].flat().filter(isHideable).flatMap(spellings))]
      // A secret may contain another: the longer one goes first.
      .sort((left, right) => right.length - left.length)
  }

  static of(secrets: Secrets): SecretScope {
    return new SecretScope(new Set([secrets]))
  }

  /** Whether it is made of just these. */
  holds(secrets: Secrets): boolean {
    const [own = [], ...others] = this.secrets
    return (
      others.length === 0 && own.length === secrets.length && own.every((each, at) => each === secrets[at])
    )
  }

  /** Hides what the other hides by value, too. The same answer for the same scopes, so that runs that call each other make none. */
  with(other: SecretScope): SecretScope {
    if (other.secrets.isSubsetOf(this.secrets)) return this
    const known = this.#joined.get(other)
    if (known) return known
    const joined = new SecretScope(this.secrets.union(other.secrets), this.hidesAll)
    this.#joined.set(other, joined)
    return joined
  }

  hidingAll(): SecretScope {
    if (this.hidesAll) return this
    this.#hiding ??= new SecretScope(this.secrets, true)
    return this.#hiding
  }

  /** Plain text without the secrets. The same string when there is none. */
  redact(text: string): string {
    if (this.hidesAll) return MASK
    let clean = text
    for (const needle of this.#needles) {
      if (clean.includes(needle)) clean = clean.replaceAll(needle, MASK)
    }
    return clean
  }

  /** A JSON text whose texts and names are without the secrets; a number is hidden when it is one. */
  redactJson(json: string): string {
    if (this.hidesAll) return JSON.stringify(MASK)
    return this.#needles.some((needle) => json.includes(needle))
      ? JSON.stringify(this.#hideIn(JSON.parse(json)))
      : json
  }

  #hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value)
    if (typeof value === 'number') return this.#needles.includes(String(value)) ? MASK : value
    if (Array.isArray(value)) return value.map((each) => this.#hideIn(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [this.redact(name), this.#hideIn(field)]),
    )
  }
}

/** Of what uses no secret. */
export const NO_SECRETS = new SecretScope(new Set())

function isHideable(secret: string): boolean {
  return secret.length >= MIN_LENGTH
}

/** As itself and as JSON spells it. */
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1)]
}
