import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../db/testing.ts'
import { giveWay } from './give-way.ts'

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
