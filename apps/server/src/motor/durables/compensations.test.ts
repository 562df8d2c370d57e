import { type Flujo, monotonicNow } from '@div/contract'
import { IntentoAjeno, runPlan } from '@div/engine'
import { expect, test, vi } from 'vitest'
import { restorePasos } from '../history/restore-pasos.ts'
import { json } from '../publishing/rest/rest-testing.ts'
import {
  cadena,
  ESPERA_TURNO,
  ID_TOMADA,
  interno,
  mapea,
  SENAL,
  startDurableMotor,
  startWaitingRun,
  trabajoDe,
} from './durables-testing.ts'

const UNDONE = { politica: { enError: 'detener' as const, compensacion: true } }
const writes = (id: string) => interno(id, 'registro', { mensaje: id })

/** Of a chain, with what undoes some of its nodes. */
function undoing(
  flujo: Flujo,
  compensacion: Flujo['compensacion'],
  undone: Readonly<Record<string, Flujo['nodos']>>,
): Flujo {
  const undoes = Object.entries(undone).flatMap(([id, nodos]) =>
    nodos.map((nodo, index) => ({
      nodo,
      id: `k${id}${index}`,
      origen: nodos[index - 1]?.id ?? id,
      first: index === 0,
    })),
  )
  return {
    ...flujo,
    compensacion,
    nodos: [...flujo.nodos, ...undoes.map(({ nodo }) => nodo)],
    conexiones: [
      ...flujo.conexiones,
      ...undoes.map(({ nodo, id, origen, first }) => ({
        id,
        origen,
        destino: nodo.id,
        ...(first && { salida: 'compensar' }),
      })),
    ],
  }
}

const drawn = (nodo: Partial<Flujo['nodos'][number]>) =>
  ({ nombre: 'Deshace', posicion: { x: 0, y: 0 }, parametros: [], ...nodo }) as Flujo['nodos'][number]

/** Does something, fails, and undoes it with a number that a test may hold back. */
const FALLA = undoing(cadena([{ ...writes('a'), ...UNDONE }, mapea('mal', '1 / 0')], '1'), 'enError', {
  a: [drawn(mapea('antes', 'a.registrado')), drawn(ESPERA_TURNO), drawn(mapea('despues', 'turno.x'))],
})

test('a run that is being undone when its worker is lost is undone by another, and nothing else of it runs', async () => {
  const { publish, call, ask, guardados, withTurnoLocked, loseLease, db } = await startDurableMotor()
  await publish('deshace', FALLA, { modo: 'asincrono' })
  let urlEstado = ''
  await withTurnoLocked(async () => {
    const { body } = await call('/deshace/cosas', json({ texto: 'hola' }))
    urlEstado = (body as { urlEstado: string }).urlEstado
    await expect.poll(guardados).toEqual(['$fin', 'a', 'antes'])
    await loseLease()
    const intento = async () =>
      (await db.selectFrom('ejecucionesDurables').select('intento').execute())[0]?.intento
    await expect.poll(intento, { timeout: 15_000 }).toBe(2)
  })
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'error' })
  const told = async () => {
    const rows = await db.selectFrom('ejecuciones').selectAll().execute()
    return rows.map(restorePasos).map(({ pasos, errorNodo }) => ({
      errorNodo,
      pasos: pasos.map(({ nodo, compensa }) => [nodo, compensa]),
    }))
  }
  await expect.poll(told).toEqual([
    {
      errorNodo: 'mal',
      pasos: [
        ['n1', undefined],
        ['a', undefined],
        ['mal', undefined],
        ['antes', 'a'],
        ['turno', 'a'],
        ['despues', 'a'],
      ],
    },
  ])
})

