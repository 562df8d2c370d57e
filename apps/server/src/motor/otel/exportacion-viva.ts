import type { TrazaW3c } from '@div/contract'
import type { Red } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import { waitAtMost } from '../../db/wait-at-most.ts'
import { EXPORTACION, openCabeceras } from '../../secretos/exportacion-secrets.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import type { Redactor } from '../history/redactor.ts'
import type { RunRecord } from '../history/run-record.ts'
import type { Nombres } from './describe-spans.ts'
import { createOtelExporter, type OtelExporter } from './otel-exporter.ts'
import { type OtelStart, settingsOf } from './otel-settings.ts'
import type { FalloDeExportacion } from './watch-exporter.ts'

/** At the end nobody waits longer for a database that says nothing. */
const FAREWELL_MS = 1_000

/** Exports runs to whom an admin has named, else to whom the product was started with; a change holds in every process that hears of it. */
export interface ExportacionViva {
  /** Undefined: nothing is exported. */
  beginTraza(idEjecucion: string): TrazaW3c | undefined
  exportRun(run: RunRecord, shiftMs: number): void
  /** What became of the last spans; null: they arrived, or there were none. */
  fallo(): FalloDeExportacion | null
  refresh(): Promise<void>
  close(): Promise<void>
}

interface ExportacionDeps {
  db: Kysely<Database>
  secretos: Pick<Secretos, 'open'>
  redactor: Pick<Redactor, 'set'>
  start: OtelStart
  version: string
  nombresOf(run: RunRecord): Nombres
  createRed(options: { permitirRedPrivada: boolean; remedio?: string }): Red
  log: Logger
}

export async function followExportacion({
  db,
  secretos,
  redactor,
  start,
  ...deps
}: ExportacionDeps): Promise<ExportacionViva> {
  const { log } = deps
  let exporter: OtelExporter | null = null
  /** What it was made of; undefined: nothing yet. */
  let inForce: string | undefined

  async function apply(): Promise<void> {
    try {
      const { exportacion } = await readAjustes(db)
      const chosen = JSON.stringify(exportacion)
      if (chosen === inForce) return
      const opened = exportacion && openCabeceras(exportacion, secretos)
      redactor.set(EXPORTACION, opened?.cabeceras.map(({ valor }) => valor) ?? [])
      const settings = opened ? settingsOf(opened) : start.settings
      const before = exporter
      exporter = settings && !start.isDisabled ? await createOtelExporter({ ...deps, settings }) : null
      inForce = chosen
      await before?.close()
    } catch (error) {
      // What was in force stays so until the next change, or until the database is back.
      log.warn({ err: error }, 'settings of the export not read')
    }
  }
  // One after the other: of two changes the later one stays.
  let turn = apply()
  await turn

  return {
    beginTraza: (idEjecucion) => exporter?.beginTraza(idEjecucion),
    exportRun: (run, shiftMs) => exporter?.exportRun(run, shiftMs),
    fallo: () => exporter?.fallo() ?? null,
    refresh() {
      turn = turn.then(apply)
      return turn
    },
    async close() {
      await waitAtMost(FAREWELL_MS, turn)
      await exporter?.close()
    },
  }
}
