import type { Aprobacion } from '@div/contract'
import { expect } from 'vitest'
import type { Product } from '../../e2e/product.ts'
import type { Ask } from './chaos-tareas.ts'

/** How often somebody looks whether there is something to decide. */
const LOOK_MS = 200

export interface Deciding {
  /** Each decision is that of its run, and was asked for once. */
  expectKept(ask: Ask): Promise<void>
  stop(): Promise<void>
}

/** What is decided of the run with a key, whenever it is asked for. */
const decide = (clave: number) => clave % 2 === 0

/** A person who decides whatever there is to decide. */
export function startDeciding(product: Product): Deciding {
  /** Runs of which it was heard that the decision was taken. */
  const decided = new Set<string>()
  const askedAgain: string[] = []
  let isOver = false

  async function look(): Promise<void> {
    const { status, json } = await product.api('GET', '/aprobaciones')
    if (status !== 200) return
    for (const { id, ejecucionId, datos } of json as Aprobacion[]) {
      if (decided.has(ejecucionId)) askedAgain.push(ejecucionId)
      const aprobada = decide(Number(datos.clave))
      const { status: taken } = await product.api('POST', `/aprobaciones/${id}`, { aprobada, comentario: '' })
      if (taken === 200) decided.add(ejecucionId)
    }
  }
  async function goOn(): Promise<void> {
    while (!isOver) {
      // While the database is restarted the administration may be away.
      await look().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
  const going = goOn()
  return {
    async expectKept(ask) {
      expect(decided.size).toBeGreaterThan(0)
      expect(askedAgain).toEqual([])
      const ended = await ask<{ id: string; clave: number; aprobada: boolean }>(`
        select id, (cuerpo ->> 'clave')::int as clave, (cuerpo ->> 'aprobada')::boolean as aprobada from (
          select id, convert_from(cuerpo, 'UTF8')::jsonb as cuerpo from respuestas_asincronas where estado = 'ok') as answer
        where cuerpo ? 'aprobada'`)
      expect(ended.filter(({ clave, aprobada }) => aprobada !== decide(clave))).toEqual([])
      const known = new Set(ended.map(({ id }) => id))
      const lost = [...decided.keys()].filter((id) => !known.has(id))
      const explained = await ask<{ id: string }>(`
        select id from respuestas_asincronas where estado <> 'ok'
        union all select source_id from cola.job where name = 'ejecuciones-perdidas'`)
      expect(lost.filter((id) => !explained.some((each) => each.id === id))).toEqual([])
      const twice = await ask(`
        select recurso_id from auditoria where accion in ('aprobar', 'rechazar') group by 1 having count(*) > 1`)
      expect(twice).toEqual([])
    },
    async stop() {
      isOver = true
      await going
    },
  }
}
