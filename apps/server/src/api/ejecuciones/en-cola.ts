import { type Paso, wallShift } from '@div/contract'
import type { Cola } from '../../motor/async-pool/cola.ts'
import type { Trabajo } from '../../motor/async-pool/trabajo.ts'
import type { Durables } from '../../motor/durables/durables.ts'
import type { Busquedas } from './busquedas.ts'
import type { Cursor } from './cursor.ts'
import { describeEspera } from './describe-espera.ts'
import type { EjecucionFilter } from './list-lugares.ts'
import type { ReadEntrada } from './read-entrada.ts'
import type { EjecucionesRepository } from './repository.ts'

/** Runs that wait for a worker or sleep, in the shapes of the history: they begin, so far, when they were accepted. */
export function createEnCola({
  ejecuciones,
  busquedas,
  readEntrada,
  cola,
  durables,
}: {
  ejecuciones: Pick<EjecucionesRepository, 'readNombres'>
  busquedas: Busquedas
  readEntrada: ReadEntrada
  cola: Pick<Cola, 'find' | 'listWaiting' | 'listAsleep'>
  durables: Pick<Durables, 'readAvance'>
}) {
  const listOf = (estado: 'en_cola' | 'esperando') => ({
    async list({ q, clave, ...filter }: EjecucionFilter, page: { limite: number; cursor: Cursor | null }) {
      // What has not begun has taken no time.
      if ((filter.duracionMinMs ?? 0) > 0 || filter.duracionMaxMs !== undefined) return []
      const each = await Promise.all([
        ...(q === undefined ? [] : [busquedas.ofText(q)]),
        ...(clave === undefined ? [] : [busquedas.ofClave(clave)]),
      ])
      const list = estado === 'en_cola' ? cola.listWaiting : cola.listAsleep
      const waiting = await list({ ...filter, busquedas: each }, page)
      const [procesos, canales, claveOf] = await Promise.all([
        ejecuciones.readNombres(
          'procesos',
          waiting.map(({ trabajo }) => trabajo.procesoId),
        ),
        ejecuciones.readNombres(
          'canales',
          waiting.flatMap(({ trabajo }) => trabajo.canalId ?? []),
        ),
        busquedas.readClaveNegocio(),
      ])
      return waiting.map(({ id, trabajo, aceptada }) => ({
        ...describe(id, trabajo, aceptada),
        estado,
        proceso: procesos.get(trabajo.procesoId) ?? null,
        canal: canales.get(trabajo.canalId ?? '') ?? null,
        errorCodigo: null,
        errorMensaje: null,
        errorNodo: null,
        claveNegocio: claveOf(trabajo),
      }))
    },
  })

  return {
    enCola: listOf('en_cola'),
    esperando: listOf('esperando'),

    async find(id: string) {
      const situacion = await cola.find(id)
      if (!situacion || !('trabajo' in situacion)) return undefined
      const { estado, trabajo, aceptada } = situacion
      const [avance, claveOf, entrada] = await Promise.all([
        estado === 'esperando' ? durables.readAvance(id) : undefined,
        busquedas.readClaveNegocio(),
        readEntrada(trabajo),
      ])
      return {
        ...describe(id, trabajo, aceptada),
        estado,
        error: null,
        claveNegocio: claveOf(trabajo),
        entrada,
        salida: null,
        pasos: avance?.pasos.map(withoutDatos) ?? [],
        pasosOmitidos: avance?.omitidos ?? 0,
        sinDatos: false,
        ...(avance && { esperas: avance.esperas.map(describeEspera) }),
      }
    },
  }
}

/** What it went in with and came out with is masked when the run has ended. */
function withoutDatos({
  nodo,
  estado,
  inicio,
  duracionMs,
  intentos,
  iteracion,
  iteraciones,
  rama,
}: Paso): Paso {
  return {
    nodo,
    estado,
    inicio: inicio + wallShift(),
    duracionMs,
    intentos,
    ...(iteracion && { iteracion }),
    ...(iteraciones !== undefined && { iteraciones }),
    ...(rama !== undefined && { rama }),
  }
}

function describe(id: string, { procesoId, version, canalId, origen }: Trabajo, aceptada: Date) {
  return {
    id,
    inicio: aceptada,
    duracionMs: null,
    procesoId,
    version,
    canalId,
    origen,
    nodoMotor: '',
  }
}
