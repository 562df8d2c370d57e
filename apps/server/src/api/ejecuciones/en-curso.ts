import type { NodosRepository } from '../../motor/metrics/nodos-repository.ts'
import type { EjecucionesRepository, EjecucionFilter } from './repository.ts'

/**
 * The runs under way in every process, as their heartbeats tell of them: up to a second late, and only of those that have taken longer
 * than one. The history knows a run once it has ended.
 */
export function createEnCurso({
  ejecuciones,
  nodos,
}: {
  ejecuciones: Pick<EjecucionesRepository, 'readNombres'>
  nodos: Pick<NodosRepository, 'listAlive'>
}) {
  async function readAll() {
    const alive = await nodos.listAlive()
    return alive.flatMap(({ datos: { host, pid, enCurso } }) =>
      enCurso.map((run) => ({
        ...run,
        inicio: new Date(run.inicio),
        duracionMs: null,
        estado: 'ejecutando' as const,
        nodoMotor: `${host}/${pid}`,
      })),
    )
  }

  return {
    /** In the shape and the order of the history's list. */
    async list(filter: EjecucionFilter) {
      const runs = (await readAll()).filter((run) => matches(run, filter))
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
      return runs
        .toSorted((left, right) => right.inicio.getTime() - left.inicio.getTime())
        .map((run) => ({
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
      return run && { ...run, error: null, entrada: null, salida: null, pasos: [], pasosOmitidos: 0 }
    },
  }
}

interface Running {
  procesoId: string
  canalId: string | null
  version: number | null
  origen: string
  inicio: Date
}

function matches(run: Running, filter: EjecucionFilter): boolean {
  const { desde, hasta, duracionMinMs = 0, q } = filter
  const begun = run.inicio.getTime()
  return (
    (filter.procesoId ?? run.procesoId) === run.procesoId &&
    (filter.canalId ?? run.canalId) === run.canalId &&
    (filter.version ?? run.version) === run.version &&
    (filter.origen ?? run.origen) === run.origen &&
    (desde === undefined || run.inicio >= desde) &&
    (hasta === undefined || run.inicio < hasta) &&
    Date.now() - begun >= duracionMinMs &&
    // It is sought in the error, and these have none.
    q === undefined
  )
}
