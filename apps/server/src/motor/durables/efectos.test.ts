import { type Flujo, monotonicNow, type Nodo } from '@div/contract'
import { type GuardaPuntos, IntentoAjeno, runPlan } from '@div/engine'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cadena, ID_TOMADA, interno, startDurableMotor, trabajoDe } from './durables-testing.ts'

/** The process dies before it is kept what the call gave, and after all that the called proceso did. */
const dying = (puntos: GuardaPuntos): GuardaPuntos => ({
  ...puntos,
  save: () => Promise.reject(new IntentoAjeno()),
})

const TOMA: Partial<Nodo> = interno('toma', 'consecutivo', { nombre: 'turno' })
const CREA_TABLA = JSON.stringify([{ nombre: 'valor', tipo: 'entero', requerido: false, unico: true }])
const pone = interno('pone', 'tabla', { tabla: 'hechos', operacion: 'insertar' }, [
  { nombre: 'valor', valorAsignado: { nodo: 'toma', ruta: 'valor' } },
])

/** Attempts of a durable proceso that calls the one that `publish` makes. */
async function startCalling(called: (publish: (flujo: Flujo) => Promise<string>) => Promise<string>) {
  const { motor, db, acceptTaken } = await startDurableMotor()
  const { definitions, durables, ports } = motor.runtime
  await sql`insert into tablas (id, nombre, descripcion, columnas) values (gen_random_uuid(), 'hechos', '', ${CREA_TABLA}::jsonb)`.execute(
    db,
  )
  const llamado = await called((flujo) => motor.publishProceso(flujo))
  const flujo = cadena([interno('llama', 'proceso', { procesoId: llamado })], 'llama.r')
  const procesoId = await motor.publishProceso(flujo, 'durable')
  await definitions.catchUp()
  const published = await definitions.find(procesoId, 1)
  if (!published?.outcome.plan) throw new Error('not compiled')
  const { plan, secretos } = published.outcome
  const trabajo = trabajoDe(procesoId)
  await acceptTaken(ID_TOMADA, trabajo)
  const walk = async (intento: number, through: (puntos: GuardaPuntos) => GuardaPuntos) => {
    const puntos = through(await durables.open(plan, { id: ID_TOMADA, procesoId, intento }))
    const input = { entrada: {}, deadline: monotonicNow() + 10_000, profundidad: 0, secretos, puntos }
    return runPlan(plan, { idEjecucion: ID_TOMADA, ...input }, ports)
  }
  let perdidas = 0
  return {
    db,
    durables,
    walk,
    async publishNext(next: Flujo) {
      await motor.publishVersion(llamado, 2, next)
      await definitions.catchUp()
    },
    async attempt(through: (puntos: GuardaPuntos) => GuardaPuntos = (puntos) => puntos) {
      await sql`update cola.job set retry_count = ${perdidas} where id = ${ID_TOMADA}`.execute(db)
      const { intento } = await durables.claim({ id: ID_TOMADA, trabajo, version: 1, perdidas })
      perdidas++
      return walk(intento, through)
    },
    async taken() {
      const turno = db.selectFrom('consecutivos').select('ultimo').where('nombre', '=', 'turno')
      const filas = await db.selectFrom('tablaFilas').select('datos').execute()
      return {
        ultimo: Number((await turno.executeTakeFirstOrThrow()).ultimo),
        filas: filas.map(({ datos }) => datos),
      }
    },
  }
}

test('what a called proceso does in our own database is there once, however often its caller dies', async () => {
  const { attempt, walk, taken, durables } = await startCalling(async (publish) => {
    // Two deep, and in a region.
    const writes = await publish(cadena([TOMA, pone], 'pone.filas[0].valor'))
    return publish(
      cadena(
        [
          { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
          {
            id: 'd',
            tipo: 'splitter-split',
            parametros: [],
            lista: { nodo: 'lista', ruta: 'x' },
            concurrencia: 1,
          },
          interno('escribe', 'proceso', { procesoId: writes }),
          { id: 'j', tipo: 'splitter-join', parametros: [], split: 'd' },
        ],
        'CONCATENAR(j.elementos[0].r; "-"; j.elementos[1].r)',
      ),
    )
  })
  const done = { ultimo: 2, filas: [{ valor: 1 }, { valor: 2 }] }
  for (let deaths = 0; deaths < 2; deaths++) {
    expect((await attempt(dying)).causa).toBeInstanceOf(IntentoAjeno)
    expect(await taken()).toEqual(done)
  }
  expect(await attempt()).toMatchObject({ estado: 'ok', respuesta: { cuerpo: { r: '1-2' } } })
  expect(await taken()).toEqual(done)
  // Nothing of it is told as a node of the run, and nobody else reads it.
  expect((await durables.readAvance(ID_TOMADA))?.pasos.map(({ nodo }) => nodo)).toEqual(['llama'])
  expect(await durables.readAvance(ID_TOMADA)).toMatchObject({ omitidos: 0 })
  // One that has lost the run answers nobody.
  expect((await walk(1, (puntos) => ({ ...puntos, anteriores: new Map() }))).causa).toBeInstanceOf(
    IntentoAjeno,
  )
  expect(await taken()).toEqual(done)
})

test('one that has lost the run has no effect in what it calls', async () => {
  const { attempt, walk, db, taken } = await startCalling((publish) => publish(cadena([TOMA, pone], '1')))
  await attempt()
  await sql`delete from puntos_de_control`.execute(db)
  expect((await walk(0, (puntos) => puntos)).causa).toBeInstanceOf(IntentoAjeno)
  expect(await taken()).toEqual({ ultimo: 1, filas: [{ valor: 1 }] })
})

test('what a called proceso has undone it does anew', async () => {
  const { attempt, taken } = await startCalling(async (publish) => {
    const flujo = cadena([TOMA], 'toma.valor')
    const nodos = flujo.nodos.map((nodo) =>
      nodo.id === 'toma' ? { ...nodo, politica: { enError: 'detener' as const, compensacion: true } } : nodo,
    )
    const posicion = { x: 0, y: 0 }
    const quita = { nombre: 'Quita', posicion, ...interno('quita', 'registro', { mensaje: 'Quitado' }) }
    return publish({
      ...flujo,
      compensacion: 'enError',
      nodos: [...nodos, quita],
      conexiones: [...flujo.conexiones, { id: 'u', origen: 'toma', salida: 'compensar', destino: 'quita' }],
    })
  })
  expect((await attempt(dying)).causa).toBeInstanceOf(IntentoAjeno)
  expect(await attempt()).toMatchObject({ estado: 'ok', respuesta: { cuerpo: { r: 2 } } })
  expect(await taken()).toEqual({ ultimo: 2, filas: [] })
})

test('a called proceso that is called again goes on with the version that was called first', async () => {
  const { attempt, taken, publishNext } = await startCalling((publish) =>
    publish(cadena([TOMA], 'toma.valor')),
  )
  expect((await attempt(dying)).causa).toBeInstanceOf(IntentoAjeno)
  await publishNext(cadena([TOMA, pone], '"otra"'))
  expect(await attempt()).toMatchObject({ estado: 'ok', respuesta: { cuerpo: { r: 1 } } })
  expect(await taken()).toEqual({ ultimo: 1, filas: [] })
})
