import { type AjustesTrazas, ajustesTrazasSchema, type Limits } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import { compileMascaras, type Mascaras, NO_MASKS } from './mascaras.ts'
import { Traza } from './traza.ts'

/** How much of a run is kept. */
export type TamanosDeTraza = Pick<
  Limits,
  'muestraBytes' | 'muestraElementos' | 'historialEjecucionBytes' | 'historialDatosPorSegundo'
>

/** What an admin has decided of traces; a change holds in every process that hears of it. */
export interface TrazasVivas {
  /** Always the same object for a proceso. */
  of(procesoId: string): Traza
  tamanos(): TamanosDeTraza
  mascaras(): Mascaras
  /** Of the whole history; null: none. */
  maxBytes(): number | null
  refresh(): Promise<void>
}

const MEGABYTE = 1_048_576

export async function followTrazas({
  db,
  limits,
  log,
}: {
  db: Kysely<Database>
  limits: TamanosDeTraza
  log: Logger
}): Promise<TrazasVivas> {
  const trazas = new Map<string, Traza>()
  let ajustes: AjustesTrazas = ajustesTrazasSchema.parse({})
  let mascaras = NO_MASKS
  let tamanos = tamanosOf(ajustes, limits)

  const nivelOf = (procesoId: string) =>
    ajustes.procesos.find((each) => each.procesoId === procesoId) ?? ajustes

  async function refresh(): Promise<void> {
    try {
      ajustes = ajustesTrazasSchema.parse((await readAjustes(db)).trazas)
      mascaras = compileMascaras(ajustes)
      tamanos = tamanosOf(ajustes, limits)
      for (const [procesoId, traza] of trazas) traza.apply(nivelOf(procesoId))
    } catch (error) {
      // What was in force stays so until the next change, or until the database is back.
      log.warn({ err: error }, 'settings of the traces not read')
    }
  }
  await refresh()

  return {
    of(procesoId) {
      let traza = trazas.get(procesoId)
      if (traza === undefined) {
        traza = new Traza(nivelOf(procesoId))
        trazas.set(procesoId, traza)
      }
      return traza
    },
    tamanos: () => tamanos,
    mascaras: () => mascaras,
    maxBytes: () => (ajustes.historialMegabytes === null ? null : ajustes.historialMegabytes * MEGABYTE),
    refresh,
  }
}

function tamanosOf(
  { muestraBytes, muestraElementos, historialEjecucionBytes, historialDatosPorSegundo }: AjustesTrazas,
  limits: TamanosDeTraza,
): TamanosDeTraza {
  return {
    muestraBytes: muestraBytes ?? limits.muestraBytes,
    muestraElementos: muestraElementos ?? limits.muestraElementos,
    historialEjecucionBytes: historialEjecucionBytes ?? limits.historialEjecucionBytes,
    historialDatosPorSegundo: historialDatosPorSegundo ?? limits.historialDatosPorSegundo,
  }
}
