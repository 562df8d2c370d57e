import { createHash } from 'node:crypto'
import type {
  Flujo,
  Inventario,
  Nombrado,
  ParametroDeInventario,
  Proceso,
  ProcesoDeInventario,
  ServidorDeInventario,
  VinculoComparado,
} from '@div/contract'
import { sortKeys } from '../paquetes/paquete.ts'
import { listDependencias } from '../usos/list-dependencias.ts'
import { renameParametros } from '../usos/rename-parametros.ts'
import { type Link, nameFlujo } from './link-paquete.ts'

interface Documento {
  modo: Proceso['modo']
  flujo: Flujo
}

/** A proceso as it is stored. */
export interface ProcesoLeido
  extends Pick<ProcesoDeInventario, 'id' | 'nombre' | 'revision' | 'concurrencia'> {
  borrador: Documento
  publicado: (Documento & { version: number; publicadaEn: Date }) | null
}

/** What stands in this DIV under the ids and names that flujos say. */
export interface Catalogo {
  servidores: ReadonlyMap<string, ServidorDeInventario>
  procesos: ReadonlyMap<string, string>
  /** By the name in small letters. */
  parametros: ReadonlyMap<string, ParametroDeInventario>
}

/** What an inventory says of a proceso, under the names of another DIV. */
export function describeProceso(
  { id, nombre, revision, concurrencia, borrador, publicado }: ProcesoLeido,
  options: { catalogo: Catalogo; link: Link },
): ProcesoDeInventario {
  return {
    id,
    nombre,
    revision,
    concurrencia,
    version: publicado?.version ?? null,
    publicadaEn: publicado?.publicadaEn.toISOString() ?? null,
    huella: publicado && digest(publicado, options),
    huellaBorrador: digest(borrador, options),
    dependencias: publicado ? listNombrados(publicado.flujo, options) : [],
  }
}

export function listCatalogo({
  servidores,
  parametros,
}: Catalogo): Pick<Inventario, 'servidores' | 'parametros'> {
  return { servidores: [...servidores.values()], parametros: [...parametros.values()] }
}

/** A servidor or parámetro that a published proceso names, as it is called in this DIV. */
export type NombreUsado = Pick<VinculoComparado, 'recurso' | 'nombre'>

export function listUsados({ publicado }: ProcesoLeido, { servidores, parametros }: Catalogo): NombreUsado[] {
  if (publicado === null) return []
  return listDependencias(publicado.flujo).flatMap(({ recurso, referencia }): NombreUsado[] => {
    if (recurso === 'servidores')
      return [{ recurso, nombre: servidores.get(referencia)?.nombre ?? referencia }]
    if (recurso !== 'parametros') return []
    return [{ recurso, nombre: parametros.get(referencia.toLowerCase())?.nombre ?? referencia }]
  })
}

type Options = Parameters<typeof describeProceso>[1]

/** The same of two that do the same, in whichever DIV and whatever the order of their keys. */
function digest({ modo, flujo }: Documento, options: Options): string {
  const { link } = options
  const renamed = renameParametros(flujo, (nombre) => link('parametros', nombre))
  const named = nameFlujo(renamed, (recurso, referencia) =>
    nameOf(recurso, referencia, options).toLowerCase(),
  )
  return createHash('sha256')
    .update(JSON.stringify(sortKeys({ modo, flujo: named })))
    .digest('base64url')
}

function nameOf(
  recurso: Nombrado['recurso'],
  referencia: string,
  { catalogo: { servidores, procesos }, link }: Options,
): string {
  const nombre =
    recurso === 'servidores'
      ? servidores.get(referencia)?.nombre
      : recurso === 'procesos'
        ? procesos.get(referencia)
        : referencia
  return link(recurso, nombre ?? referencia)
}

function listNombrados(flujo: Flujo, options: Options): Nombrado[] {
  const { servidores, parametros } = options.catalogo
  const named = listDependencias(flujo).map(({ recurso, referencia }): Nombrado => {
    const nombre = nameOf(recurso, referencia, options)
    const tipo =
      recurso === 'servidores'
        ? servidores.get(referencia)?.tipo
        : recurso === 'parametros'
          ? parametros.get(referencia.toLowerCase())?.tipo
          : undefined
    return { recurso, nombre, tipo: tipo ?? null }
  })
  return [...new Map(named.map((each) => [`${each.recurso}/${each.nombre.toLowerCase()}`, each])).values()]
}
