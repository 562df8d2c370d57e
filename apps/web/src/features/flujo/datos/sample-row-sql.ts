import type { Nodo } from '@div/contract'
import { isRecord } from '@div/ui'

/** How each system writes a name that may be a word of its language. */
const QUOTES: Readonly<Record<string, string>> = { mysql: '`', postgresql: '"', sqlite: '"' }

export interface SampleRowQuery {
  servidorId: string
  tabla: string
  sql: string
}

/** The query for one row of the table that a node reads; null of a node that reads none. */
export function sampleRowQuery({
  tipo,
  servidorId,
  tipoServidor,
  tipoObjeto,
  objeto,
}: Nodo): SampleRowQuery | null {
  const quote = typeof tipoServidor === 'string' ? QUOTES[tipoServidor] : undefined
  if (tipo !== 'proceso' || tipoObjeto !== 'tabla' || quote === undefined) return null
  if (typeof servidorId !== 'string' || !isRecord(objeto)) return null
  const { tabla, esquema, operacion = 'seleccionar', columnas } = objeto
  if (typeof tabla !== 'string' || tabla === '' || operacion !== 'seleccionar') return null
  const named = (name: string) => `${quote}${name.replaceAll(quote, quote + quote)}${quote}`
  const place = [...(typeof esquema === 'string' && esquema !== '' ? [esquema] : []), tabla]
    .map(named)
    .join('.')
  return { servidorId, tabla, sql: `select ${selected(columnas, named)} from ${place} limit 1` }
}

function selected(columnas: unknown, named: (name: string) => string): string {
  if (!Array.isArray(columnas) || columnas.length === 0) return '*'
  const list = columnas.flatMap((each: unknown) => {
    const { columna, alias } = isRecord(each) ? each : { columna: each, alias: undefined }
    if (typeof columna !== 'string') return []
    return typeof alias === 'string' ? `${named(columna)} as ${named(alias)}` : named(columna)
  })
  return list.length === 0 ? '*' : list.join(', ')
}
