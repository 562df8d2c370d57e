import { expect } from 'vitest'
import type { Product } from '../../e2e/product.ts'
import type { CallbackPeer } from './callback-peer.ts'
import type { Ask } from './chaos-tareas.ts'

/** How often a worker looks at the rules: as often as can be. */
export const LOOKING = { DIV_LIMITE_ALERTAS_SEGUNDOS: '1' }

/** A rule that begins and ends to hold whenever something breaks: nothing in the queue may wait for a second. */
export async function addChaosAlerta(product: Product, { aviso }: CallbackPeer): Promise<void> {
  const made = await product.api('POST', '/alertas', {
    nombre: 'La cola espera',
    condicion: { tipo: 'cola', segundos: 1 },
    webhook: aviso,
    recuperaMinutos: 0,
  })
  expect(made.status, made.text).toBe(201)
}

/** One thing is found once, told of once when it begins and once when it has ended, and nothing is told that was not found. */
export async function expectAlertas(
  ask: Ask,
  { peer, timeout }: { peer: CallbackPeer; timeout: number },
): Promise<void> {
  await expect.poll(() => ask(UNTOLD), { timeout, interval: 250 }).toEqual([])
  expect(await ask(TOGETHER)).toEqual([])
  expect(await ask(NOT_TOLD_ONCE)).toEqual([])
  const stored = await ask<{ id: string; tipo: string; incidencia: string }>(
    "select id, tipo, incidencia_id as incidencia from alertas_entregas where estado <> 'pendiente'",
  )
  const known = new Map(stored.map(({ id, tipo, incidencia }) => [id, { tipo, incidencia }]))
  const heard = [...peer.alertas].map(([id, { tipo, incidencia }]) => ({
    id,
    tipo,
    incidencia: incidencia.id,
  }))
  expect(heard.filter(({ id, ...told }) => JSON.stringify(known.get(id)) !== JSON.stringify(told))).toEqual(
    [],
  )
  expect(stored.filter(({ id }) => !peer.alertas.has(id))).toEqual([])
}

/** Messages that are still on their way, or were given up. */
const UNTOLD = "select id from alertas_entregas where estado <> 'entregada'"

/** Of one rule and one thing, two that stood at the same time. */
const TOGETHER = `
  select one.id from alertas_incidencias as one join alertas_incidencias as other using (alerta_id, sujeto)
  where one.id <> other.id and one.desde <= other.desde and coalesce(one.hasta, 'infinity') > other.desde`

/** Begun without a word or with two, or ended without its beginning. */
const NOT_TOLD_ONCE = `
  select incidencia.id from alertas_incidencias as incidencia
  left join alertas_entregas as entrega on entrega.incidencia_id = incidencia.id
  where incidencia.alerta_id in (select id from alertas where webhook is not null)
  group by incidencia.id having count(*) filter (where tipo = 'alerta') <> 1 or count(*) filter (where tipo = 'recuperacion') > 1`
