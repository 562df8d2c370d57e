import { EjecucionCancelada } from '@div/contract'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { readEjecucion } from '../history/find-ejecuciones.ts'
import { json, WAITING } from '../publishing/rest/rest-testing.ts'
import {
  cadena,
  ID_TOMADA,
  interno,
  mapea,
  PASOS,
  SENAL,
  startDurableMotor,
  startWaitingRun,
  trabajoDe,
} from './durables-testing.ts'

test('whoever gives up the run of a draft cancels it', async () => {
  const { motor, guardados, withTurnoLocked } = await startDurableMotor()
  const procesoId = await motor.publishProceso(PASOS, 'durable')
  const gone = new AbortController()
  await withTurnoLocked(async () => {
    const running = motor.runtime.runDurableDraft({
      proceso: { id: procesoId, flujo: PASOS },
      entrada: { texto: 'hola' },
      signal: gone.signal,
    })
    await expect.poll(guardados).toEqual(['a'])
    gone.abort()
    await running
  })
  await expect
    .poll(async () => await motor.database.db.selectFrom('ejecuciones').select('estado').execute())
    .toEqual([{ estado: 'cancelada' }])
})

test('a run that sleeps is listed and cancelled, and nothing of it is left', async () => {
  const { ask, urlEstado, idEjecucion, motor, db } = await startWaitingRun(SENAL)
  const { cola, cancelRun } = motor.runtime
  const listed = await cola.listAsleep({ origen: 'canal' }, { limite: 10, cursor: null })
  expect(listed).toMatchObject([{ id: idEjecucion }])
  const [{ trabajo, aceptada: inicio } = { trabajo: null, aceptada: new Date() }] = listed
  const ofProceso = { procesoId: trabajo?.procesoId, canalId: trabajo?.canalId ?? undefined }
  expect(await cola.listAsleep(ofProceso, { limite: 10, cursor: null })).toHaveLength(1)
  expect(await cola.listAsleep({ origen: 'tarea' }, { limite: 10, cursor: null })).toEqual([])
  // The next page begins after it, to the millisecond.
  expect(await cola.listAsleep({}, { limite: 10, cursor: { id: idEjecucion, inicio } })).toEqual([])
  expect(await cancelRun(idEjecucion)).toBe(true)
  expect(await ask(urlEstado)).toMatchObject({ estado: 'cancelada' })
  expect(await db.selectFrom('esperas').selectAll().execute()).toEqual([])
  expect(await cola.listAsleep({}, { limite: 10, cursor: null })).toEqual([])
})

test('of a run that is cancelled while it sleeps the history has since when, what it did and what it waited for', async () => {
  const { ask, urlEstado, idEjecucion, motor, db } = await startWaitingRun(SENAL)
  const { comenzada } = await db
    .selectFrom('ejecucionesDurables')
    .select('comenzada')
    .executeTakeFirstOrThrow()
  await expect.poll(() => Date.now() - comenzada.getTime()).toBeGreaterThan(50)
  expect(await motor.runtime.cancelRun(idEjecucion)).toBe(true)
  expect(await ask(urlEstado)).toMatchObject({ iniciada: comenzada.toISOString() })
  const run = await readEjecucion(db, idEjecucion)
  expect(run).toMatchObject({ estado: 'cancelada', version: 1, inicio: comenzada })
  expect(run?.duracionMs).toBeGreaterThan(50)
  const estados = run?.pasos.map(({ nodo, estado }) => ({ nodo, estado }))
  expect(estados).toEqual([
    { nodo: 'n1', estado: 'ok' },
    { nodo: 'dir', estado: 'ok' },
    { nodo: 'a', estado: 'ok' },
    { nodo: 'senal', estado: 'cancelado' },
  ])
  // As it is stored in the transaction in which the run ends, nothing is left to be written.
  expect(await db.selectFrom('historialApartado').selectAll().execute()).toEqual([])
})