test('a run that is cancelled while it sleeps is undone where it asks for that', async () => {
  const [n1, ...others] = SENAL.nodos
  const first = drawn({ ...writes('hace'), ...UNDONE })
  const flujo = undoing(
    {
      ...SENAL,
      nodos: [n1 ?? first, first, ...others],
      conexiones: SENAL.conexiones.flatMap((conexion, index) =>
        index === 0
          ? [
              { ...conexion, destino: 'hace' },
              { id: 'c', origen: 'hace', destino: conexion.destino },
            ]
          : conexion,
      ),
    },
    'enErrorOCancelacion',
    { hace: [drawn(writes('quita'))] },
  )
  const { ask, urlEstado, idEjecucion, motor, db } = await startWaitingRun(flujo)
  expect(await motor.runtime.cancelRun(idEjecucion)).toBe(true)
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'cancelada' })
  const told = async () => {
    const rows = await db.selectFrom('ejecuciones').selectAll().execute()
    return rows
      .map(restorePasos)
      .flatMap(({ pasos }) =>
        pasos.map(({ nodo, compensa }) => (compensa ? `${nodo} deshace ${compensa}` : nodo)),
      )
  }
  await expect.poll(told).toEqual(['hace', 'dir', 'a', 'quita deshace hace'])
  expect(await db.selectFrom('esperas').selectAll().execute()).toEqual([])
})

test('a run that was cancelled before it began, and began all the same, is undone by whoever gets it next', async () => {
  const { motor, db, acceptTaken, loseLease } = await startDurableMotor()
  const { cola, cancelRun, durables, definitions } = motor.runtime
  const flujo = undoing(cadena([{ ...writes('a'), ...UNDONE }, ESPERA_TURNO], '1'), 'enErrorOCancelacion', {
    a: [drawn(writes('quita'))],
  })
  const trabajo = trabajoDe(await motor.publishProceso(flujo, 'durable'))
  await acceptTaken(ID_TOMADA, trabajo)
  expect(await cancelRun(ID_TOMADA)).toBe(true)
  // Its worker had not begun it yet, does so now, has an effect and dies.
  const { intento } = await durables.claim({ id: ID_TOMADA, trabajo, version: 1, perdidas: 0 })
  await definitions.catchUp()
  const published = await definitions.find(trabajo.procesoId, 1)
  if (!published?.outcome.plan) throw new Error('not compiled')
  const { plan, secretos } = published.outcome
  const puntos = await durables.open(plan, { id: ID_TOMADA, procesoId: trabajo.procesoId, intento })
  const abort = new AbortController()
  const dying = {
    ...puntos,
    save: async (given: Parameters<typeof puntos.save>[0]) => {
      await puntos.save(given)
      throw new IntentoAjeno()
    },
  }
  const input = { entrada: {}, deadline: monotonicNow() + 10_000, profundidad: 0, secretos, puntos: dying }
  await runPlan(plan, { idEjecucion: ID_TOMADA, signal: abort.signal, ...input }, motor.runtime.ports)
  await loseLease()
  await expect.poll(() => cola.find(ID_TOMADA), { timeout: 10_000 }).toMatchObject({ estado: 'cancelada' })
  const told = async () => {
    const rows = await db.selectFrom('ejecuciones').selectAll().execute()
    return rows.map(restorePasos).map(({ estado, pasos }) => [estado, pasos.map(({ nodo }) => nodo)])
  }
  await expect.poll(told).toEqual([['cancelada', ['a', 'quita']]])
})

test('undoing a run takes no longer than it was given when it was accepted, whatever it would be given now', async () => {
  const { publish, call, ask, guardados, withTurnoLocked, motor, db } = await startDurableMotor({
    ejecucionDurableMs: 2_000,
    compensacionMs: 1_000,
  })
  await publish('breve', FALLA, { modo: 'asincrono', tiempoMaximoMs: 1_000 })
  await withTurnoLocked(async () => {
    vi.spyOn(motor.runtime.ports, 'compensacionMs').mockReturnValue(600_000)
    const { body } = await call('/breve/cosas', json({ texto: 'hola' }))
    const { urlEstado } = body as { urlEstado: string }
    await expect.poll(guardados).toEqual(['$fin', 'a', 'antes'])
    // What undoes it still waits.
    await expect.poll(() => ask(urlEstado), { timeout: 10_000 }).toMatchObject({ estado: 'error' })
  })
  expect(await db.selectFrom('ejecucionesDurables').select('intento').execute()).toEqual([{ intento: 1 }])
})
