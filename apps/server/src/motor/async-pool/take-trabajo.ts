import { ProcesoNoEjecutable } from '@div/contract'
import type { GuardaPuntos, Plan } from '@div/engine'
import type { SecretScope } from '../history/secret-scope.ts'
import { compileOrRefuse } from '../runtime/compile-or-refuse.ts'
import type { Runtime } from '../runtime.ts'
import type { Trabajo } from './trabajo.ts'

/** What a worker knows of a run that it has taken from the queue. */
export interface Toma {
  idEjecucion: string
  trabajo: Trabajo
  /** Times that it was given to a worker before. */
  perdidas: number
  /** After so long it has to be over: when that has been written down, the queue gives it to somebody else. */
  venceEnMs: number
}

/** An attempt of a durable run. */
export interface Durable {
  intento: number
  /** The first one. */
  comenzada: Date
  puntos: GuardaPuntos
}

interface Ready {
  plan: Plan
  /** Null: a draft. */
  version: number | null
  secretos: SecretScope
}

export interface Taken extends Ready {
  entrada: Record<string, unknown>
  /** Null: it runs in memory. */
  durable: Durable | null
}

/** Claims what a worker has got from the queue, with the plan that runs it. */
export function createTaker({
  definitions,
  durables,
  compile,
  readScope,
}: Pick<Runtime, 'definitions' | 'durables' | 'compile' | 'readScope'>): (toma: Toma) => Promise<Taken> {
  /** Throws ProcesoNoEjecutable. */
  async function prepare(trabajo: Trabajo): Promise<Ready> {
    const { procesoId, version, flujo } = trabajo
    if (flujo) return { ...compileOrRefuse(compile(flujo, 'durable')), version: null }
    const published = await definitions.find(procesoId, version)
    const plan = published?.outcome.plan
    if (!published || !plan) {
      throw new ProcesoNoEjecutable({
        proceso: definitions.current().nombreDeProceso(procesoId) ?? procesoId,
        motivo: published
          ? `su versión ${published.version} tiene errores: ${published.defecto.replace(/\.$/, '')}`
          : 'no está publicado',
      })
    }
    const { secretos } = await readScope(trabajo)
    return { plan, version: published.version, secretos }
  }

  /** A run that was begun before goes on with the version with which it began. */
  return async ({ idEjecucion: id, trabajo, perdidas }) => {
    const version = perdidas === 0 ? trabajo.version : ((await durables.findVersion(id)) ?? trabajo.version)
    const ready = await prepare({ ...trabajo, version })
    const entrada = ready.plan.entrada.coerce(trabajo.entrada)
    if (!ready.plan.durable) return { ...ready, entrada, durable: null }
    const { intento, comenzada } = await durables.claim({ id, trabajo, version: ready.version, perdidas })
    const desde = trabajo.continua ? comenzada : null
    const puntos = await durables.open(ready.plan, { id, procesoId: trabajo.procesoId, intento, desde })
    return { ...ready, entrada, durable: { intento, comenzada, puntos } }
  }
}
