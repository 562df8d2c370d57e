import { NO_SECRETS, SecretScope, type Secrets } from './secret-scope.ts'

/** What owns secrets. A parametro is known by its name, the others by their id. */
type OwnerKind = 'servidor' | 'parametro' | 'canal'

/** Knows the values of secrets, so that they can be hidden wherever they appear (security rule 9). */
export interface Redactor {
  /** What `owner` (`servidor:<id>`, `parametro:<nombre>`, `canal:<id>`) holds now; replaces what it held before. */
  set(owner: string, secrets: readonly string[]): void
  /** Forgets the owners of this kind that are not among the names: what was removed is not hidden any more. */
  retain(kind: OwnerKind, names: Iterable<string>): void
  /** The secrets of these owners as of now; `parametro:*` stands for all of a kind. */
  scope(owners: Iterable<string>): SecretScope
  /** The text without any known secret. The same string when there is none. */
  redact(text: string): string
  /** The same for a JSON text, which stays one. */
  redactJson(json: string): string
}

export function createRedactor(): Redactor {
  const byOwner = new Map<string, SecretScope>()
  let all: SecretScope | null = NO_SECRETS

  function everything(): SecretScope {
    all ??= join(byOwner.values())
    return all
  }

  function ownedBy(owner: string): Iterable<SecretScope> {
    if (!owner.endsWith(EVERY)) return [byOwner.get(owner) ?? NO_SECRETS]
    const kind = owner.slice(0, -1)
    return [...byOwner].flatMap(([each, scope]) => (each.startsWith(kind) ? scope : []))
  }

  return {
    set(owner, secrets) {
      // Scopes made from equal secrets stay the same: what was put together from them need not be made again.
      if (byOwner.get(owner)?.holds(secrets) ?? secrets.length === 0) return
      if (secrets.length === 0) byOwner.delete(owner)
      else byOwner.set(owner, SecretScope.of(secrets))
      all = null
    },
    retain(kind, names) {
      const kept = new Set<string>()
      for (const name of names) kept.add(`${kind}:${name}`)
      for (const owner of byOwner.keys()) {
        if (!owner.startsWith(`${kind}:`) || kept.has(owner)) continue
        byOwner.delete(owner)
        all = null
      }
    },
    scope: (owners) => join([...owners].flatMap((owner) => [...ownedBy(owner)])),
    redact: (text) => everything().redact(text),
    redactJson: (json) => everything().redactJson(json),
  }
}

const EVERY = ':*'

function join(scopes: Iterable<SecretScope>): SecretScope {
  const secrets = new Set<Secrets>()
  for (const scope of scopes) for (const each of scope.secrets) secrets.add(each)
  return secrets.size === 0 ? NO_SECRETS : new SecretScope(secrets)
}
