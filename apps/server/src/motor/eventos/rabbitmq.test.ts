import type { Limits } from '@div/contract'
import { hasRabbitmq, openCola, RABBITMQ } from '@div/servidores/testing-rabbitmq'
import { describe, expect, onTestFinished, test } from 'vitest'
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
