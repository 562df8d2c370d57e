import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventoDeTarea, Flujo } from '@div/contract'
import type { Tanda } from '@div/servidores'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { flujoOf, startRestMotor } from '../publishing/rest/rest-testing.ts'
import { acceptTanda } from './accept-tanda.ts'
import { readCursor, readTareaConEvento } from './escuchas-repository.ts'
import { addEscucha, addServidor, PATIENCE, PEDIDO, readAnswers, waitUntil } from './eventos-testing.ts'
import { FUENTES, type Fuente } from './fuentes-testing.ts'

/** Ends once its turn may be taken. */
const WAITING: Flujo = flujoOf(
  [{ nombre: 'pedido', tipo: 'entero', requerido: true }],
  [
    { nombre: 'pedido', valorAsignado: { nodo: 'n1', ruta: 'pedido' } },
    { nombre: 'turno', expresion: 'CONSECUTIVO("turno")' },
  ],
)

/** Two looks of a source that is asked each second. */
const TWO_LOOKS_MS = 2_500

describe.each(FUENTES)('$nombre', ({ isHere, repite = false, start }) => {
  describe.skipIf(!isHere)('as what begins a tarea', { timeout: 120_000 }, () => {
    let rest: Awaited<ReturnType<typeof startRestMotor>>
    let fuente: Fuente

    beforeAll(async () => {
      fuente = await start()
      rest = await startRestMotor()
    })
    afterAll(async () => {
      await rest?.close()
      await fuente?.stop()
    })

    async function begin(
      flujo: Flujo,
      { activo = true, ...changes }: Partial<EventoDeTarea> & { activo?: boolean } = {},
    ) {
      const { motor } = rest
      const { evento, ...lugar } = await fuente.openLugar()
      const tareaId = await addEscucha(
        motor,
        {
          procesoId: await motor.publishProceso(flujo),
          servidorId: await addServidor(motor, fuente.tipoServidor, fuente.config),
          ...evento,
          ...changes,
        },
        { activo },
      )
      const activate = (isActive: boolean) =>
        motor.database.db
          .updateTable('tareasProgramadas')
          .set(({ eb }) => ({ activo: isActive, revision: eb('revision', '+', 1) }))
          .where('id', '=', tareaId)
          .execute()
      onTestFinished(async () => {
        await activate(false)
        await lugar.close()
      })
      return {
        ...lugar,
        tareaId,
        activate,
        answers: () => readAnswers(motor, tareaId),
        async expectConfirmed() {
          if (lugar.count) await expect.poll(lugar.count, PATIENCE).toBe(0)
        },
      }
    }

    test('each event is a run that ends, in its order, and is confirmed', async () => {
      const { motor } = rest
      const { tareaId, put, answers, expectConfirmed } = await begin(PEDIDO)
      await waitUntil(motor, tareaId, 'escuchando')
      for (const pedido of ['1', '2', '3']) await put(pedido)
      await expect.poll(answers, PATIENCE).toEqual([{ pedido: 1 }, { pedido: 2 }, { pedido: 3 }])
      await expectConfirmed()
      await put('4')
      await expect.poll(async () => (await answers()).slice(3), PATIENCE).toEqual([{ pedido: 4 }])
    })

    test('a worker that dies before it has stored a run loses nothing, and one that dies before it confirms begins nothing twice', async () => {
      const { motor } = rest
      const { db } = motor.database
      const { tareaId, put, count, activate, answers, expectConfirmed } = await begin(PEDIDO, {
        activo: false,
      })
      const muerto = { dueno: randomUUID(), nodo: 'muerto' }
      // It listens before any other could.
      await db
        .insertInto('escuchas')
        .values({ ...muerto, tareaId, hasta: sql`now() + interval '1 hour'`, estado: 'conectando' })
        .execute()
      await activate(true)
      const tarea = await readTareaConEvento(db, tareaId)
      if (!tarea) throw new Error('no tarea')

      /** What comes before the first event, such as where listening begins, is settled. */
      async function dieWith(take: (tanda: Tanda) => Promise<unknown>, opened = () => {}) {
        if (!tarea) return
        const abierto = await motor.runtime.pools.openEvento(tarea.evento, `div-${tareaId}`)
        const { signal } = new AbortController()
        const room = async () => 1
        const cursor = await readCursor(db, tarea, muerto)
        for await (const tanda of abierto.listen({ cursor, maximo: 1, signal, opened, room })) {
          await take(tanda)
          if (tanda.eventos.length > 0) break
          await tanda.settle([])
        }
        await abierto.close()
      }
      const accept = (tanda: Tanda) =>
        acceptTanda(
          { db, cola: motor.runtime.cola, limits: motor.runtime.limites },
          { tarea, dueno: muerto.dueno, toEntrada: () => ({ pedido: 1 }) },
          tanda,
        )

      let isPut = false
      await dieWith(
        // Where listening begins is kept, whatever comes of what it tells.
        async (tanda) => tanda.eventos.length === 0 && (await accept(tanda)),
        () => {
          if (!isPut) void put('1')
          isPut = true
        },
      )
      expect(await answers()).toEqual([])
      await dieWith(accept)
      if (count) expect(await count()).toBe(1)

      await db
        .updateTable('escuchas')
        .set({ hasta: new Date(0) })
        .where('tareaId', '=', tareaId)
        .execute()
      await waitUntil(motor, tareaId, 'escuchando')
      await put('2')
      const once = [{ pedido: 1 }, { pedido: 2 }]
      await expect.poll(answers, PATIENCE).toEqual(repite ? [{ pedido: 1 }, ...once] : once)
      await expectConfirmed()
    })

    test('what the proceso does not admit is told again, then set apart, and keeps nothing that comes after it', async () => {
      const { motor } = rest
      const { tareaId, put, answers, expectConfirmed } = await begin(PEDIDO, { intentos: 2 })
      await waitUntil(motor, tareaId, 'escuchando')
      await put('ninguno')
      await put('7')
      const readApart = () =>
        motor.database.db
          .selectFrom('eventosApartados')
          .select(['entregas', 'causa', 'datos'])
          .where('tareaId', '=', tareaId)
          .where('apartado', '=', true)
          .execute()
      await expect
        .poll(readApart, PATIENCE)
        .toEqual([{ entregas: 2, causa: expect.stringContaining('pedido'), datos: expect.any(Object) }])
      await expect.poll(answers, PATIENCE).toContainEqual({ pedido: 7 })
      await expectConfirmed()
      await put('8')
      await expect.poll(answers, PATIENCE).toContainEqual({ pedido: 8 })
      expect(await readApart()).toHaveLength(1)
      expect(await answers()).toHaveLength(3)
    })

    test('no more are taken than may be under way: the source keeps the rest until there is room', async () => {
      const { motor, withTurnoLocked } = rest
      const { tareaId, put, answers, expectConfirmed } = await begin(WAITING, { enVuelo: 1 })
      await waitUntil(motor, tareaId, 'escuchando')
      await withTurnoLocked(async () => {
        for (const pedido of ['1', '2', '3']) await put(pedido)
        await expect.poll(answers, PATIENCE).toEqual([null])
        await sleep(TWO_LOOKS_MS)
        expect(await answers()).toEqual([null])
      })
      const pedidos = async () => (await answers()).map((answer) => Object(answer).pedido)
      await expect.poll(pedidos, PATIENCE).toEqual([1, 2, 3])
      await expectConfirmed()
    })
  })
})
