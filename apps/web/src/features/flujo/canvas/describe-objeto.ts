import type { Nodo } from '@div/contract'
import { isRecord } from '@div/ui'

type Objeto = Readonly<Record<string, unknown>>

/** What is said of objects that have no name of their own. */
const DEEDS: Readonly<Record<string, string>> = {
  consulta: 'consulta SQL',
  proceso: 'otro proceso',
  espera: 'esperar',
  senal: 'esperar una señal',
  direccionDeSenal: 'dirección de una señal',
  aprobacion: 'pedir una aprobación',
  registro: 'escribir en el registro',
  correo: 'enviar un correo',
}

const VERBS: Readonly<Record<string, string>> = {
  insertar: 'insertar en ',
  insertarMasivo: 'insertar en ',
  actualizar: 'actualizar ',
  eliminar: 'eliminar de ',
}

/** What a node does at its servidor, in a few words: `customer por id`, `GET /clientes/{id}`. Undefined: nobody has said yet. */
export function describeObjeto({ tipoObjeto, objeto, parametros }: Nodo): string | undefined {
  if (typeof tipoObjeto !== 'string' || tipoObjeto === '') return undefined
  const fields: Objeto = isRecord(objeto) ? objeto : {}
  const { sql, tabla, metodo, ruta, nombre } = fields
  if (typeof sql === 'string') return describeSql(sql) ?? DEEDS.consulta
  if (typeof tabla === 'string' && tabla !== '')
    return `${VERBS[String(fields.operacion)] ?? ''}${tabla}${chosenBy(fields, parametros)}`
  if (typeof ruta === 'string') return `${typeof metodo === 'string' ? metodo : 'GET'} ${ruta}`.trim()
  return typeof nombre === 'string' && nombre !== '' ? nombre : (DEEDS[tipoObjeto] ?? tipoObjeto)
}

/** Which rows: by the columns of the filter, or where the parameters are columns by those. */
function chosenBy({ filtro, operacion }: Objeto, parametros: Nodo['parametros']): string {
  const own = operacion === 'buscar' ? parametros.map(({ nombre }) => nombre) : []
  const rows = isRecord(filtro) ? [filtro.y, filtro.o].find(Array.isArray) : undefined
  const columnas = rows?.flatMap((row: unknown) => (isRecord(row) ? [row.columna] : [])) ?? own
  const named = columnas.filter((each) => typeof each === 'string')
  return named.length === 0 ? '' : ` por ${named.join(', ')}`
}

const SQL_DEEDS: readonly (readonly [words: string, where: RegExp])[] = [
  ['insertar en ', /^\s*insert\s+into\s+([\w."`]+)\s/i],
  ['actualizar ', /^\s*update\s+([\w."`]+)\s/i],
  ['eliminar de ', /^\s*delete\s+from\s+([\w."`]+)(?:\s|$)/i],
  ['', /\bfrom\s+([\w."`]+)(?:\s|$)/i],
]

/** The first table that a query is about. */
function describeSql(sql: string): string | undefined {
  for (const [words, where] of SQL_DEEDS) {
    const tabla = where.exec(sql)?.[1]
    if (tabla !== undefined) return `${words}${tabla.replaceAll(/["`]/g, '')}`
  }
  return undefined
}
