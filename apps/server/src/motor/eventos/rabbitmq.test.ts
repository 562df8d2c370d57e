import { randomUUID } from 'node:crypto'
import type { Limits } from '@div/contract'
import { hasRabbitmq, openCola, RABBITMQ } from '@div/servidores/testing-rabbitmq'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acceptTanda } from './accept-tanda.ts'
import { readTareaConEvento } from './escuchas-repository.ts'
import {
  addEscucha,
  addServidor,
  PATIENCE,
  PEDIDO,
  readAnswers,
  readDetalle,
  startEventosMotor,
  waitUntil,
} from './eventos-testing.ts'

async function startWithCola(options: { deadLetter?: string } = {}, limits: Partial<Limits> = {}) {
  const cola = await openCola(options)
  onTestFinished(cola.close)
  const motor = await startEventosMotor(limits)
  const servidorId = await addServidor(motor, 'rabbitmq', RABBITMQ)
  const procesoId = await motor.publishProceso(PEDIDO)
  const evento = {
    procesoId,
    servidorId,
    tipoEvento: 'llegada',
    opciones: { cola: cola.cola, formato: 'json' },
  }
  return { cola, motor, evento }
}

describe.skipIf(!(await hasRabbitmq()))('with RabbitMQ at 127.0.0.1:5672', { timeout: 120_000 }, () => {
  test('each message begins a run, in its order, and is confirmed when the run is stored', async () => {
    const { cola, motor, evento } = await startWithCola()
    for (const pedido of [1, 2, 3]) await cola.put(JSON.stringify({ pedido }))
    const tareaId = await addEscucha(motor, evento)
    await waitUntil(motor, tareaId, 'escuchando')
    await expect
      .poll(() => readAnswers(motor, tareaId), PATIENCE)
      .toEqual([{ pedido: 1 }, { pedido: 2 }, { pedido: 3 }])
    expect(await cola.count()).toBe(0)
  })

  test('of two messages with the same id the second begins nothing', async () => {
    const { cola, motor, evento } = await startWithCola()
    const tareaId = await addEscucha(motor, evento)
    await cola.put('{"pedido":1}', { messageId: 'm-1' })
    await cola.put('{"pedido":1}', { messageId: 'm-1' })
    await cola.put('{"pedido":2}', { messageId: 'm-2' })
    await expect.poll(() => readAnswers(motor, tareaId), PATIENCE).toEqual([{ pedido: 1 }, { pedido: 2 }])
    await expect.poll(cola.count, PATIENCE).toBe(0)
  })

  test('what nobody can read is told again, and then set apart with its cause and left to the dead letters of the queue', async () => {
    const muertos = await openCola()
    onTestFinished(muertos.close)
    const { cola, motor, evento } = await startWithCola({ deadLetter: muertos.cola })
    const tareaId = await addEscucha(motor, { ...evento, intentos: 2 })
    await cola.put('{"pedido":"ninguno"}')
    await cola.put('{')
    await cola.put('{"pedido":7}')
    await expect.poll(muertos.count, PATIENCE).toBe(2)
    await expect.poll(() => readAnswers(motor, tareaId), PATIENCE).toContainEqual({ pedido: 7 })
    const apartados = await motor.database.db
      .selectFrom('eventosApartados')
      .select(['entregas', 'causa', 'datos', 'apartado'])
      .orderBy('causa')
      .execute()
    expect(apartados).toEqual([
      { entregas: 2, causa: expect.stringContaining('no es JSON'), datos: null, apartado: true },
      {
        entregas: 2,
        causa: expect.stringContaining('pedido'),
        datos: expect.objectContaining({ mensaje: { pedido: 'ninguno' } }),
        apartado: true,
      },
    ])
  })

  test('with as many set apart as there may be none is taken, until somebody decides about one', async () => {
    const { cola, motor, evento } = await startWithCola({}, { eventosApartados: 2 })
    const { db } = motor.database
    for (const texto of ['{', '[', '<', '{"pedido":7}']) await cola.put(texto)
    const tareaId = await addEscucha(motor, { ...evento, intentos: 1, enVuelo: 1 })
    const listApart = () => db.selectFrom('eventosApartados').select('id').orderBy('momento').execute()
    await waitUntil(motor, tareaId, 'en_espera')
    const [first] = await listApart()
    expect(await listApart()).toHaveLength(2)
    expect(await readDetalle(motor, tareaId)).toContain('2 eventos apartados')
    await db
      .deleteFrom('eventosApartados')
      .where('id', '=', first?.id ?? '')
      .execute()
    await expect.poll(async () => (await listApart()).length, PATIENCE).toBe(2)
    expect(await listApart()).not.toContainEqual(first)
    await db.deleteFrom('eventosApartados').execute()
    await expect.poll(() => readAnswers(motor, tareaId), PATIENCE).toContainEqual({ pedido: 7 })
  })

  test('a worker that dies after it has stored a run and before it confirms the message begins nothing twice', async () => {
    const { cola, motor, evento } = await startWithCola()
    const { db } = motor.database
    const { cola: queue, limites, pools } = motor.runtime
    const muerto = { dueno: randomUUID(), nodo: 'muerto' }
    const tareaId = await addEscucha(motor, evento, { activo: false })
    // It listens before any other could.
    await db
      .insertInto('escuchas')
      .values({ ...muerto, tareaId, hasta: sql`now() + interval '1 hour'`, estado: 'conectando' })
      .execute()
    await db.updateTable('tareasProgramadas').set({ activo: true }).where('id', '=', tareaId).execute()
    await cola.put('{"pedido":1}', { messageId: 'm-1' })
    const tarea = await readTareaConEvento(db, tareaId)
    if (!tarea) throw new Error('no tarea')
    const abierto = await pools.openEvento(tarea.evento, 'muerto')
    const { signal } = new AbortController()
    const room = async () => 1
    const listening = abierto.listen({ cursor: null, maximo: 1, signal, opened: () => {}, room })
    for await (const tanda of listening) {
      const toEntrada = () => ({ pedido: 1 })
      const accepted = await acceptTanda(
        { db, cola: queue, limits: limites },
        { tarea, dueno: muerto.dueno, toEntrada },
        tanda,
      )
      expect(accepted).toEqual({ suertes: ['hecho'], aceptadas: [expect.any(String)] })
      break
    }
    await abierto.close()
    await expect.poll(cola.count, PATIENCE).toBe(1)
    await db
      .updateTable('escuchas')
      .set({ hasta: new Date(0) })
      .execute()
    await waitUntil(motor, tareaId, 'escuchando')
    await expect.poll(cola.count, PATIENCE).toBe(0)
    await cola.put('{"pedido":2}', { messageId: 'm-2' })
    await expect.poll(() => readAnswers(motor, tareaId), PATIENCE).toEqual([{ pedido: 1 }, { pedido: 2 }])
  })

  test('while it is not active nothing is taken, and then all that came', async () => {
    const { cola, motor, evento } = await startWithCola()
    const { db } = motor.database
    const tareaId = await addEscucha(motor, evento)
    await waitUntil(motor, tareaId, 'escuchando')
    await expect.poll(cola.consumers, PATIENCE).toBe(1)
    const change = (activo: boolean, revision: number) =>
      db.updateTable('tareasProgramadas').set({ activo, revision }).where('id', '=', tareaId).execute()
    await change(false, 2)
    await expect.poll(cola.consumers, PATIENCE).toBe(0)
    await cola.put('{"pedido":1}')
    expect(await cola.count()).toBe(1)
    await change(true, 3)
    await expect.poll(() => readAnswers(motor, tareaId), PATIENCE).toEqual([{ pedido: 1 }])
  })

  test('a source that is not there is told, and tried again until it is', async () => {
    const { motor, evento } = await startWithCola()
    const tareaId = await addEscucha(motor, {
      ...evento,
      opciones: { cola: 'div-prueba-ninguna', formato: 'json' },
    })
    await waitUntil(motor, tareaId, 'sin_conexion')
    expect(await readDetalle(motor, tareaId)).toContain('no existe lo que se nombra')
  })
})
