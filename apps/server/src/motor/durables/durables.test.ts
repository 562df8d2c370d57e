import type { Flujo, Limits, Nodo } from '@div/contract'
import { sql } from 'kysely'
import type { Job } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import type { Trabajo } from '../async-pool/trabajo.ts'
import { flujoOf, json, startRestMotor } from '../publishing/rest/rest-testing.ts'

const POSICION = { x: 0, y: 0 }
const INTERNO = '00000000-0000-7000-8000-00000000d1d1'

/** entrada → each of these one after another → salida, which answers what `respuesta` says. */
function cadena(nodos: readonly Partial<Nodo>[], respuesta: string): Flujo {
  const [entrada, salida] = flujoOf(
    [{ nombre: 'texto', tipo: 'texto' }],
    [{ nombre: 'r', expresion: respuesta }],
  ).nodos as [Nodo, Nodo]
  const todos = [
    entrada,
    ...nodos.map((nodo, index) => ({ nombre: `Paso ${index}`, posicion: POSICION, ...nodo }) as Nodo),
    salida,
  ]
  return {
    version: 1,
    nodos: todos,
    conexiones: todos.slice(1).map((nodo, index) => ({
      id: `c${index}`,
      origen: todos[index]?.id ?? '',
      destino: nodo.id,
    })),
  }
}

const mapea = (id: string, expresion: string): Partial<Nodo> => ({
  id,
  tipo: 'transformacion',
  parametros: [{ nombre: 'x', expresion }],
})
const interno = (id: string, tipoObjeto: string, objeto: object, parametros: Nodo['parametros'] = []) => ({
  id,
  tipo: 'proceso' as const,
  servidorId: INTERNO,
  tipoServidor: 'interno',
  tipoObjeto,
  objeto,
  parametros,
})
/** Waits for a sequence whose row a test may lock. */
const ESPERA_TURNO = mapea('turno', 'CONSECUTIVO("turno")')
const PASOS = cadena([mapea('a', 'n1.texto & "!"'), ESPERA_TURNO, mapea('b', 'a.x & turno.x')], 'b.x')

