import { type Consumidor, LIMITS, type LlamadaContext } from '@div/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { testContext } from '../pools/testing.ts'
import { createPresupuesto, type PresupuestoDeIa } from './presupuesto.ts'
import { insertPrecio, insertPresupuesto, insertServidor } from './testing.ts'

const servidorId = uuid()
const procesoId = uuid()
/** Of a run that is under way. */
const EJECUCION = uuid()
const PEDIDO = { modelo: 'chico', clase: 'texto', maximo: { entrada: 600_000, salida: 400_000 } } as const
const MAXIMO = 1
const ENTERO = { entrada: 600_000, salida: 400_000, cacheada: 0 }
const MEDIO = { entrada: 300_000, salida: 200_000, cacheada: 0 }

let database: TestDatabase
let presupuesto: PresupuestoDeIa

beforeEach(async () => {
  database = await createTestDatabase()
  presupuesto = createPresupuesto({
    db: database.db,
    limits: LIMITS,
    findRun: (id) => (id === EJECUCION ? { procesoId, canalId: null } : undefined),
    log: { warn() {} },
  })
  await insertServidor(database.db, servidorId)
  await insertPrecio(database.db, { modelo: 'chico', entrada: '1', salida: '1' })
})
afterEach(async () => {
  presupuesto.close()
  await database.drop()
})

const contextOf = (consumidor: Consumidor, idEjecucion = 'e1'): LlamadaContext =>
  testContext({ idEjecucion, caller: { secretos: { redact: (text) => text }, consumidor } })
const reserve = (context: LlamadaContext = testContext(), pedido: Parameters<typeof ask>[0] = PEDIDO) =>
  ask(pedido, context)
const ask = (
  pedido: { modelo: string; clase: 'texto' | 'vectores'; maximo: { entrada: number; salida: number } },
  context: LlamadaContext,
) => presupuesto.of(servidorId).reserve(pedido, context)

async function stateOf(id: string) {
  const { rows } = await sql<{ gastado: string; reservado: string; rechazos: number }>`
    select trim_scale(gastado)::text as gastado, trim_scale(reservado)::text as reservado, rechazos
    from ai_presupuesto_periodos where presupuesto_id = ${id}::uuid`.execute(database.db)
  return rows[0]
}

test('what a call may cost is set aside, and what it did cost is spent', async () => {
  const id = await insertPresupuesto(database.db, { importe: '3' })
  const first = await reserve()
  expect(await stateOf(id)).toEqual({ gastado: '0', reservado: '1', rechazos: 0 })
  await first.settle(MEDIO)
  await first.settle(ENTERO)
  expect(await stateOf(id)).toEqual({ gastado: '0.5', reservado: '0', rechazos: 0 })
  const second = await reserve()
  await second.release()
  expect(await stateOf(id)).toEqual({ gastado: '0.5', reservado: '0', rechazos: 0 })
})

test('of 100 calls at once exactly those are made that fit, to the last cent', async () => {
  const id = await insertPresupuesto(database.db, { importe: '7.5' })
  const outer = await insertPresupuesto(database.db, { importe: '90', ambito: 'proceso', de: procesoId })
  const settled = await Promise.allSettled(
    Array.from({ length: 100 }, () => reserve(testContext({ idEjecucion: EJECUCION }))),
  )
  const accepted = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const refused = settled.flatMap((each) => (each.status === 'rejected' ? each.reason.codigo : []))
  expect(accepted).toHaveLength(7)
  expect(new Set(refused)).toEqual(new Set(['PRESUPUESTO_AGOTADO']))
  expect(await stateOf(id)).toEqual({ gastado: '0', reservado: '7', rechazos: 93 })
  await Promise.all(accepted.map((each) => each.settle(ENTERO)))
  expect(await stateOf(id)).toEqual({ gastado: '7', reservado: '0', rechazos: 93 })
  expect(await stateOf(outer)).toEqual({ gastado: '7', reservado: '0', rechazos: 0 })
})

test('whatever calls come together and however they end, no hard budget is passed and the sums are those of the ledger', async () => {
  const usuarioId = await addUsuario('ana')
  const ids = [
    await insertPresupuesto(database.db, { importe: '5' }),
    await insertPresupuesto(database.db, { importe: '4', ambito: 'usuario', de: usuarioId }),
    await insertPresupuesto(database.db, { importe: '3', ambito: 'role', de: 'operador' }),
    await insertPresupuesto(database.db, { importe: '2', ambito: 'proceso', de: procesoId }),
  ]
  const call = fc.record({
    isOfAna: fc.boolean(),
    isOfProceso: fc.boolean(),
    end: fc.constantFrom('liquidar', 'liberar', 'dejar'),
    parts: fc.integer({ min: 0, max: 100 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 30 }), async (calls) => {
      await Promise.allSettled(
        calls.map(async ({ isOfAna, isOfProceso, end, parts }) => {
          const context = contextOf(isOfAna ? { usuarioId } : {}, isOfProceso ? EJECUCION : 'e1')
          const reserva = await reserve(context)
          if (end === 'liquidar')
            await reserva.settle({ entrada: parts * 6_000, salida: parts * 4_000, cacheada: 0 })
          if (end === 'liberar') await reserva.release()
        }),
      )
      for (const id of ids) {
        const { rows } = await sql<{ isWithin: boolean; isExact: boolean }>`
          select gastado + periodo.reservado <= presupuesto.importe as is_within,
            gastado = coalesce(sum(consumo.importe), 0) and periodo.reservado =
              coalesce(sum(consumo.reservado) filter (where estado = 'reservado'), 0) as is_exact
          from ai_presupuesto_periodos as periodo
            join ai_presupuestos as presupuesto on presupuesto.id = periodo.presupuesto_id
            left join ai_consumos as consumo
              on ai_cuenta(presupuesto, usuario_id, role, agente, proceso_id)
          where presupuesto.id = ${id}::uuid group by periodo.presupuesto_id, periodo.inicio, presupuesto.id`.execute(
          database.db,
        )
        expect(rows).toEqual(rows.map(() => ({ isWithin: true, isExact: true })))
      }
    }),
    { numRuns: 8 },
  )
})

