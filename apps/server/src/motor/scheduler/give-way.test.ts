import { randomUUID } from 'node:crypto'
import { LIMITS } from '@div/contract'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../db/testing.ts'
import { FIN } from '../durables/encode-punto.ts'
import { giveWay } from './give-way.ts'
import { startScheduler } from './scheduler.ts'

const log = pino({ level: 'silent' })

/** A tarea whose firing has left these runs to be cancelled. */
async function leave(porCancelar: string[]) {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const [procesoId, tareaId] = [uuid(), uuid()]
  const ficha = { descripcion: '', categoriaId: null, actualizadoPor: null }
  await db
    .insertInto('procesos')
    .values({
      ...ficha,
      id: procesoId,
      nombre: 'Cierre',
      modo: 'memoria',
      flujo: '{}',
      versionPublicada: null,
    })
    .execute()
  await db
    .insertInto('tareasProgramadas')
    .values({
      ...ficha,
      id: tareaId,
      nombre: 'Cierre',
      procesoId,
      cron: '0 0 1 1 *',
      zonaHoraria: 'UTC',
      entrada: '{}',
      activo: true,
      solapamiento: 'cancelarAnterior',
      alPerder: 'omitir',
    })
    .execute()
  const plan = { tareaId, revision: 1, proximo: new Date('2999-01-01'), ultimaEjecucion: null }
  await db
    .insertInto('planificaciones')
    .values({ ...plan, revisionCalendario: null, porCancelar })
    .execute()
  return {
    db,
    pending: async () => {
      const rows = await db.selectFrom('planificaciones').select('porCancelar').execute()
      return rows.flatMap((row) => row.porCancelar)
    },
  }
}

test('a run that is to give way is told by whoever comes, and again until it was', async () => {
  const [deaf, told] = [randomUUID(), randomUUID()]
  const { db, pending } = await leave([deaf, told])
  const asked: string[] = []
  const cancelRun = async (id: string) => {
    asked.push(id)
    if (id === deaf && asked.filter((each) => each === deaf).length === 1) throw new Error('away')
  }
  await giveWay({ db, cancelRun, log })
  expect(await pending()).toEqual([deaf])
  await giveWay({ db, cancelRun, log })
  expect(await pending()).toEqual([])
  await giveWay({ db, cancelRun, log })
  expect(asked.toSorted()).toEqual([deaf, deaf, told].toSorted())
})

/** Cancels only once it is let. */
function holding() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  return { letGo, cancelRun: vi.fn((_id: string) => promise) }
}

test('while somebody tells them nobody else does; who dies meanwhile is followed', async () => {
  const id = randomUUID()
  const { db, pending } = await leave([id])
  const first = holding()
  const second = vi.fn(async (_id: string) => {})
  const telling = giveWay({ db, cancelRun: first.cancelRun, log })
  await expect.poll(() => first.cancelRun.mock.calls).toEqual([[id]])
  await giveWay({ db, cancelRun: second, log })
  expect(second).not.toHaveBeenCalled()
  await db
    .updateTable('planificaciones')
    .set({ atendidaHasta: new Date(0) })
    .execute()
  await giveWay({ db, cancelRun: second, log })
  expect(second.mock.calls).toEqual([[id]])
  first.letGo()
  await telling
  expect(await pending()).toEqual([])
})

test('a run that is being undone is not told again: that would end what undoes it', async () => {
  const [undone, other] = [randomUUID(), randomUUID()]
  const { db, pending } = await leave([undone, other])
  const fin = {
    nodo: FIN,
    iteracion: '',
    region: null,
    salida: 'cancelada',
    compensa: false,
    contenido: '{}',
  }
  await db
    .insertInto('puntosDeControl')
    .values({ ejecucionId: undone, ...fin })
    .execute()
  const cancelRun = vi.fn(async (_id: string) => {})
  await giveWay({ db, cancelRun, log })
  expect(cancelRun.mock.calls).toEqual([[other]])
  expect(await pending()).toEqual([])
})

test('what is due does not wait for runs that are to give way', async () => {
  const { db } = await leave([randomUUID()])
  const { letGo, cancelRun } = holding()
  const cola = { acceptIn: async () => {}, listUnended: async () => new Map(), tell: () => {} }
  const scheduler = startScheduler({ db, cola, cancelRun, limits: () => LIMITS, log })
  await expect.poll(() => cancelRun.mock.calls.length).toBe(1)
  const proximo = new Date(Date.UTC(new Date().getUTCFullYear(), 0, 1))
  await db.updateTable('planificaciones').set({ proximo }).execute()
  await expect
    .poll(() => db.selectFrom('disparos').select('estado').execute())
    .toEqual([{ estado: 'perdido' }])
  letGo()
  await scheduler.stop()
})
