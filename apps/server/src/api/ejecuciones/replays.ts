import { isDeepStrictEqual } from 'node:util'
import type { Flujo, Proceso } from '@div/contract'
import type { Durables } from '../../motor/durables/durables.ts'
import type { Conservada } from '../../motor/durables/take-over.ts'
import type { Ejecucion } from '../../motor/history/restore-pasos.ts'
import type { DurableDraft } from '../../motor/runtime/run-durable-draft.ts'
import { refuseField } from './list-again.ts'
import { planContinuation } from './plan-continuation.ts'
import { planReplay } from './plan-replay.ts'
import type { EjecucionesRepository } from './repository.ts'

interface Asked {
  ejecucion: Ejecucion
  /** With which it is run again. */
  proceso: { flujo: Flujo; modo: Proceso['modo']; version: number | undefined }
  /** From here on; undefined: from the beginning. */
  nodo: string | undefined
  /** Only this item of the regions around; undefined: all of them. */
  iteracion: readonly number[] | undefined
}

type Repeated = Pick<DurableDraft, 'entrada' | 'datosFijados' | 'continua'>

/**
 * What a run is repeated with. A durable one goes on from its checkpoints as long as they are there; any other, and one whose checkpoints are
 * gone, from what the history has of its nodes.
 */
export function createReplays({
  ejecuciones,
  durables,
}: {
  ejecuciones: Pick<EjecucionesRepository, 'findVersion'>
  durables: Pick<Durables, 'findConservada'>
}) {
  /** The document of which the checkpoints are where that is another one; null: it is this one. */
  async function readOther({ ejecucion, proceso }: Asked, { flujo }: Conservada): Promise<Flujo | null> {
    const { procesoId, version } = ejecucion
    const ran = version === null ? flujo : (await ejecuciones.findVersion(procesoId, version))?.flujo
    return ran && !isDeepStrictEqual(ran, proceso.flujo) ? ran : null
  }

  return {
    /** Throws DatosInvalidos, and MuestraIncompleta where neither has a value whole. */
    async plan(asked: Asked): Promise<Repeated> {
      const { ejecucion, proceso, nodo, iteracion } = asked
      if (nodo === undefined && iteracion !== undefined)
        throw refuseField('iteracion', 'Diga también desde qué nodo.')
      const kept = proceso.modo === 'durable' ? await durables.findConservada(ejecucion.id) : undefined
      const { flujo } = proceso
      if (!kept) return planReplay({ flujo, ejecucion, nodo })
      const { entrada } = kept
      if (nodo === undefined) return { entrada }
      const other = await readOther(asked, kept)
      // Of another document nobody knows which of what was kept it would hide.
      if (other && kept.isSealed) return planReplay({ flujo, ejecucion, nodo })
      const continuation = planContinuation(flujo, { nodo, iteracion }, other)
      return { entrada, continua: { ejecucionId: ejecucion.id, ...continuation, isOther: other !== null } }
    },
  }
}