/** These once for each of two elements. */
const porCada = (nodos: readonly Partial<Nodo>[]): Partial<Nodo>[] => [
  { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
  { id: 'd', tipo: 'splitter-split', parametros: [], lista: { nodo: 'lista', ruta: 'x' } },
  ...nodos,
  { id: 'j', tipo: 'splitter-join', parametros: [], split: 'd' },
]
const ID_TOMADA = '019fffff-ffff-7fff-bfff-ffffffffffff'
const trabajoDe = (procesoId: string): Trabajo => ({
  procesoId,
  version: 1,
  canalId: null,
  tareaId: null,
  origen: 'canal',
  entrada: {},
  formato: 'json',
  tiempoMaximoMs: 1_000,
})

async function startDurableMotor(limits: Partial<Limits> = {}) {
  const started = await startRestMotor(limits)
  onTestFinished(started.close)
  const { motor } = started
  const { db } = motor.database
  await db
    .insertInto('servidores')
    .values({
      id: INTERNO,
      nombre: 'DIV',
      tipoServidor: 'interno',
      descripcion: '',
      categoriaId: null,
      activo: true,
      permitirRedPrivada: false,
      config: '{}',
      pool: '{}',
      resiliencia: '{}',
      actualizadoPor: null,
    })
    .execute()
  /** An entry of the queue that a worker has taken, and of which no process knows. */
  const acceptTaken = (id: string, trabajo: Trabajo) =>
    db.transaction().execute(async (trx) => {
      await motor.runtime.cola.acceptIn(trx, [{ idEjecucion: id, trabajo }])
      await sql`update cola.job set state = 'active', started_on = now(), heartbeat_on = now()
        where id = ${id}`.execute(trx)
    })
  return {
    ...started,
    db,
    acceptTaken,
    async publish(ruta: string, flujo: Flujo, changes = {}) {
      const procesoId = await motor.publishProceso(flujo, 'durable')
      await motor.publishCanal({ ruta, ...changes }, [{ procesoId, metodo: 'POST', ruta: '/cosas' }])
      return procesoId
    },
    ask: async (path: string) =>
      (await fetch(`${motor.url}${path}`)).json() as Promise<Record<string, unknown>>,
    /** Nodes of the run that are on disk. */
    guardados: async () => {
      const rows = await db.selectFrom('puntosDeControl').select('nodo').execute()
      return rows.map(({ nodo }) => nodo).sort()
    },
    /** As if its worker had died: the queue gives the run to another. */
    async loseLease() {
      await sql`update cola.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(
        db,
      )
    },
  }
}

test('a call of a synchronous canal is stored, kept node by node, and answered when it has ended', async () => {
  const { publish, call, guardados, db } = await startDurableMotor()
  await publish('fijo', PASOS)
  const answer = await call('/fijo/cosas', json({ texto: 'hola' }))
  expect(answer).toMatchObject({ status: 200, body: { r: 'hola!1' } })
  expect(await guardados()).toEqual(['a', 'b', 'turno'])
  const [run] = await db.selectFrom('ejecucionesDurables').selectAll().execute()
  expect(run).toMatchObject({ id: answer.headers.get('x-ejecucion-id'), intento: 1, version: 1 })
  expect(run?.terminada).toBeInstanceOf(Date)
})

test('a caller whose time is over is told where to ask, and the run goes on', async () => {
  const { publish, call, ask, withTurnoLocked } = await startDurableMotor()
  await publish('lento', PASOS, { tiempoMaximoMs: 300 })
  let urlEstado = ''
  await withTurnoLocked(async () => {
    const answer = await call('/lento/cosas', json({ texto: 'hola' }))
    expect(answer).toMatchObject({ status: 202, body: { estado: 'en_cola' } })
    urlEstado = (answer.body as { urlEstado: string }).urlEstado
  })
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ok', salida: { r: 'hola!1' } })
  const { paths } = await ask('/rest/lento/openapi.json')
  expect(paths).toMatchObject({
    '/cosas': { post: { responses: { '200': {}, '202': {} } } },
    '/ejecuciones/{idEjecucion}': { get: {} },
  })
})

test('a run whose worker is lost goes on from its last checkpoint, with the version it began with', async () => {
  const { publish, call, ask, guardados, withTurnoLocked, loseLease, motor, db } = await startDurableMotor()
  const procesoId = await publish('perdido', PASOS, { modo: 'asincrono' })
  let urlEstado = ''
  await withTurnoLocked(async () => {
    const { body } = await call('/perdido/cosas', json({ texto: 'hola' }))
    urlEstado = (body as { urlEstado: string }).urlEstado
    await expect.poll(guardados).toEqual(['a'])
    await motor.publishVersion(procesoId, 2, cadena([], '"otra"'), 'durable')
    await loseLease()
    // The second attempt has begun; the first one finds that out.
    await expect
      .poll(
        async () => (await db.selectFrom('ejecucionesDurables').select('intento').execute())[0]?.intento,
        {
          timeout: 15_000,
        },
      )
      .toBe(2)
  })
  await expect
    .poll(() => ask(urlEstado))
    .toMatchObject({ estado: 'ok', salida: { r: expect.stringMatching(/^hola!\d$/) } })
  const [ejecucion, ...others] = await expect
    .poll(() => db.selectFrom('ejecuciones').selectAll().execute())
    .toHaveLength(1)
    .then(() => db.selectFrom('ejecuciones').selectAll().execute())
  expect(others).toEqual([])
  expect(ejecucion).toMatchObject({ estado: 'ok', version: 1 })
})

test('what a late attempt writes changes nothing', async () => {
  const { motor, db, acceptTaken } = await startDurableMotor()
  const { durables, definitions, cola } = motor.runtime
  const procesoId = await motor.publishProceso(PASOS, 'durable')
  await definitions.catchUp()
  const plan = (await definitions.find(procesoId, 1))?.outcome.plan
  if (!plan) throw new Error('not compiled')
  const id = ID_TOMADA
  const trabajo = trabajoDe(procesoId)
  await acceptTaken(id, trabajo)
  const punto = { nodo: 'a', iteracion: null, region: null, salida: '', fallo: null, paso: null }
  const reclamo = { id, trabajo, version: 1 }
  const first = await durables.claim({ ...reclamo, perdidas: 0 })
  const early = await durables.open(plan, { id, procesoId, intento: first.intento })
  const big = 'x'.repeat(70_000)
  await early.guardar([{ ...punto, valor: { x: big } }])
  await sql`update cola.job set retry_count = 1 where id = ${id}`.execute(db)
  await expect(durables.claim({ ...reclamo, perdidas: 0 })).rejects.toThrow('another attempt')
  const pedida = { clase: 'senal', vence: null } as const
  const esperas = [{ nodo: 'b', iteracion: null, region: null, pedida }]
  const job = { id, name: 'ejecuciones', data: trabajo, retryCount: 0 } as Job<Trabajo>
  await cola.sleep([{ job, intento: first.intento, esperas }])
  expect(await cola.listAsleep({}, { limite: 10, cursor: null })).toEqual([])
  const second = await durables.claim({ ...reclamo, perdidas: 1 })
  expect([first.intento, second.intento]).toEqual([1, 2])
  await expect(early.guardar([{ ...punto, nodo: 'b', valor: 1 }])).rejects.toThrow('another attempt')
  const late = await durables.open(plan, { id, procesoId, intento: second.intento })
  expect([...late.anteriores]).toEqual([['a', { ...punto, valor: { x: big } }]])
  expect(await db.selectFrom('puntosGrandes').select('nodo').execute()).toEqual([{ nodo: 'a' }])
})

test('a draft that is run in the product is accepted, too, and told as the history has it', async () => {
  const { motor, db } = await startDurableMotor()
  const procesoId = await motor.publishProceso(PASOS, 'durable')
  // Whatever is kept of its other runs.
  motor.runtime.trazas.of(procesoId).apply({ nivel: 'nada', porcentaje: 100 })
  const draft = cadena([mapea('a', 'n1.texto & "?"')], 'a.x')
  const result = await motor.runtime.runDurableDraft({
    proceso: { id: procesoId, flujo: draft },
    entrada: { texto: 'hola' },
  })
  expect(result).toMatchObject({ estado: 'ok', estadoHttp: 200, salida: { r: 'hola?' }, error: null })
  expect(result.pasos.map(({ nodo }) => nodo)).toEqual(['n1', 'a', 'n2'])
  const rows = await db.selectFrom('ejecuciones').select(['id', 'origen', 'version']).execute()
  expect(rows).toEqual([{ id: result.idEjecucion, origen: 'prueba', version: null }])
})

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

const SENAL = cadena(
  [
    interno('dir', 'direccionDeSenal', { nodo: 'senal' }),
    mapea('a', 'dir.ruta'),
    interno('senal', 'senal', {}),
  ],
  'senal.respuesta & "!"',
)

async function startWaitingRun(flujo: Flujo, limits: Partial<Limits> = {}) {
  const started = await startDurableMotor(limits)
  const { publish, call, ask, db, motor } = started
  await publish('espera', flujo, { modo: 'asincrono' })
  const { body } = await call('/espera/cosas', json({ texto: 'hola' }))
  const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'esperando' })
  const send = (ruta: string, value: unknown) => fetch(`${motor.url}${ruta}`, json(value))
  const readRuta = async () => {
    const [row] = await db
      .selectFrom('puntosDeControl')
      .select('contenido')
      .where('nodo', '=', 'dir')
      .execute()
    return (JSON.parse(row?.contenido ?? '') as { valor: { ruta: string } }).valor.ruta
  }
  return { ...started, idEjecucion, urlEstado, send, readRuta }
}

test('a run waits for a signal without a worker, and its address is good once', async () => {
  const { ask, urlEstado, send, readRuta, motor, db } = await startWaitingRun(SENAL)
  expect(motor.motor.active()).toBe(0)
  expect(await sql`select from cola.job where name = 'ejecuciones'`.execute(db)).toMatchObject({ rows: [] })
  const ruta = await readRuta()
  expect((await send(`${ruta}x`, {})).status).toBe(404)
  expect((await fetch(`${motor.url}${ruta}`)).status).toBe(405)
  expect((await send(ruta, { respuesta: 'sí' })).status).toBe(202)
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ok', salida: { r: 'sí!' } })
  expect((await send(ruta, { respuesta: 'otra' })).status).toBe(409)
  const told = async () => {
    const rows = await db.selectFrom('ejecuciones').select('pasos').execute()
    return rows.flatMap(({ pasos }) => pasos.map(({ nodo }) => nodo))
  }
  await expect.poll(told).toEqual(['n1', 'dir', 'a', 'senal', 'n2'])
})

test('a signal that comes before its node has come so far is kept for it', async () => {
  const flujo = cadena(
    [
      interno('dir', 'direccionDeSenal', { nodo: 'senal' }),
      mapea('a', 'dir.ruta'),
      ESPERA_TURNO,
      interno('senal', 'senal', {}),
    ],
    'senal.respuesta',
  )
  const { publish, call, ask, guardados, withTurnoLocked, motor, db } = await startDurableMotor()
  await publish('pronto', flujo, { modo: 'asincrono' })
  let urlEstado = ''
  await withTurnoLocked(async () => {
    const { body } = await call('/pronto/cosas', json({}))
    urlEstado = (body as { urlEstado: string }).urlEstado
    await expect.poll(guardados).toEqual(['a', 'dir'])
    const [row] = await db
      .selectFrom('puntosDeControl')
      .select('contenido')
      .where('nodo', '=', 'dir')
      .execute()
    const { valor } = JSON.parse(row?.contenido ?? '') as { valor: { ruta: string } }
    expect((await fetch(`${motor.url}${valor.ruta}`, json({ respuesta: 'ya' }))).status).toBe(202)
  })
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ok', salida: { r: 'ya' } })
})

test('a time is waited for in a row, and what did not come in time fails its node', async () => {
  const tiempo = cadena([interno('t', 'espera', { ms: 1_500 })], '"ya"')
  const { ask, urlEstado } = await startWaitingRun(tiempo)
  await expect
    .poll(() => ask(urlEstado), { timeout: 10_000 })
    .toMatchObject({ estado: 'ok', salida: { r: 'ya' } })

  const {
    ask: askOther,
    urlEstado: other,
    db,
  } = await startWaitingRun(cadena([interno('senal', 'senal', { tiempoMaximo: 1 })], '"ya"'))
  await sql`update esperas set vence = now()`.execute(db)
  await expect
    .poll(() => askOther(other), { timeout: 10_000 })
    .toMatchObject({ estado: 'error', error: { codigo: 'ESPERA_VENCIDA' } })
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
  await motor.runtime.cola.endUnheld((id) => void told.push(id))
  expect(told).toEqual([])
})

test('what can wait for days is refused in a process that runs in memory', async () => {
  const { motor } = await startDurableMotor()
  await motor.runtime.definitions.catchUp()
  const hallazgos = await motor.runtime.validate({ procesoId: INTERNO, flujo: SENAL, modo: 'memoria' })
  expect(hallazgos.map(({ nodo, campo }) => `${nodo} ${campo}`)).toEqual([
    'dir tipoObjeto',
    'senal tipoObjeto',
  ])
})

test.each([
  ['that is not there', 'otro', [interno('senal', 'senal', {})]],
  ['that is no wait', 'a', [mapea('a', '1'), interno('senal', 'senal', {})]],
  ['that a person decides', 'p', [interno('p', 'aprobacion', { titulo: 'Pago', rol: 'operador' })]],
  ['of each item of a list', 'senal', porCada([interno('senal', 'senal', {})])],
])('no address is given of a node %s', async (_what, nodo, nodos) => {
  const { motor } = await startDurableMotor()
  await motor.runtime.definitions.catchUp()
  const flujo = cadena([interno('dir', 'direccionDeSenal', { nodo }), ...nodos], '1')
  const hallazgos = await motor.runtime.validate({ procesoId: INTERNO, flujo, modo: 'durable' })
  expect(hallazgos.filter(({ gravedad }) => gravedad === 'error')).toMatchObject([
    { nodo: 'dir', campo: 'objeto.nodo', mensaje: expect.stringContaining(`«${nodo}» no es`) },
  ])
})

test('an address wakes no approval', async () => {
  const aprobacion = interno('p', 'aprobacion', { titulo: 'Pago', rol: 'operador' })
  const { idEjecucion, send, motor, db } = await startWaitingRun(cadena([aprobacion], '1'))
  const token = motor.runtime.cola.esperas.tokenOf({ ejecucionId: idEjecucion, nodo: 'p', iteracion: '' })
  expect((await send(`/senales/${token}`, { aprobada: true })).status).toBe(404)
  expect(await db.selectFrom('esperas').select('nodo').execute()).toEqual([{ nodo: 'p' }])
})

test('whoever waits for an answer is told at once that the run waits for somebody', async () => {
  const { publish, call, motor } = await startDurableMotor()
  const procesoId = await publish('persona', SENAL, { tiempoMaximoMs: 60_000 })
  expect(await call('/persona/cosas', json({}))).toMatchObject({ status: 202 })
  const draft = { proceso: { id: procesoId, flujo: SENAL, modo: 'durable' as const }, entrada: {} }
  expect(await motor.runtime.runDurableDraft(draft)).toMatchObject({ estado: 'esperando', error: null })
})

test('a run that nobody has any more is ended with its reason', async () => {
  const { publish, call, ask, guardados, withTurnoLocked, motor, db } = await startDurableMotor()
  await publish('nadie', PASOS, { modo: 'asincrono' })
  let urlEstado = ''
  await withTurnoLocked(async () => {
    const { body } = await call('/nadie/cosas', json({ texto: 'hola' }))
    urlEstado = (body as { urlEstado: string }).urlEstado
    await expect.poll(guardados).toEqual(['a'])
    const told: string[] = []
    const tellOf = (id: string) => void told.push(id)
    await motor.runtime.cola.endUnheld(tellOf)
    expect(told).toEqual([])
    await sql`delete from cola.job`.execute(db)
    await sql`update ejecuciones_durables set comenzada = now() - interval '1 hour'`.execute(db)
    await motor.runtime.cola.endUnheld(tellOf)
    expect(told).toEqual([urlEstado.split('/').at(-1)])
  })
  expect(await ask(urlEstado)).toMatchObject({ estado: 'error', error: { codigo: 'EJECUCION_PERDIDA' } })
})

test('a part of a durable process, or a case of it, runs in memory with what is given for its waits', async () => {
  const { motor } = await startDurableMotor()
  const proceso = { id: await motor.publishProceso(SENAL, 'durable'), flujo: SENAL, modo: 'durable' as const }
  const entrada = { texto: 'hola' }
  expect(await motor.runtime.runDraft({ proceso, entrada })).toMatchObject({
    estado: 'error',
    error: { codigo: 'ESPERA_SIN_DURABLE', nodo: 'senal' },
  })
  const datosFijados = { senal: { respuesta: 'sí' } }
  expect(await motor.runtime.runDraft({ proceso, entrada, datosFijados })).toMatchObject({
    estado: 'ok',
    salida: { r: 'sí!' },
  })
})
