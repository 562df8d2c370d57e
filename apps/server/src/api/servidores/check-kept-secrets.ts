import type { ErrorDeCampo, Role } from '@div/contract'
import type { ServidorDefinition } from '@div/servidores'

type Config = Readonly<Record<string, unknown>>

/**
 * Secrets that would be kept while the server moves to another address: whoever may edit servers could read them there (security rule 7).
 * Only an admin may; everybody else must write them again. `before` and
 * `after` are open, `masked` is the stored one as it is read back, `given` is what was sent.
 */
export function checkKeptSecrets(
  definition: ServidorDefinition,
  {
    before,
    after,
    masked,
    given,
    role,
  }: { before: Config; after: Config; masked: Config; given: Config; role: Role },
): ErrorDeCampo[] {
  if (role === 'admin' || !hasMoved(definition, { before, after })) return []
  return listKept(masked, given, 'config').map((campo) => ({
    campo,
    mensaje: 'El servidor cambia de dirección: escriba otra vez este secreto.',
  }))
}

/** Whether the server leads somewhere else than before; both configs are open. */
export function hasMoved(
  definition: ServidorDefinition,
  { before, after }: { before: Config; after: Config },
): boolean {
  return JSON.stringify(addressesOf(definition, before)) !== JSON.stringify(addressesOf(definition, after))
}

/** Where the server leads: its own address, and every address in its settings, such as the one that gives out tokens. */
function addressesOf(definition: ServidorDefinition, config: Config): unknown {
  return [definition.destino(definition.config.parse(config)), collectUrls(config)]
}

function collectUrls(value: unknown): string[] {
  if (typeof value === 'string') return /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectUrls) : []
}

/** Paths of the secrets that stand in the stored config and were not written again. */
function listKept(masked: unknown, given: unknown, path: string): string[] {
  if (typeof masked !== 'object' || masked === null) return []
  if ('definido' in masked && masked.definido === true) return typeof given === 'string' ? [] : [path]
  return Object.entries(masked).flatMap(([key, inner]) => {
    const sent: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, key) : undefined
    return listKept(inner, sent, `${path}.${key}`)
  })
}
