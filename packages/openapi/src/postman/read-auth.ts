import type { Part } from '../documents/part.ts'
import type { Autenticacion } from '../model.ts'

/** None, or the one way that a collection, a folder or a request names. */
export function readAuth(auth: Part, avisos: Set<string>): Autenticacion[] {
  const type = auth.text('type')
  switch (type) {
    case undefined:
    case 'noauth':
      return []
    case 'basic':
      return [{ tipo: 'basico' }]
    case 'bearer':
    case 'jwt':
      return [{ tipo: 'bearer' }]
    case 'apikey': {
      const settings = settingsOf(auth.get('apikey'))
      const nombre = settings.get('key')
      const lugar = settings.get('in') === 'query' ? 'consulta' : 'cabecera'
      return nombre ? [{ tipo: 'apiKey', lugar, nombre }] : []
    }
    case 'oauth2': {
      const settings = settingsOf(auth.get('oauth2'))
      const urlToken = settings.get('accessTokenUrl') ?? ''
      return settings.get('grant_type') === 'client_credentials' && URL.canParse(urlToken)
        ? [{ tipo: 'oauth2', urlToken, alcance: settings.get('scope') ?? '' }]
        : [{ tipo: 'bearer' }]
    }
    default:
      avisos.add(`La seguridad de Postman «${type}» no se puede usar.`)
      return []
  }
}

/** A list of keys and values in 2.1, an object in 2.0. */
function settingsOf(part: Part): Map<string, string> {
  const entries = Array.isArray(part.value)
    ? part.items().map((each): [string, unknown] => [each.text('key') ?? '', each.get('value').value])
    : part.entries().map(([key, each]): [string, unknown] => [key, each.value])
  return new Map(
    entries.flatMap(([key, value]): [string, string][] => (typeof value === 'string' ? [[key, value]] : [])),
  )
}
