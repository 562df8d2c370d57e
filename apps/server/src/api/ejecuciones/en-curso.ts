import type { Cola } from '../../motor/async-pool/cola.ts'
import type { Durables } from '../../motor/durables/durables.ts'
import type { NodosRepository } from '../../motor/metrics/nodos-repository.ts'
import { type Cursor, compareNewest } from './cursor.ts'
import { describeEspera } from './describe-espera.ts'
import type { EjecucionFilter } from './list-lugares.ts'
import type { ReadEntrada } from './read-entrada.ts'
import type { EjecucionesRepository } from './repository.ts'

/**
 * The runs under way in every process, as their heartbeats tell of them: up to a second late, and only of those that have taken longer
 * than one. The history knows a run once it has ended.
 */
export function createEnCurso({
  ejecuciones,
  durables,
  cola,
  readEntrada,
  nodos,
}: {
  ejecuciones: Pick<EjecucionesRepository, 'readNombres' | 'findNamed'>
  durables: Pick<Durables, 'listEsperas'>
  cola: Pick<Cola, 'find'>
  readEntrada: ReadEntrada
  nodos: Pick<NodosRepository, 'listAlive'>
}) {
  async function readAll() {
    const alive = await nodos.listAlive()
    return alive.flatMap(({ datos: { host, pid, enCurso } }) =>
      enCurso.map(({ claveNegocio = null, ...run }) => ({
        ...run,
        claveNegocio,
        inicio: new Date(run.inicio),
        duracionMs: null,
        estado: 'ejecutando' as const,
        nodoMotor: `${host}/${pid}`,
      })),
    )
  }

  /** Null: it was not accepted by the queue, and its process tells nobody what it was given. */
  async function findEntrada(id: string): Promise<unknown> {
    const situacion = await cola.find(id)
    return situacion && 'trabajo' in situacion ? readEntrada(situacion.trabajo) : null
  }

  return {
    /** In the shape and the order of the history's list, one page from a keyset cursor on. */
    async list(filter: EjecucionFilter, { limite, cursor }: { limite: number; cursor: Cursor | null }) {
      const { q } = filter
      const named = q === undefined ? [] : await ejecuciones.findNamed(q)
      const runs = (await readAll())
        .filter(
          (run) =>
            matches(run, filter) &&
            (q === undefined || [run.id, run.claveNegocio].includes(q) || named.includes(run.procesoId)),
        )
        .filter((run) => cursor === null || compareNewest(cursor, run) < 0)
        .toSorted(compareNewest)
        .slice(0, limite)
      const [procesos, canales] = await Promise.all([
        ejecuciones.readNombres(
          'procesos',
          runs.map(({ procesoId }) => procesoId),
        ),
        ejecuciones.readNombres(
          'canales',
          runs.flatMap(({ canalId }) => canalId ?? []),
        ),
      ])
      return runs.map((run) => ({
        ...run,
        proceso: procesos.get(run.procesoId) ?? null,
        canal: canales.get(run.canalId ?? '') ?? null,
        errorCodigo: null,
        errorMensaje: null,
        errorNodo: null,
      }))
    },

    /** In the shape of one run; its spans are kept once it has ended. */
    async find(id: string) {
      const run = (await readAll()).find((each) => each.id === id)
      if (!run) return undefined
      const [esperas, entrada] = await Promise.all([durables.listEsperas(id), findEntrada(id)])
      return {
        ...run,
        error: null,
        entrada,
        salida: null,
        pasos: [],
        pasosOmitidos: 0,
        sinDatos: false,
        ...(esperas.length > 0 && { esperas: esperas.map(describeEspera) }),
      }
    },
  }
}

interface Running {
  id: string
  procesoId: string
  canalId: string | null
  version: number | null
  origen: string
  inicio: Date
  claveNegocio: string | null
}

function matches(run: Running, filter: EjecucionFilter): boolean {
  const { desde, hasta, duracionMinMs = 0, duracionMaxMs = Number.POSITIVE_INFINITY, clave } = filter
  const duracionMs = Date.now() - run.inicio.getTime()
  return (
    (filter.procesoId ?? run.procesoId) === run.procesoId &&
    (filter.canalId ?? run.canalId) === run.canalId &&
    (filter.version ?? run.version) === run.version &&
    (filter.origen ?? run.origen) === run.origen &&
    (desde === undefined || run.inicio >= desde) &&
    (hasta === undefined || run.inicio < hasta) &&
    duracionMs >= duracionMinMs &&
    duracionMs <= duracionMaxMs &&
    (clave ?? run.claveNegocio) === run.claveNegocio
  )
}
