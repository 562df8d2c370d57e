import type { Part } from '../documents/part.ts'
import type { Autenticacion } from '../model.ts'

const LUGARES_DE_CLAVE: Readonly<Record<string, 'cabecera' | 'consulta' | 'cookie'>> = {
  header: 'cabecera',
  query: 'consulta',
  cookie: 'cookie',
}

/** The ways to prove who calls that a servidor can use; others are told of. */
export function readSecuritySchemes(
  schemes: Part,
  direcciones: readonly string[],
  avisos: Set<string>,
): Autenticacion[] {
  return schemes.entries().flatMap(([nombre, scheme]) => {
    const read = readScheme(scheme, direcciones)
    if (read === null) avisos.add(`La seguridad «${nombre}» (${kindOf(scheme)}) no se puede usar.`)
    return read ?? []
  })
}

function readScheme(scheme: Part, direcciones: readonly string[]): Autenticacion | null {
  switch (scheme.text('type')) {
    case 'http': {
      const kind = scheme.text('scheme')?.toLowerCase()
      if (kind === 'basic') return { tipo: 'basico' }
      return kind === 'bearer' ? { tipo: 'bearer' } : null
    }
    case 'apiKey':
      return readApiKey(scheme)
    case 'oauth2':
      return readOAuth(scheme.get('flows'), direcciones)
    case 'openIdConnect':
      return { tipo: 'bearer' }
    default:
      return null
  }
}

export function readApiKey(scheme: Part): Autenticacion | null {
  const nombre = scheme.text('name')
  const place = scheme.text('in') ?? ''
  const lugar = Object.hasOwn(LUGARES_DE_CLAVE, place) ? LUGARES_DE_CLAVE[place] : undefined
  return nombre === undefined || nombre === '' || !lugar ? null : { tipo: 'apiKey', lugar, nombre }
}

/** What needs a person who signs in is done elsewhere: its token is brought along. */
function readOAuth(flows: Part, direcciones: readonly string[]): Autenticacion | null {
  const flow = flows.get('clientCredentials')
  if (!flow.isObject()) return flows.entries().length === 0 ? null : { tipo: 'bearer' }
  return clientCredentials(flow, direcciones)
}

/** A token's address may be told from that of the service. */
export function clientCredentials(flow: Part, [base]: readonly string[]): Autenticacion {
  const told = flow.text('tokenUrl') ?? ''
  const urlToken = URL.canParse(told, base) ? new URL(told, base).href : told
  const alcance = flow
    .get('scopes')
    .entries()
    .map(([scope]) => scope)
    .join(' ')
  return { tipo: 'oauth2', urlToken, alcance }
}

function kindOf(scheme: Part): string {
  return [scheme.text('type'), scheme.text('scheme')].filter((text) => text !== undefined).join(' ')
}
