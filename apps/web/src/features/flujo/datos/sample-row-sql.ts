import type { Nodo } from '@div/contract'
import { isRecord } from '@div/ui'

/** How each system writes a name that may be a word of its language, and where it is asked for one row only. */
const WRITINGS: Readonly<Record<string, { open: string; close: string; before?: string; after?: string }>> = {
  mysql: { open: '`', close: '`', after: ' limit 1' },
  oracle: { open: '"', close: '"', after: ' fetch next 1 rows only' },
  postgresql: { open: '"', close: '"', after: ' limit 1' },
  sqlite: { open: '"', close: '"', after: ' limit 1' },
  sqlserver: { open: '[', close: ']', before: 'top (1) ' },
}

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
  const writing = typeof tipoServidor === 'string' ? WRITINGS[tipoServidor] : undefined
  if (tipo !== 'proceso' || tipoObjeto !== 'tabla' || writing === undefined) return null
  if (typeof servidorId !== 'string' || !isRecord(objeto)) return null
  const { tabla, esquema, operacion = 'seleccionar', columnas } = objeto
  if (typeof tabla !== 'string' || tabla === '' || operacion !== 'seleccionar') return null
  const { open, close, before = '', after = '' } = writing
  const named = (name: string) => `${open}${name.replaceAll(close, close + close)}${close}`
  const place = [...(typeof esquema === 'string' && esquema !== '' ? [esquema] : []), tabla]
    .map(named)
    .join('.')
  return { servidorId, tabla, sql: `select ${before}${selected(columnas, named)} from ${place}${after}` }
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
