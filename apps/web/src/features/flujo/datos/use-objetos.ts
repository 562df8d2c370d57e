import type {
  DetalleDeObjeto,
  Nodo,
  Parametro,
  ProcesoGuardado,
  TablaResumen,
  TipoServidor,
} from '@div/contract'
import { isRecord } from '@div/ui'
import { useQueries, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../shared/api-client.ts'
import { useTiposServidor } from '../../../shared/servidores/use-tipos-servidor.ts'
import { outputOfObjeto, outputOfTablaInterna, outputOfTipo } from './catalogo-output.ts'
import { type Expected, expectedOf } from './expected-of.ts'

const STALE_MS = 60_000

/** What a node calls in the catalogue of its servidor; null when it names nothing that a catalogue holds. */
interface Objeto {
  servidorId: string
  tipoObjeto: string
  nombre: string
}

function objetoOf({ servidorId, tipoServidor, tipoObjeto, objeto }: Nodo): Objeto | null {
  if (typeof servidorId !== 'string' || typeof tipoObjeto !== 'string' || !isRecord(objeto)) return null
  const named = tipoObjeto === 'tabla' ? objeto.tabla : objeto.nombre
  const isListed =
    tipoServidor !== 'interno' && ['tabla', 'procedimiento', 'funcion', 'operacion'].includes(tipoObjeto)
  if (!isListed || typeof named !== 'string' || named === '') return null
  const { esquema } = objeto
  return { servidorId, tipoObjeto, nombre: typeof esquema === 'string' ? `${esquema}.${named}` : named }
}

function detalleQuery(objeto: Objeto | null) {
  const { servidorId = '', tipoObjeto = '', nombre = '' } = objeto ?? {}
  return {
    queryKey: ['servidores', 'objetos', servidorId, 'detalle', tipoObjeto, nombre],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callApi<DetalleDeObjeto>(
        'GET',
        `servidores/${servidorId}/objetos/${encodeURIComponent(nombre)}?${new URLSearchParams({ tipoObjeto })}`,
        { signal },
      ),
    enabled: objeto !== null,
    staleTime: STALE_MS,
    // A name that is being typed is nobody's.
    retry: false,
  }
}

/** Columns and parameters of the object that a node calls. */
export function useDetalle(nodo: Nodo) {
  return useQuery(detalleQuery(objetoOf(nodo)))
}

/** Of tables that a search found. */
export function useDetalles(tablas: readonly { servidorId: string; nombre: string }[]) {
  const objetos = tablas.map((tabla) => ({ ...tabla, tipoObjeto: 'tabla' }))
  return useQueries({ queries: objetos.map(detalleQuery) })
}

function useTablasInternas(isWanted: boolean) {
  return useQuery({
    queryKey: ['tablas', 'lienzo'],
    queryFn: ({ signal }) => callApi<TablaResumen[]>('GET', 'tablas', { signal }),
    staleTime: STALE_MS,
    enabled: isWanted,
  })
}

const callsTabla = ({ tipoServidor, tipoObjeto }: Nodo) =>
  tipoServidor === 'interno' && tipoObjeto === 'tabla'

/** What the object that a node calls wants to be given. */
export function useExpected(nodo: Nodo): readonly Expected[] {
  const { data: detalle } = useDetalle(nodo)
  const { data: proceso } = useQuery(procesoQuery(procesoOf(nodo)))
  const { data: tablas = [] } = useTablasInternas(callsTabla(nodo))
  const tabla = tablas.find(({ nombre }) => isRecord(nodo.objeto) && nombre === nodo.objeto.tabla)
  return expectedOf(nodo, {
    detalle,
    entrada: proceso?.flujo.nodos.find(({ tipo }) => tipo === 'entrada')?.parametros,
    columnas: callsTabla(nodo) ? tabla?.columnas : undefined,
  })
}

/** The proceso that a node calls, as it is drawn now. */
function procesoOf({ tipoServidor, tipoObjeto, objeto }: Nodo): string | null {
  if (tipoServidor !== 'interno' || tipoObjeto !== 'proceso' || !isRecord(objeto)) return null
  return typeof objeto.procesoId === 'string' && objeto.procesoId !== '' ? objeto.procesoId : null
}

function procesoQuery(id: string | null) {
  return {
    queryKey: ['procesos', 'lienzo', 'llamado', id ?? ''],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callApi<ProcesoGuardado>('GET', `procesos/${id}`, { signal }),
    enabled: id !== null,
    staleTime: STALE_MS,
    retry: false,
  }
}

/** What the calls of some nodes answer, as the catalogues tell. */
export function useCatalogo(nodos: readonly Nodo[]): ReadonlyMap<string, readonly Parametro[]> {
  const calls = nodos.filter((nodo) => nodo.tipo === 'proceso')
  const detalles = useQueries({ queries: calls.map((nodo) => detalleQuery(objetoOf(nodo))) })
  const procesos = useQueries({ queries: calls.map((nodo) => procesoQuery(procesoOf(nodo))) })
  const { data: tablas = [] } = useTablasInternas(calls.some(callsTabla))
  const { data: tipos = [] } = useTiposServidor()
  const known = calls.flatMap((nodo, at): [string, readonly Parametro[]][] => {
    const detalle = detalles[at]?.data
    const proceso = procesos[at]?.data
    const tabla = tablas.find(({ nombre }) => isRecord(nodo.objeto) && nombre === nodo.objeto.tabla)
    const told = outputOf(nodo, tipos)
    if (told) return [[nodo.id, told]]
    if (detalle) return [[nodo.id, outputOfObjeto(nodo, detalle)]]
    if (proceso) return [[nodo.id, answerOf(proceso)]]
    if (tabla && callsTabla(nodo)) return [[nodo.id, outputOfTablaInterna(nodo, tabla.columnas)]]
    return []
  })
  return new Map(known)
}

/** The fields of the first salida of a proceso. */
function answerOf({ flujo }: ProcesoGuardado): readonly Parametro[] {
  const parametros = flujo.nodos.find(({ tipo }) => tipo === 'salida')?.parametros ?? []
  return parametros.map(({ nombre, tipo }) => ({ nombre, ...(tipo && { tipo }) }))
}

function outputOf(nodo: Nodo, tipos: readonly TipoServidor[]): readonly Parametro[] | undefined {
  const objetos = tipos.find(({ tipoServidor }) => tipoServidor === nodo.tipoServidor)?.objetos
  const tipoObjeto = objetos?.find((each) => each.tipoObjeto === nodo.tipoObjeto)
  return tipoObjeto && outputOfTipo(nodo, tipoObjeto)
}
