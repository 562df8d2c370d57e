import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { flujoOf, startRestMotor, WAITING } from '../publishing/rest/rest-testing.ts'
import { MOTIVOS } from './plan-disparos.ts'
import { addTarea, readLedger } from './scheduler-testing.ts'

const NEVER_SOON = '0 0 1 1 *'

async function startMotor() {
  const started = await startRestMotor()
  onTestFinished(started.close)
  return started
}

test('a tarea is fired when it is due, with its entry, and each firing has its run', async () => {
  const { motor } = await startMotor()
  const flujo = flujoOf(
    [{ nombre: 'tienda', tipo: 'texto', requerido: true }],
    [{ nombre: 'saludo', expresion: '"Cierre de " & n1.tienda' }],
  )
  const procesoId = await motor.publishProceso(flujo)
  const tareaId = await addTarea(motor, procesoId, { entrada: { tienda: 'Sol' } })
  await expect.poll(() => readLedger(motor, tareaId, 3)).toMatchObject([{ estado: 'disparado' }, {}, {}])
  const [first] = await readLedger(motor, tareaId, 1)
  await expect
    .poll(() =>
      motor.database.db
        .selectFrom('ejecuciones')
        .select(['origen', 'estado', 'salida'])
        .where('id', '=', String(first?.ejecucionId))
        .executeTakeFirst(),
    )
    .toEqual({ origen: 'tarea', estado: 'ok', salida: '{"saludo":"Cierre de Sol"}' })
})

test('on a day on which nobody works a firing is left out, and a change of the calendario holds at once', async () => {
  const { motor } = await startMotor()
  const procesoId = await motor.publishProceso(flujoOf([], [{ nombre: 'listo', valor: true }]))
  const { db } = motor.database
  const calendarioId = uuid()
  const days = [0, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10))
  const festivos = JSON.stringify(days.map((fecha) => ({ fecha, nombre: 'Feria', anual: false })))
  await db
    .insertInto('calendarios')
    .values({
      id: calendarioId,
      nombre: 'Feria',
      descripcion: '',
      finDeSemana: false,
      festivos,
      actualizadoPor: null,
    })
    .execute()
  const tareaId = await addTarea(motor, procesoId, { calendarioId })
  const omitido = { estado: 'omitido', motivo: MOTIVOS.festivo('Feria'), ejecucionId: null }
  await expect.poll(() => readLedger(motor, tareaId, 2)).toMatchObject([omitido, omitido])
  await db
    .updateTable('calendarios')
    .set({ festivos: '[]', revision: 2 })
    .where('id', '=', calendarioId)
    .execute()
  const lastOf = () =>
    db
      .selectFrom('disparos')
      .select('estado')
      .where('tareaId', '=', tareaId)
      .orderBy('previsto', 'desc')
      .executeTakeFirst()
  await expect.poll(lastOf).toEqual({ estado: 'disparado' })
})

test('while the run before goes on, the next firing is left out and says so', async () => {
  const { motor, withTurnoLocked } = await startMotor()
  const procesoId = await motor.publishProceso(WAITING)
  await withTurnoLocked(async () => {
    const tareaId = await addTarea(motor, procesoId, { solapamiento: 'omitir' })
    await expect
      .poll(() => readLedger(motor, tareaId, 2))
      .toMatchObject([
        { estado: 'disparado', motivo: null },
        { estado: 'omitido', motivo: MOTIVOS.solapado, ejecucionId: null },
      ])
  })
})

test('the run before gives way to the next where the tarea says so', async () => {
  const { motor, withTurnoLocked } = await startMotor()
  const procesoId = await motor.publishProceso(WAITING)
  const { db } = motor.database
  await withTurnoLocked(async () => {
    const tareaId = await addTarea(motor, procesoId, { solapamiento: 'cancelarAnterior' })
    await expect.poll(() => readLedger(motor, tareaId, 2)).toMatchObject([{}, {}])
    const [first] = await readLedger(motor, tareaId, 1)
    await expect
      .poll(() =>
        db
          .selectFrom('ejecuciones')
          .select('estado')
          .where('id', '=', String(first?.ejecucionId))
          .executeTakeFirst(),
      )
      .toEqual({ estado: 'cancelada' })
  })
})

test('of several tareas that wait for their turn one runs at a time', async () => {
  const { motor, withTurnoLocked } = await startMotor()
  const procesoId = await motor.publishProceso(WAITING)
  await withTurnoLocked(async () => {
    const tareaId = await addTarea(motor, procesoId, { solapamiento: 'encolar' })
    await expect.poll(() => readLedger(motor, tareaId, 3)).toMatchObject([{ estado: 'disparado' }, {}, {}])
    const ids = (await readLedger(motor, tareaId, 3)).map(({ ejecucionId }) => String(ejecucionId))
    const unended = await motor.runtime.cola.listUnended(ids)
    expect(ids.map((id) => unended.get(id))).toEqual(['ejecutando', 'en_cola', 'en_cola'])
  })
})

