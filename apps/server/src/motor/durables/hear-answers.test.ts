import { randomUUID } from 'node:crypto'
import type { Conexion, EsperaPedida, Flujo, Nodo } from '@div/contract'
import type { EsperaDeNodo, Punto } from '@div/engine'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../db/testing.ts'
import { json } from '../publishing/rest/rest-testing.ts'
import { cadena, ESPERA_TURNO, interno, mapea, startDurableMotor, trabajoDe } from './durables-testing.ts'
import { createHearing } from './hear-answers.ts'
import { storeAnswers } from './puntos-repository.ts'
import { beginDurable } from './take-over.ts'

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

/** Runs that one process has, and what they wait for as their tests say. */
async function startHearing() {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const warned: unknown[] = []
  const sello = { seal: (text: string) => text, open: (sealed: string) => sealed }
  const log = { warn: (told: object) => warned.push(told) }
  const hearing = createHearing({ db, selloOf: () => sello, log })
  return {
    db,
    warned,
    hearAnswers: hearing.hearAnswers,
    async follow(listEsperas: () => EsperaDeNodo[]) {
      const [id, procesoId] = [randomUUID(), randomUUID()]
      await beginDurable(db, { id, trabajo: trabajoDe(procesoId) })
      const heard: unknown[] = []
      const corriendo = {
        watch: () => ({ pasos: [], open: new Set<never>() }),
        listEsperas,
        hear: (puntos: readonly Punto[]) => heard.push(...puntos.map(({ nodo, valor }) => ({ nodo, valor }))),
      }
      hearing.follow({ id, procesoId, intento: 1, input: { corriendo }, hide: (espera) => espera })
      return { id, heard }
    },
    answer: (ejecucionId: string, nodo: string, contenido: string) =>
      storeAnswers(
        db,
        [{ ejecucionId, nodo, iteracion: '', region: null, salida: '', compensa: false, contenido }],
        { enFila: 1_000 },
      ),
    async asked(ejecucionId: string) {
      const query = db.selectFrom('esperas').select('nodo').where('ejecucionId', '=', ejecucionId)
      return (await query.orderBy('nodo').execute()).map(({ nodo }) => nodo)
    },
  }
}

const espera = (nodo: string, pedida: EsperaPedida = { clase: 'senal', vence: null }) => ({
  nodo,
  iteracion: null,
  region: null,
  pedida,
})
const aprobacion = (titulo: string) =>
  ({ clase: 'aprobacion', vence: null, titulo, descripcion: '', rol: 'operador', datos: {} }) as const

test('a run of which something goes wrong keeps no other from hearing', async () => {
  const { follow, answer, hearAnswers, warned } = await startHearing()
  const broken = await follow(() => {
    throw new Error('roto')
  })
  const illegible = await follow(() => [espera('x')])
  const { id, heard } = await follow(() => [espera('x')])
  await answer(illegible.id, 'x', 'ilegible')
  await answer(id, 'x', '{"valor":7}')
  await hearAnswers()
  expect(heard).toEqual([{ nodo: 'x', valor: 7 }])
  expect(warned).toMatchObject([{ idEjecucion: broken.id }, { idEjecucion: illegible.id }])
})

test('a run may wait for more at once than one statement has parameters', async () => {
  const { follow, answer, hearAnswers, asked } = await startHearing()
  const esperas = Array.from({ length: 8_000 }, (_each, index) => espera(`x${index}`, aprobacion('Pago')))
  const { id, heard } = await follow(() => esperas)
  await answer(id, 'x7', '{"valor":"sí"}')
  await hearAnswers()
  expect(heard).toEqual([{ nodo: 'x7', valor: 'sí' }])
  expect(await asked(id)).toHaveLength(esperas.length - 1)
})

test('of what a run waits for only that is not asked whose data is refused', async () => {
  const { follow, hearAnswers, asked, warned } = await startHearing()
  const { id } = await follow(() => ['a', 'b', 'c'].map((nodo) => espera(nodo, aprobacion(nodo))))
  const { id: partly } = await follow(() => [
    espera('a', aprobacion('Pago')),
    espera('b', aprobacion('\0')),
    espera('c', aprobacion('Pago')),
    espera('d', aprobacion('\0')),
  ])
  await hearAnswers()
  expect({ whole: await asked(id), partly: await asked(partly) }).toEqual({
    whole: ['a', 'b', 'c'],
    partly: ['a', 'c'],
  })
  const refused = (nodo: string) => ({ idEjecucion: partly, nodo })
  expect(warned).toMatchObject([refused('b'), refused('d')])
  await hearAnswers()
  expect(warned).toHaveLength(2)
})

test('what a run waited for is not written once it sleeps, has ended or is of another attempt', async () => {
  const { db, follow, hearAnswers, asked } = await startHearing()
  for (const change of [sql`dormida = true`, sql`terminada = now()`, sql`intento = 2`]) {
    const { id } = await follow(() => [espera('x')])
    await sql`update ejecuciones_durables set ${change} where id = ${id}`.execute(db)
    await hearAnswers()
    expect(await asked(id)).toEqual([])
  }
})

test('a run that somebody is changing is not waited for, and looked at again', async () => {
  const { db, follow, hearAnswers, asked } = await startHearing()
  const { id: held } = await follow(() => [espera('x')])
  const { id: free } = await follow(() => [espera('x')])
  await db.transaction().execute(async (trx) => {
    await sql`select from ejecuciones_durables where id = ${held} for update`.execute(trx)
    await hearAnswers()
    expect({ held: await asked(held), free: await asked(free) }).toEqual({ held: [], free: ['x'] })
  })
  await hearAnswers()
  expect(await asked(held)).toEqual(['x'])
})

test('a checkpoint that is being written keeps nobody from being asked', async () => {
  const { db, follow, hearAnswers, asked } = await startHearing()
  const { id } = await follow(() => [espera('x')])
  await db.transaction().execute(async (trx) => {
    await sql`select from ejecuciones_durables where id = ${id} for share`.execute(trx)
    await hearAnswers()
    expect(await asked(id)).toEqual(['x'])
  })
})
