import type { Conexion, Flujo, Nodo } from '@div/contract'
import { expect, onTestFinished, test } from 'vitest'
import { json } from '../publishing/rest/rest-testing.ts'
import { cadena, ESPERA_TURNO, interno, mapea, startDurableMotor } from './durables-testing.ts'

/** These one after another beside a branch that waits for its turn at a sequence. */
function beside(nodos: readonly Partial<Nodo>[], respuesta: string): Flujo {
  const flujo = cadena([...nodos, ESPERA_TURNO], respuesta)
  const last = nodos.at(-1)?.id ?? ''
  const apart = ({ origen, destino, ...conexion }: Conexion): Conexion =>
    destino === 'turno' ? { ...conexion, origen: 'n1', destino } : { ...conexion, origen, destino }
  return {
    ...flujo,
    conexiones: [...flujo.conexiones.map(apart), { id: 'fin', origen: last, destino: 'n2' }],
  }
}

/** A run that works for as long as its test goes on. */
async function startWorking(flujo: Flujo) {
  const started = await startDurableMotor()
  const { publish, call, db, withTurnoLocked, ask } = started
  await publish('espera', flujo, { modo: 'asincrono' })
  const done = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const locking = withTurnoLocked(async () => {
    locked.resolve()
    await done.promise
  })
  onTestFinished(async () => {
    done.resolve()
    await locking
  })
  await locked.promise
  const { body } = await call('/espera/cosas', json({ texto: 'hola' }))
  const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
  return {
    ...started,
    idEjecucion,
    esperas: () => db.selectFrom('esperas').selectAll().execute(),
    /** What it has come to, in the one attempt that there was. */
    async end() {
      done.resolve()
      await expect.poll(() => ask(urlEstado), { timeout: 10_000 }).toMatchObject({ estado: 'ok' })
      expect(await db.selectFrom('ejecucionesDurables').select('intento').execute()).toEqual([{ intento: 1 }])
      expect(await db.selectFrom('esperas').select('nodo').execute()).toEqual([])
      return (await ask(urlEstado)).salida
    },
  }
}

type Working = Awaited<ReturnType<typeof startWorking>>

test.each<[string, Partial<Nodo>, string, (working: Working) => Promise<unknown>, unknown]>([
  [
    'an approval, which a person is asked for meanwhile',
    interno('x', 'aprobacion', { titulo: 'Pago', rol: 'operador' }),
    'x.aprobada',
    async ({ esperas, motor: { runtime }, db }) => {
      await expect.poll(esperas, { timeout: 10_000 }).toMatchObject([{ nodo: 'x', rol: 'operador' }])
      const [asked] = await runtime.cola.esperas.listAprobaciones({ roles: ['operador'], limite: 9 })
      const espera = await runtime.cola.esperas.findAprobacion(asked?.id ?? '')
      if (!espera) throw new Error('nobody is asked')
      await db.transaction().execute((trx) => runtime.cola.esperas.decide(trx, espera, { aprobada: true }))
    },
    true,
  ],
  [
    'a signal, before there is a row of it too',
    interno('x', 'senal', {}),
    'x.dice',
    async ({ idEjecucion: ejecucionId, motor: { url, runtime }, guardados }) => {
      // Begun by now, so that it may be answered.
      await expect.poll(() => runtime.durables.findBegun(ejecucionId)).toBeDefined()
      const token = runtime.cola.esperas.tokenOf({ ejecucionId, nodo: 'x', iteracion: '' })
      expect((await fetch(`${url}/senales/${token}`, json({ dice: 'ya' }))).status).toBe(202)
      expect(await guardados()).toContain('x')
    },
    'ya',
  ],
  ['a time', interno('x', 'espera', { ms: 1_500 }), '"pasó"', async () => {}, 'pasó'],
])('%s is heard by the attempt that works on another branch', async (_what, espera, da, answer, r) => {
  const working = await startWorking(beside([espera, mapea('sigue', da)], 'sigue.x & turno.x'))
  await answer(working)
  await expect.poll(working.guardados, { timeout: 10_000 }).toEqual(['sigue', 'x'])
  expect(await working.end()).toMatchObject({ r: `${r === true ? 'VERDADERO' : r}1` })
})

test('what a run waits for no more while it works nobody is asked for', async () => {
  const flujo = beside(
    [{ id: 'd', tipo: 'splitter-split' }, interno('p', 'aprobacion', { titulo: 'Pago', rol: 'operador' })],
    'j.total & turno.x',
  )
  const paso = { nombre: 'Otra', posicion: { x: 0, y: 0 } }
  const { esperas, guardados, end } = await startWorking({
    ...flujo,
    nodos: [
      ...flujo.nodos,
      { ...paso, ...interno('t', 'espera', { ms: 3_000 }) } as Nodo,
      {
        ...paso,
        id: 'j',
        tipo: 'splitter-join',
        parametros: [],
        split: 'd',
        union: { tipo: 'alguno' },
      } as Nodo,
    ],
    conexiones: [
      ...flujo.conexiones.map((each) => (each.id === 'fin' ? { ...each, destino: 'j' } : each)),
      { id: 'dt', origen: 'd', destino: 't' },
      { id: 'tj', origen: 't', destino: 'j' },
      { id: 'js', origen: 'j', destino: 'n2' },
    ],
  })
  const asked = async () => (await esperas()).map(({ nodo }) => nodo).toSorted()
  await expect.poll(asked, { timeout: 10_000 }).toEqual(['p', 't'])
  await expect.poll(asked, { timeout: 10_000 }).toEqual([])
  expect(await guardados()).toContain('d')
  await end()
})