test('those that wait for their turn and are due in the same moment run in their order', async () => {
  const { motor } = await startMotor()
  const { db } = motor.database
  const procesoId = await motor.publishProceso(WAITING)
  const tareaId = await addTarea(motor, procesoId, {
    cron: NEVER_SOON,
    solapamiento: 'encolar',
    alPerder: 'todas',
  })
  const planned = db.selectFrom('planificaciones').select('revision').where('tareaId', '=', tareaId)
  await expect.poll(() => planned.executeTakeFirst()).toMatchObject({ revision: 1 })
  // As after eight years in which nothing ran.
  const proximo = new Date(Date.UTC(new Date().getUTCFullYear() - 7, 0, 1))
  await db.updateTable('planificaciones').set({ proximo }).where('tareaId', '=', tareaId).execute()
  const readNumeros = async () => {
    const rows = await db
      .selectFrom('disparos')
      .innerJoin('ejecuciones', 'ejecuciones.id', 'disparos.ejecucionId')
      .select('ejecuciones.salida')
      .where('disparos.tareaId', '=', tareaId)
      .orderBy('disparos.previsto')
      .execute()
    return rows.map(({ salida }) => JSON.parse(salida ?? '{}').numero)
  }
  await expect.poll(readNumeros).toHaveLength(8)
  const numeros = await readNumeros()
  expect(numeros).toEqual(numeros.toSorted((left, right) => left - right))
})

test('what was missed is written down, and fired late where the tarea says so', async () => {
  const { motor } = await startMotor()
  const procesoId = await motor.publishProceso(flujoOf([], [{ nombre: 'listo', valor: true }]))
  const tareaId = await addTarea(motor, procesoId, { cron: NEVER_SOON, alPerder: 'ultima' })
  const planned = () =>
    motor.database.db
      .selectFrom('planificaciones')
      .selectAll()
      .where('tareaId', '=', tareaId)
      .executeTakeFirst()
  await expect.poll(planned).toMatchObject({ revision: 1 })
  // As after two years in which nothing ran.
  const proximo = new Date(Date.UTC(new Date().getUTCFullYear() - 1, 0, 1))
  await motor.database.db
    .updateTable('planificaciones')
    .set({ proximo })
    .where('tareaId', '=', tareaId)
    .execute()
  await expect
    .poll(() => readLedger(motor, tareaId, 2))
    .toMatchObject([
      { previsto: proximo, estado: 'perdido', motivo: MOTIVOS.perdido },
      { estado: 'disparado', motivo: MOTIVOS.recuperado },
    ])
})

const HOUR_MS = 3_600_000

/** The last two moments at which the clock of a zone changed, up to a year and a week ago. */
function lastChanges(zonaHoraria: string): number[] {
  const zone = new Intl.DateTimeFormat('en', { timeZone: zonaHoraria, timeZoneName: 'longOffset' })
  const offset = (at: number) => zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const days = Array.from({ length: 372 }, (_, day) => now - day * 24 * HOUR_MS)
  const changes = days.flatMap((day) => {
    if (offset(day) === offset(day - 24 * HOUR_MS)) return []
    const hours = Array.from({ length: 24 }, (_, hour) => day - hour * HOUR_MS)
    return hours.find((hour) => offset(hour) !== offset(hour - HOUR_MS)) ?? []
  })
  return changes.slice(0, 2)
}

test.each(['Europe/Madrid', 'America/Santiago'])(
  'over both changes of the clock in %s the ledger has each firing once, with a run of its own',
  async (zonaHoraria) => {
    const { motor } = await startMotor()
    const { db } = motor.database
    const procesoId = await motor.publishProceso(flujoOf([], [{ nombre: 'listo', valor: true }]))
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zonaHoraria })
    const changes = lastChanges(zonaHoraria)
    expect(changes).toHaveLength(2)
    for (const change of changes) {
      const date = day.format(change)
      const [, month, monthDay] = date.split('-').map(Number)
      // As if nothing had run since the day before.
      const tareaId = await addTarea(motor, procesoId, {
        cron: `*/30 * ${monthDay} ${month} *`,
        zonaHoraria,
        alPerder: 'todas',
      })
      const planned = db.selectFrom('planificaciones').select('tareaId').where('tareaId', '=', tareaId)
      await expect.poll(() => planned.execute()).toHaveLength(1)
      await db
        .updateTable('planificaciones')
        .set({ proximo: new Date(change - 30 * HOUR_MS) })
        .where('tareaId', '=', tareaId)
        .execute()
      const around = Array.from({ length: 120 }, (_, index) => change - 30 * HOUR_MS + index * (HOUR_MS / 2))
      const due = around.filter((at) => day.format(at) === date)
      await expect.poll(() => readLedger(motor, tareaId, due.length)).toHaveLength(due.length)
      const ledger = await readLedger(motor, tareaId, due.length)
      expect(ledger.map(({ previsto }) => previsto.getTime())).toEqual(due)
      expect(new Set(ledger.map(({ estado }) => estado))).toEqual(new Set(['disparado']))
      const runs = new Set(ledger.map(({ ejecucionId }) => ejecucionId))
      expect(runs.size).toBe(due.length)
      const ran = db
        .selectFrom('ejecuciones')
        .select('id')
        .where('id', 'in', [...runs].map(String))
      await expect.poll(() => ran.execute()).toHaveLength(due.length)
    }
  },
)

test('a proceso that cannot run leaves a failed run, and not nothing', async () => {
  const { motor } = await startMotor()
  const { id } = await motor.database.db
    .insertInto('procesos')
    .values({
      id: uuid(),
      nombre: 'Nunca publicado',
      descripcion: '',
      categoriaId: null,
      modo: 'memoria',
      flujo: JSON.stringify(WAITING),
      versionPublicada: null,
      actualizadoPor: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addTarea(motor, id)
  await expect
    .poll(() =>
      motor.database.db
        .selectFrom('ejecuciones')
        .select(['estado', 'errorCodigo'])
        .where('procesoId', '=', id)
        .executeTakeFirst(),
    )
    .toEqual({ estado: 'error', errorCodigo: 'PROCESO_NO_EJECUTABLE' })
})
