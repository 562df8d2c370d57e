import { LIMITS, type Limits } from '@div/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDurables } from './durables.ts'
import { cadena, interno, mapea, startWaitingRun } from './durables-testing.ts'

const ESPERA = interno('senal', 'senal', {})

/** How far a run has come, for whoever reads no more than these limits say. */
async function readWith(
  { motor, idEjecucion }: Pick<Awaited<ReturnType<typeof startWaitingRun>>, 'motor' | 'idEjecucion'>,
  limits: Partial<Limits>,
) {
  const { db } = motor.database
  const log = pino({ level: 'silent' })
  const durables = createDurables({ db, secretos: motor.secretos, limits: { ...LIMITS, ...limits }, log })
  const avance = await durables.readAvance(idEjecucion)
  if (!avance) throw new Error('not begun')
  return {
    pasos: avance.pasos.map(({ nodo }) => nodo),
    esperas: avance.esperas.length,
    omitidos: avance.omitidos,
  }
}

test('of what a run has kept no more is read than one node may give: the smaller ones, and the others are counted', async () => {
  const gives = (id: string, chars: number) => mapea(id, `"${'x'.repeat(chars)}"`)
  const flujo = cadena([gives('a', 15_000), gives('b', 15_500), mapea('c', '1'), ESPERA], 'a.x & b.x & c.x')
  const run = await startWaitingRun(flujo)
  expect(await readWith(run, {})).toEqual({ pasos: ['a', 'b', 'c'], esperas: 1, omitidos: 0 })
  const few = await readWith(run, { puntoDeControlBytes: 30_000 })
  expect(few).toEqual({ pasos: ['a', 'c'], esperas: 1, omitidos: 1 })
  expect(await readWith(run, { puntoDeControlBytes: 100 })).toEqual({ pasos: [], esperas: 1, omitidos: 3 })
})

test('of what a run sleeps for no more is told than there is room for beside its nodes, and always something', async () => {
  const deLista = { lista: { nodo: 'lista', ruta: 'x' }, concurrencia: 5 }
  const flujo = cadena(
    [
      { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2, 3, 4, 5] }] },
      { id: 'd', tipo: 'splitter-split', parametros: [], ...deLista },
      ESPERA,
      { id: 'j', tipo: 'splitter-join', parametros: [], split: 'd' },
    ],
    '1',
  )
  const run = await startWaitingRun(flujo)
  const all = await readWith(run, {})
  expect(all).toMatchObject({ esperas: 5, omitidos: 0 })
  const nodos = all.pasos.length
  const three = await readWith(run, { pasosPorEjecucion: nodos + 3 })
  expect(three).toEqual({ pasos: all.pasos, esperas: 3, omitidos: 2 })
  const one = await readWith(run, { pasosPorEjecucion: nodos })
  expect(one).toEqual({ pasos: all.pasos, esperas: 1, omitidos: 4 })
})