test.each([
  ['anybody', {}, { ambito: 'todos' }, true],
  ['an agent', { agente: 'soporte' }, { ambito: 'agente', de: 'soporte' }, true],
  ['another agent', { agente: 'ventas' }, { ambito: 'agente', de: 'soporte' }, false],
  ['nobody in particular', {}, { ambito: 'role', de: 'operador' }, false],
] as const)('a call of %s is counted by whom it is of', async (_, consumidor, scope, isCounted) => {
  const id = await insertPresupuesto(database.db, { importe: '9', ...scope })
  await (await reserve(contextOf(consumidor))).settle(ENTERO)
  expect(await stateOf(id)).toEqual(isCounted ? { gastado: '1', reservado: '0', rechazos: 0 } : undefined)
})

test('a user is counted by name and by role', async () => {
  const usuarioId = await addUsuario('berta')
  const ids = [
    await insertPresupuesto(database.db, { importe: '9', ambito: 'usuario', de: usuarioId }),
    await insertPresupuesto(database.db, { importe: '9', ambito: 'role', de: 'operador' }),
  ]
  await (await reserve(contextOf({ usuarioId }))).settle(MEDIO)
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ gastado: '0.5' })
})

test('without a price only a hard budget refuses, and says in which currency it is wanted', async () => {
  const pedido = { ...PEDIDO, modelo: 'sin-precio' }
  await insertPresupuesto(database.db, { importe: '9', duro: false })
  await (await reserve(testContext(), pedido)).settle(ENTERO)
  await insertPresupuesto(database.db, { importe: '9', moneda: 'EUR' })
  for (const each of [pedido, PEDIDO])
    await expect(reserve(testContext(), each)).rejects.toMatchObject({ codigo: 'MODELO_SIN_PRECIO' })
  const [consumo] = await database.db.selectFrom('aiConsumos').selectAll().execute()
  expect(consumo).toMatchObject({ estado: 'liquidado', importe: null, entrada: '600000' })
})

test('a budget made later counts what its period has seen, also what is under way', async () => {
  await (await reserve()).settle(MEDIO)
  const open = await reserve()
  const id = await insertPresupuesto(database.db, { importe: '2' })
  await expect(reserve()).rejects.toMatchObject({ codigo: 'PRESUPUESTO_AGOTADO' })
  expect(await stateOf(id)).toEqual({ gastado: '0.5', reservado: '1', rechazos: 1 })
  await open.settle(MEDIO)
  expect(await stateOf(id)).toEqual({ gastado: '1', reservado: '0', rechazos: 1 })
})

test('a call of which nobody said how it ended counts as its most, until somebody does', async () => {
  const id = await insertPresupuesto(database.db, { importe: '9' })
  const left = await reserve()
  await presupuesto.sweep()
  expect(await stateOf(id)).toMatchObject({ reservado: '1' })
  await sql`update ai_consumos set momento = now() - interval '1 day'`.execute(database.db)
  await presupuesto.sweep()
  expect(await stateOf(id)).toEqual({ gastado: String(MAXIMO), reservado: '0', rechazos: 0 })
  await left.settle(MEDIO)
  expect(await stateOf(id)).toEqual({ gastado: '0.5', reservado: '0', rechazos: 0 })
})

test('each threshold is told once in a period', async () => {
  await insertPresupuesto(database.db, { importe: '2', duro: false, avisos: [50, 80, 100] })
  const told = async () =>
    (
      await sql<{ umbral: number }>`select umbral from ai_presupuesto_avisos order by umbral`.execute(
        database.db,
      )
    ).rows.map(({ umbral }) => umbral)
  await (await reserve()).settle(MEDIO)
  expect(await told()).toEqual([])
  await (await reserve()).settle(MEDIO)
  expect(await told()).toEqual([50])
  await (await reserve()).settle(ENTERO)
  await (await reserve()).settle(ENTERO)
  expect(await told()).toEqual([50, 80, 100])
})

test('one that is switched off counts nothing, and another period begins from nothing', async () => {
  await insertPresupuesto(database.db, { importe: '0', activo: false })
  const id = await insertPresupuesto(database.db, {
    importe: '1',
    periodo: 'dia',
    zonaHoraria: 'America/Bogota',
  })
  await (await reserve()).settle(ENTERO)
  await expect(reserve()).rejects.toThrow('se repone el')
  await sql`update ai_consumos set momento = momento - interval '2 days'`.execute(database.db)
  await database.db.deleteFrom('aiPresupuestoPeriodos').where('presupuestoId', '=', id).execute()
  await (await reserve()).release()
  expect(await stateOf(id)).toEqual({ gastado: '0', reservado: '0', rechazos: 0 })
})

async function addUsuario(username: string): Promise<string> {
  const id = uuid()
  await database.db
    .insertInto('usuarios')
    .values({
      id,
      username,
      email: `${username}@prueba.es`,
      role: 'operador',
      activo: true,
      passwordHash: 'x',
      actualizadoPor: null,
    })
    .execute()
  return id
}