test('of a run that is cancelled while it sleeps the history has what its nodes gave, of a region what it gathered', async () => {
  const flujo = cadena(
    [
      { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
      {
        id: 'd',
        tipo: 'splitter-split',
        parametros: [],
        lista: { nodo: 'lista', ruta: 'x' },
      },
      mapea('doble', 'elemento * 2'),
      { id: 'j', tipo: 'splitter-join', parametros: [], split: 'd' },
      mapea('a', 'n1.texto & "!"'),
      interno('senal', 'senal', {}),
    ],
    'j & a.x & senal.respuesta',
  )
  const { idEjecucion, motor, db } = await startWaitingRun(flujo)
  expect(await motor.runtime.cancelRun(idEjecucion)).toBe(true)
  const run = await readEjecucion(db, idEjecucion)
  expect(run?.entrada).toEqual({ texto: 'hola' })
  expect(Object.fromEntries(run?.pasos.map(({ nodo, salida }) => [nodo, salida]) ?? [])).toEqual({
    n1: { texto: 'hola' },
    lista: { x: [1, 2] },
    d: { elementos: [{ x: 2 }, { x: 4 }], errores: [], total: 2 },
    a: { x: 'hola!' },
    senal: undefined,
  })
})

test('a run whose cancellation nobody has told the history of is told of what stands with its end', async () => {
  const { idEjecucion, motor, db } = await startWaitingRun(SENAL)
  const { cola, prepareUnstarted, history, apartados } = motor.runtime
  const situacion = await cola.find(idEjecucion)
  if (!situacion || !('trabajo' in situacion)) throw new Error('the run does not sleep')
  const { trabajo } = situacion
  const error = new EjecucionCancelada()
  const { fila } = history.encode(
    await prepareUnstarted({ idEjecucion, trabajo, estado: 'cancelada', error }),
  )
  // Whoever cancels it dies here.
  await cola.cancelWaiting(idEjecucion, { fila })
  expect(await readEjecucion(db, idEjecucion)).toBeUndefined()
  history.adopt(await apartados.takeOf(idEjecucion))
  await history.flush()
  expect(await readEjecucion(db, idEjecucion)).toMatchObject({ estado: 'cancelada' })
})

test('a run that a worker has taken and nobody tells of is cancelled', async () => {
  const { motor, db, acceptTaken } = await startDurableMotor()
  const { durables, cancelRun } = motor.runtime
  const trabajo = trabajoDe(await motor.publishProceso(PASOS, 'durable'))
  await acceptTaken(ID_TOMADA, trabajo)
  await durables.claim({ id: ID_TOMADA, trabajo, version: 1, perdidas: 0 })
  expect(await cancelRun(ID_TOMADA)).toBe(true)
  expect((await sql`select state from cola.job where id = ${ID_TOMADA}`.execute(db)).rows).toEqual([
    { state: 'cancelled' },
  ])
  expect(await db.selectFrom('ejecuciones').select(['id', 'estado']).execute()).toEqual([
    { id: ID_TOMADA, estado: 'cancelada' },
  ])
  expect(await cancelRun(ID_TOMADA)).toBe(false)
})

test('that a run is cancelled stands in its entry, too, should the worker that is told of it die', async () => {
  const { publish, call, ask, motor, db, withTurnoLocked } = await startDurableMotor()
  await publish('dicha', PASOS, { modo: 'asincrono' })
  await withTurnoLocked(async () => {
    const { body } = await call('/dicha/cosas', json({ texto: 'hola' }))
    const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
    await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ejecutando' })
    expect(await motor.runtime.cancelRun(idEjecucion)).toBe(true)
    await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'cancelada' })
    const { rows } =
      await sql`select data -> 'cancelada' as cancelada from cola.job where id = ${idEjecucion}`.execute(db)
    expect(rows).toEqual([{ cancelada: true }])
  })
})

test('a run that is under way is cancelled before anything is read of it, and whatever comes of that', async () => {
  const { publish, call, ask, motor, db, withTurnoLocked } = await startDurableMotor()
  await publish('ciega', PASOS, { modo: 'asincrono' })
  await withTurnoLocked(async () => {
    const { body } = await call('/ciega/cosas', json({ texto: 'hola' }))
    const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
    await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ejecutando' })
    const { promise: read, reject: fail } = Promise.withResolvers<undefined>()
    vi.spyOn(motor.runtime.cola, 'find').mockReturnValueOnce(read)
    const cancelled = motor.runtime.cancelRun(idEjecucion)
    await expect
      .poll(() => db.selectFrom('ejecuciones').select('estado').execute())
      .toEqual([{ estado: 'cancelada' }])
    fail(new Error('unreadable'))
    expect(await cancelled).toBe(true)
  })
})

