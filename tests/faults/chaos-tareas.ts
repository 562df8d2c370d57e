import type { Tarea } from '@div/contract'
import { expect } from 'vitest'
import type { Product } from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'

/** Asks the database of the product. */
export type Ask = <Row extends Record<string, unknown>>(statement: string) => Promise<Row[]>

interface Cadencia {
  solapamiento: Tarea['solapamiento']
  seconds: number
  trabajo: 'vacio' | 'lento'
}

/** One tarea for each thing that may become of a firing whose predecessor still runs. */
const CADENCIAS: readonly Cadencia[] = [
  { solapamiento: 'permitir', seconds: 1, trabajo: 'vacio' },
  // Takes longer than from one firing to the next.
  { solapamiento: 'omitir', seconds: 1, trabajo: 'lento' },
  { solapamiento: 'encolar', seconds: 3, trabajo: 'lento' },
  { solapamiento: 'cancelarAnterior', seconds: 2, trabajo: 'lento' },
]

export interface ChaosTareas {
  /** Fires nothing any more, and checks what the ledger says of all that was fired. */
  expectLedger(options: { timeout: number }): Promise<void>
}

export async function startChaosTareas(
  product: Product,
  ask: Ask,
  publish: (nombre: Cadencia['trabajo']) => Promise<string>,
): Promise<ChaosTareas> {
  const procesos = { vacio: await publish('vacio'), lento: await publish('lento') }
  const tareas = new Map<string, Cadencia>()
  for (const cadencia of CADENCIAS) {
    const { solapamiento, seconds, trabajo } = cadencia
    const tarea = {
      nombre: `Tarea ${solapamiento}`,
      procesoId: procesos[trabajo],
      cron: `R/${new Date(Date.now() + 1_000).toISOString()}/PT${seconds}S`,
      zonaHoraria: 'UTC',
      entrada: {},
      activo: true,
      solapamiento,
      alPerder: 'todas',
    }
    const made = await product.api('POST', '/tareas-programadas', tarea)
    expect(made.status, made.text).toBe(201)
    tareas.set(idOf(made.json), cadencia)
  }

  return {
    async expectLedger({ timeout }) {
      await ask('update tareas_programadas set activo = false, revision = revision + 1')
      await expect.poll(() => ask(UNENDED), { timeout, interval: 250 }).toEqual([])
      for (const [tareaId, { solapamiento, seconds }] of tareas) {
        const [ledger] = await ask<Record<string, number>>(`
          select count(*)::int as entradas, count(distinct previsto)::int as previstas,
            (extract(epoch from max(previsto) - min(previsto)) / ${seconds})::int + 1 as debidas,
            count(*) filter (where estado = 'disparado')::int as disparadas, count(distinct ejecucion_id)::int as ejecuciones,
            count(ejecucion_id) filter (where estado <> 'disparado')::int as sobrantes
          from disparos where tarea_id = '${tareaId}'`)
        const { debidas, disparadas } = ledger ?? {}
        expect(disparadas, solapamiento).toBeGreaterThan(0)
        expect(ledger, solapamiento).toEqual({
          entradas: debidas,
          previstas: debidas,
          debidas,
          disparadas,
          ejecuciones: disparadas,
          sobrantes: 0,
        })
        expect(await ask(WITHOUT_RUN(tareaId)), solapamiento).toEqual([])
        const maySkip = solapamiento === 'omitir'
        if (!maySkip) expect(disparadas, solapamiento).toBe(debidas)
        if (maySkip || solapamiento === 'encolar')
          expect(await ask(BESIDE(tareaId)), solapamiento).toEqual([])
        if (solapamiento === 'encolar') expect(await ask(OUT_OF_TURN(tareaId))).toEqual([])
      }
    },
  }
}

/** Runs that were fired and go on. */
const UNENDED = `
  select ejecucion_id from disparos where ejecucion_id is not null and (
    exists (select from cola.job where name = 'ejecuciones' and id = ejecucion_id and state <= 'active')
    or exists (select from ejecuciones_durables as run where run.id = ejecucion_id and terminada is null))`

/** Told of as fired, and no run came of it. */
const WITHOUT_RUN = (tareaId: string) => `
  select ejecucion_id from disparos where tarea_id = '${tareaId}' and estado = 'disparado'
    and not exists (select from cola.job where id = ejecucion_id or source_id = ejecucion_id)
    and not exists (select from ejecuciones_durables as run where run.id = ejecucion_id)`

/** The runs of a tarea with their times; of one that was given up nobody knows when it stopped. */
const RUNS = (tareaId: string) => `
  select run.id, previsto, comenzada, terminada from disparos join ejecuciones_durables as run on run.id = ejecucion_id
  where tarea_id = '${tareaId}'
    and not exists (select from cola.job where name = 'ejecuciones-perdidas' and source_id = run.id)`

/** Begun before an earlier one had ended. */
const BESIDE = (tareaId: string) => `
  select id from (
    select id, comenzada, max(terminada) over (order by comenzada, id rows between unbounded preceding and 1 preceding) as antes
    from (${RUNS(tareaId)}) as run) as pair where comenzada < antes`

/** Begun before one that was due earlier. */
const OUT_OF_TURN = (tareaId: string) => `
  select id from (
    select id, previsto, lag(previsto) over (order by comenzada, id) as antes from (${RUNS(tareaId)}) as run) as pair
  where previsto < antes`