test('a run whose worker sees that it is cancelled before it is told so counts as cancelled', async () => {
  const { publish, call, ask, motor, withTurnoLocked } = await startDurableMotor()
  await publish('vista', PASOS, { modo: 'asincrono' })
  await withTurnoLocked(async () => {
    const { body } = await call('/vista/cosas', json({ texto: 'hola' }))
    const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
    await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ejecutando' })
    const { cola, cancelRun } = motor.runtime
    const { markCancelled } = cola
    vi.spyOn(cola, 'markCancelled').mockImplementationOnce(async (id) => {
      const isMarked = await markCancelled(id)
      await expect.poll(() => ask(urlEstado), { timeout: 10_000 }).toMatchObject({ estado: 'cancelada' })
      return isMarked
    })
    expect(await cancelRun(idEjecucion)).toBe(true)
    expect(await cancelRun(idEjecucion)).toBe(false)
  })
})

test('a run that sleeps is cancelled and told of, though what it has done could not be stored with its end', async () => {
  const { ask, urlEstado, idEjecucion, motor, db } = await startWaitingRun(SENAL)
  vi.spyOn(motor.runtime.cola, 'find').mockRejectedValueOnce(new Error('unreadable'))
  expect(await motor.runtime.cancelRun(idEjecucion)).toBe(true)
  expect(await ask(urlEstado)).toMatchObject({ estado: 'cancelada' })
  expect(await readEjecucion(db, idEjecucion)).toMatchObject({ estado: 'cancelada' })
})

test('a run in memory whose worker died is cancelled by whoever gets it next', async () => {
  const { motor, db, acceptTaken, loseLease } = await startDurableMotor()
  const { cancelRun, cola } = motor.runtime
  await acceptTaken(ID_TOMADA, trabajoDe(await motor.publishProceso(PASOS)))
  // The last that it would be given to.
  await sql`update cola.job set retry_count = retry_limit where id = ${ID_TOMADA}`.execute(db)
  expect(await cancelRun(ID_TOMADA)).toBe(true)
  expect(await cola.find(ID_TOMADA)).toMatchObject({ estado: 'ejecutando' })
  await loseLease()
  const told = () => db.selectFrom('ejecuciones').select(['id', 'estado', 'errorCodigo']).execute()
  await expect
    .poll(told, { timeout: 10_000 })
    .toEqual([{ id: ID_TOMADA, estado: 'cancelada', errorCodigo: 'EJECUCION_CANCELADA' }])
  expect(await cola.find(ID_TOMADA)).toMatchObject({ estado: 'cancelada' })
})

test('a worker that did not hear who cancels a run finds out by itself', async () => {
  const { motor, db, call, ask, withTurnoLocked } = await startDurableMotor()
  const procesoId = await motor.publishProceso(WAITING)
  const asignacion = { procesoId, metodo: 'POST', ruta: '/cosas' } as const
  await motor.publishCanal({ ruta: 'sordo', modo: 'asincrono' }, [asignacion])
  await withTurnoLocked(async () => {
    const { body } = await call('/sordo/cosas', json({}))
    const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
    await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ejecutando' })
    expect(await motor.runtime.cola.cancelWaiting(idEjecucion, { taken: true })).toBe('cancelandose')
    await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'cancelada' })
  })
  await motor.runtime.history.flush()
  expect(await db.selectFrom('ejecuciones').select('estado').execute()).toEqual([{ estado: 'cancelada' }])
})

test('a run that is refused once it was begun has ended, and ends no second time', async () => {
  const { ask, urlEstado, send, readRuta, motor, db } = await startWaitingRun(SENAL)
  // The version with which it began is not there any more.
  await sql`update ejecuciones_durables set version = 99`.execute(db)
  await send(await readRuta(), { respuesta: 'sí' })
  await expect
    .poll(() => ask(urlEstado))
    .toMatchObject({ estado: 'error', error: { codigo: 'PROCESO_NO_EJECUTABLE' } })
  const [run] = await db.selectFrom('ejecucionesDurables').select('terminada').execute()
  expect(run?.terminada).toBeInstanceOf(Date)
  await sql`update ejecuciones_durables set comenzada = now() - interval '1 hour'`.execute(db)
  const told: string[] = []
  await motor.runtime.cola.endUnheld(async (id) => void told.push(id))
  expect(told).toEqual([])
})
