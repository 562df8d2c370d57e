import { type Flujo, LIMITS, monotonicNow, type Nodo } from '@div/contract'
import { type GuardaPuntos, IntentoAjeno, runPlan } from '@div/engine'
import { type Kysely, sql } from 'kysely'
import type { Job } from 'pg-boss'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../db/tables.ts'
import type { Trabajo } from '../async-pool/trabajo.ts'
import { json, WAITING } from '../publishing/rest/rest-testing.ts'
import { changeOwnDatabase } from '../runtime/own-database.ts'
import { takeConsecutivos } from '../runtime/take-consecutivo.ts'
import { createDurables } from './durables.ts'
import {
  cadena,
  ID_TOMADA,
  INTERNO,
  interno,
  mapea,
  PASOS,
  SENAL,
  startDurableMotor,
  trabajoDe,
} from './durables-testing.ts'

/** These once for each of two elements. */
const porCada = (nodos: readonly Partial<Nodo>[]): Partial<Nodo>[] => [
  { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
  { id: 'd', tipo: 'splitter-split', parametros: [], lista: { nodo: 'lista', ruta: 'x' } },
  ...nodos,
  { id: 'j', tipo: 'splitter-join', parametros: [], split: 'd' },
]

/** What follows of it is refused by the database, as what it holds is refused whenever it is sent. */
async function refuseRows(db: Kysely<Database>, table: string, condition: string): Promise<void> {
  await sql`create function refuse_${sql.raw(table)}() returns trigger language plpgsql as ${sql.lit(
    `begin if ${condition} then raise exception 'unsupported Unicode escape sequence' using errcode = '22P05';
    end if; return new; end`,
  )}`.execute(db)
  await sql`create trigger refuse before insert on ${sql.table(table)} for each row
    execute function refuse_${sql.raw(table)}()`.execute(db)
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
    '/cosas': { post: { responses: { '200': {}, '202': {}, '507': {} } } },
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

test('what a late attempt writes changes nothing, and is logged', async () => {
  const lines: { msg: string; idEjecucion?: string; intento?: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { motor, db, acceptTaken } = await startDurableMotor({}, { log })
  const { durables, definitions, cola } = motor.runtime
  const procesoId = await motor.publishProceso(PASOS, 'durable')
  await definitions.catchUp()
  const plan = (await definitions.find(procesoId, 1))?.outcome.plan
  if (!plan) throw new Error('not compiled')
  const id = ID_TOMADA
  const trabajo = trabajoDe(procesoId)
  await acceptTaken(id, trabajo)
  const punto = {
    nodo: 'a',
    iteracion: null,
    region: null,
    salida: '',
    fallo: null,
    paso: null,
    compensable: null,
  }
  const reclamo = { id, trabajo, version: 1 }
  const first = await durables.claim({ ...reclamo, perdidas: 0 })
  const early = await durables.open(plan, { id, procesoId, intento: first.intento })
  const big = 'x'.repeat(70_000)
  await early.save([{ ...punto, valor: { x: big } }])
  await sql`update cola.job set retry_count = 1 where id = ${id}`.execute(db)
  await expect(durables.claim({ ...reclamo, perdidas: 0 })).rejects.toThrow('another attempt')
  const pedida = { clase: 'senal', vence: null } as const
  const esperas = [{ nodo: 'b', iteracion: null, region: null, pedida }]
  const job = { id, name: 'ejecuciones', data: trabajo, retryCount: 0 } as Job<Trabajo>
  const sleep = () => cola.sleep([{ job, intento: first.intento, esperas }])
  await sleep()
  expect(await cola.listAsleep({}, { limite: 10, cursor: null })).toEqual([])
  const second = await durables.claim({ ...reclamo, perdidas: 1 })
  expect([first.intento, second.intento]).toEqual([1, 2])
  const logged = () => lines.filter(({ idEjecucion }) => idEjecucion === id)
  expect(logged()).toEqual([])

  // All that an attempt writes: a node, an effect of ours with its node, what it waits for, its end.
  await expect(early.save([{ ...punto, nodo: 'b', valor: 1 }])).rejects.toThrow('another attempt')
  await expect(
    db.transaction().execute((trx) => early.saveIn({ ...punto, nodo: 'b', valor: 1 }, trx)),
  ).rejects.toThrow('another attempt')
  await sleep()
  const respuesta = {
    id,
    canalId: null,
    estado: 'ok' as const,
    estadoHttp: 200,
    tipoContenido: null,
    cabeceras: {},
    cuerpo: Buffer.from(''),
    iniciada: null,
    terminada: new Date(),
  }
  const fin = { job, respuesta, intento: first.intento, fila: null, rechazada: false }
  expect([...(await cola.complete([fin])).ours]).toEqual([])
  const told = { idEjecucion: id, intento: 1 }
  expect(logged()).toMatchObject([
    { msg: 'late checkpoint of a run that another attempt has', ...told },
    { msg: 'an effect of a run that another attempt has is rolled back', ...told },
    { msg: 'late waits of a run that another attempt has', ...told },
    { msg: 'late end of a run that another worker has', ...told },
  ])

  expect(await cola.listAsleep({}, { limite: 10, cursor: null })).toEqual([])
  expect(await cola.find(id)).toMatchObject({ estado: 'ejecutando' })
  const late = await durables.open(plan, { id, procesoId, intento: second.intento })
  expect([...late.anteriores]).toEqual([['a', { ...punto, valor: { x: big } }]])
  expect(await db.selectFrom('puntosGrandes').select('nodo').execute()).toEqual([{ nodo: 'a' }])
})

/** Of so many bytes, as a checkpoint writes it, and not as many characters. */
function valorOf(bytes: number): { x: string } {
  const left = bytes - Buffer.byteLength(JSON.stringify({ valor: { x: '' } }))
  return { x: 'ñ'.repeat(Math.floor(left / 2)) + 'x'.repeat(left % 2) }
}

test('up to 64 KB a checkpoint stands in its row and with one byte more beside it, and a run goes on from both', async () => {
  const { motor, db, acceptTaken } = await startDurableMotor()
  const { definitions, durables, ports } = motor.runtime
  const flujo = cadena([mapea('a', '"nada"'), mapea('b', '"nada"')], 'a.x & b.x')
  const procesoId = await motor.publishProceso(flujo, 'durable')
  await definitions.catchUp()
  const published = await definitions.find(procesoId, 1)
  if (!published?.outcome.plan) throw new Error('not compiled')
  const { plan, secretos } = published.outcome
  const trabajo = trabajoDe(procesoId)
  await acceptTaken(ID_TOMADA, trabajo)
  const attempt = async (perdidas: number) => {
    await sql`update cola.job set retry_count = ${perdidas} where id = ${ID_TOMADA}`.execute(db)
    const { intento } = await durables.claim({ id: ID_TOMADA, trabajo, version: 1, perdidas })
    return durables.open(plan, { id: ID_TOMADA, procesoId, intento })
  }
  const punto = { iteracion: null, region: null, salida: '', fallo: null, paso: null, compensable: null }
  const [inRow, beside] = [valorOf(65_536), valorOf(65_537)]
  const first = await attempt(0)
  await first.save([
    { ...punto, nodo: 'a', valor: inRow },
    { ...punto, nodo: 'b', valor: beside },
  ])
  const rows = await sql`
    select nodo, octet_length(punto.contenido) as en_fila, octet_length(grande.contenido) as aparte
    from puntos_de_control as punto left join puntos_grandes as grande using (ejecucion_id, nodo, iteracion)
    order by nodo`.execute(db)
  expect(rows.rows).toEqual([
    { nodo: 'a', enFila: 65_536, aparte: null },
    { nodo: 'b', enFila: null, aparte: 65_537 },
  ])
  const puntos = await attempt(1)
  const input = { entrada: {}, deadline: monotonicNow() + 10_000, profundidad: 0, secretos, puntos }
  expect(await runPlan(plan, { idEjecucion: ID_TOMADA, ...input }, ports)).toMatchObject({
    estado: 'ok',
    respuesta: { cuerpo: { r: inRow.x + beside.x } },
  })
})

/** As if its process died as soon as it has had an effect: what it would write afterwards is lost. */
const dying = (puntos: GuardaPuntos): GuardaPuntos => ({
  ...puntos,
  save: () => Promise.reject(new IntentoAjeno()),
})

test('what a run does in our own database is there once, wherever its process dies', async () => {
  const { motor, db, acceptTaken } = await startDurableMotor()
  const { definitions, durables, ports } = motor.runtime
  const columnas = JSON.stringify([{ nombre: 'valor', tipo: 'entero', requerido: false, unico: false }])
  await sql`insert into tablas (id, nombre, descripcion, columnas) values (gen_random_uuid(), 'hechos', '', ${columnas}::jsonb)`.execute(
    db,
  )
  const flujo = cadena(
    [
      interno('toma', 'consecutivo', { nombre: 'turno' }),
      interno('pone', 'tabla', { tabla: 'hechos', operacion: 'insertar' }, [
        { nombre: 'valor', valorAsignado: { nodo: 'toma', ruta: 'valor' } },
      ]),
    ],
    'pone.filas[0].valor',
  )
  const procesoId = await motor.publishProceso(flujo, 'durable')
  await definitions.catchUp()
  const published = await definitions.find(procesoId, 1)
  if (!published?.outcome.plan) throw new Error('not compiled')
  const { plan, secretos } = published.outcome
  const trabajo = trabajoDe(procesoId)
  await acceptTaken(ID_TOMADA, trabajo)
  const attempt = async (perdidas: number, through: (puntos: GuardaPuntos) => GuardaPuntos) => {
    await sql`update cola.job set retry_count = ${perdidas} where id = ${ID_TOMADA}`.execute(db)
    const { intento } = await durables.claim({ id: ID_TOMADA, trabajo, version: 1, perdidas })
    const puntos = through(await durables.open(plan, { id: ID_TOMADA, procesoId, intento }))
    const input = { entrada: {}, deadline: monotonicNow() + 10_000, profundidad: 0, secretos, puntos }
    return runPlan(plan, { idEjecucion: ID_TOMADA, ...input }, ports)
  }
  // It dies after each effect, and goes on from there.
  expect((await attempt(0, dying)).causa).toBeInstanceOf(IntentoAjeno)
  expect((await attempt(1, dying)).causa).toBeInstanceOf(IntentoAjeno)
  expect(await attempt(2, (puntos) => puntos)).toMatchObject({
    estado: 'ok',
    respuesta: { cuerpo: { r: 1 } },
  })
  const [turno] = await db.selectFrom('consecutivos').select('ultimo').where('nombre', '=', 'turno').execute()
  expect(Number(turno?.ultimo)).toBe(1)
  expect(await db.selectFrom('tablaFilas').select('datos').execute()).toEqual([{ datos: { valor: 1 } }])
  // One that has lost the run has no effect either.
  const late = await durables.open(plan, { id: ID_TOMADA, procesoId, intento: 1 })
  const input = { entrada: {}, deadline: monotonicNow() + 10_000, profundidad: 0, secretos }
  const blind = { ...late, anteriores: new Map() }
  expect(
    (await runPlan(plan, { idEjecucion: ID_TOMADA, ...input, puntos: blind }, ports)).causa,
  ).toBeInstanceOf(IntentoAjeno)
  const [after] = await db.selectFrom('consecutivos').select('ultimo').where('nombre', '=', 'turno').execute()
  expect(Number(after?.ultimo)).toBe(1)
})

test('a commit of which nobody heard costs no attempt, and is no second effect', async () => {
  const { motor, db, acceptTaken } = await startDurableMotor()
  const { definitions, durables } = motor.runtime
  const procesoId = await motor.publishProceso(PASOS, 'durable')
  await definitions.catchUp()
  const plan = (await definitions.find(procesoId, 1))?.outcome.plan
  if (!plan) throw new Error('not compiled')
  const trabajo = trabajoDe(procesoId)
  await acceptTaken(ID_TOMADA, trabajo)
  const { intento } = await durables.claim({ id: ID_TOMADA, trabajo, version: 1, perdidas: 0 })
  const puntos = await durables.open(plan, { id: ID_TOMADA, procesoId, intento })
  const punto = { nodo: 'turno', iteracion: null, region: null, salida: '', fallo: null, paso: null }
  const context = {
    claveIdempotencia: 'r1/turno/1',
    signal: new AbortController().signal,
    deadline: monotonicNow() + 10_000,
    saveIn: (valor: unknown, trx: unknown) => puntos.saveIn({ ...punto, compensable: null, valor }, trx),
  }
  const take = () => changeOwnDatabase(db, context, (trx) => takeConsecutivos(trx, 'turno', 1))
  const transaction = db.transaction()
  const execute = transaction.execute.bind(transaction)
  vi.spyOn(transaction, 'execute').mockImplementationOnce(async (work) => {
    await execute(work)
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  })
  const tries = vi.spyOn(db, 'transaction').mockReturnValueOnce(transaction)
  expect(await take()).toEqual([1])
  expect(tries).toHaveBeenCalledTimes(2)
  const [turno] = await db.selectFrom('consecutivos').select('ultimo').where('nombre', '=', 'turno').execute()
  expect(Number(turno?.ultimo)).toBe(1)
  // Who does not remember what it gave has to be told by the checkpoint, in another attempt.
  await expect(take()).rejects.toThrow(IntentoAjeno)
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

test.each([
  ['what it waits for', 'esperas', "new.titulo = 'malo'", 'la ejecución espera'],
  ['what it answers', 'respuestas_asincronas', 'new.cuerpo = \'{"r":"malo"}\'::bytea', 'respuesta'],
  ['its checkpoint', 'puntos_de_control', "new.contenido like '%malo%'", 'punto de control'],
])('a run of which the database refuses %s ends with its reason, and no other with it', async (...row) => {
  const [, table, condition, que] = row
  const { publish, call, ask, db } = await startDurableMotor({ ejecucionesAsincronas: 2 })
  await refuseRows(db, table, condition)
  const waits = table === 'esperas' ? [interno('p', 'aprobacion', { titulo: 'malo', rol: 'operador' })] : []
  await publish('malo', cadena([mapea('a', 'n1.texto'), ...waits], 'a.x'), { modo: 'asincrono' })
  await publish('bueno', PASOS, { modo: 'asincrono' })
  const accept = async (ruta: string, texto: string) =>
    ((await call(ruta, json({ texto }))).body as { urlEstado: string }).urlEstado
  const bad = await accept('/malo/cosas', 'malo')
  const good = await accept('/bueno/cosas', 'hola')
  await expect.poll(() => ask(good)).toMatchObject({ estado: 'ok' })
  await expect
    .poll(() => ask(bad))
    .toMatchObject({ estado: 'error', error: { codigo: 'DATOS_NO_GUARDABLES' } })
  await expect
    .poll(() => db.selectFrom('ejecuciones').select(['estado', 'errorMensaje']).orderBy('estado').execute())
    .toEqual([
      { estado: 'error', errorMensaje: expect.stringContaining(que) },
      { estado: 'ok', errorMensaje: null },
    ])
})

test('of two attempts that end a run the history tells of the one that did', async () => {
  const { call, ask, motor, db, loseLease, withTurnoLocked } = await startDurableMotor()
  const procesoId = await motor.publishProceso(WAITING)
  await motor.publishCanal({ ruta: 'doble', modo: 'asincrono' }, [
    { procesoId, metodo: 'POST', ruta: '/cosas' },
  ])
  let urlEstado = ''
  await withTurnoLocked(async () => {
    const { body } = await call('/doble/cosas', json({}))
    urlEstado = (body as { urlEstado: string }).urlEstado
    await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'ejecutando' })
    // Given to another attempt, of which this worker has not heard yet.
    await sql`update cola.job set retry_count = retry_count + 1 where state = 'active'`.execute(db)
  })
  await loseLease()
  await expect.poll(() => ask(urlEstado), { timeout: 15_000 }).toMatchObject({ estado: 'ok' })
  await motor.runtime.history.flush()
  expect(await db.selectFrom('ejecuciones').select('estado').execute()).toEqual([{ estado: 'ok' }])
})

test('of two attempts that end together only the last is told of', async () => {
  const { motor, db, acceptTaken } = await startDurableMotor()
  const { cola } = motor.runtime
  const trabajo = { ...trabajoDe(await motor.publishProceso(PASOS)), espera: true as const }
  await acceptTaken(ID_TOMADA, trabajo)
  await sql`update cola.job set retry_count = 1 where id = ${ID_TOMADA}`.execute(db)
  const fin = (retryCount: number) => ({
    job: { id: ID_TOMADA, name: 'ejecuciones', data: trabajo, retryCount } as Job<Trabajo>,
    intento: null,
    fila: null,
    rechazada: false,
    respuesta: {
      id: ID_TOMADA,
      canalId: null,
      estado: 'ok' as const,
      estadoHttp: 200 + retryCount,
      tipoContenido: null,
      cabeceras: {},
      cuerpo: Buffer.from(''),
      iniciada: null,
      terminada: new Date(),
    },
  })
  const [first, second] = [fin(0), fin(1)]
  expect([...(await cola.complete([first, second])).ours]).toEqual([second.job])
  expect(await cola.find(ID_TOMADA)).toMatchObject({ respuesta: { estadoHttp: 201 } })
  expect([...(await cola.complete([first, second])).ours]).toEqual([second.job])
})

test('whoever watches a run sees how far it has come when it falls asleep, at once too', async () => {
  const { publish, motor } = await startDurableMotor()
  const atOnce = cadena([interno('senal', 'senal', {})], 'senal.respuesta')
  const watch = async (flujo: Flujo, tema: string) => {
    const id = await publish(tema, flujo, { tiempoMaximoMs: 60_000 })
    const draft = { proceso: { id, flujo, modo: 'durable' as const }, entrada: {}, tema }
    expect(await motor.runtime.runDurableDraft(draft)).toMatchObject({ estado: 'esperando' })
    const read = async () => (await motor.runtime.enVivo.read(tema, 0)).map(({ evento }) => evento)
    await expect.poll(async () => (await read()).at(-1)).toMatchObject({ tipo: 'fin', estado: 'esperando' })
    const nodos = (await read()).flatMap((evento) => (evento.tipo === 'avance' ? evento.nodos : []))
    return [...new Map(nodos.map(({ nodo, estado }) => [nodo, estado]))]
  }
  const asleep = [
    ['n1', 'ok'],
    ['senal', 'ejecutando'],
  ]
  expect(await watch(atOnce, 'enseguida')).toEqual(asleep)
  expect(await watch(SENAL, 'despues')).toEqual(expect.arrayContaining(asleep))
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
    const tellOf = async (id: string) => void told.push(id)
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

test('of what is pinned all that is too large is named at once, and the run is not begun', async () => {
  const { motor, db } = await startDurableMotor()
  const durables = createDurables({
    db,
    secretos: motor.secretos,
    limits: { ...LIMITS, puntoDeControlBytes: 200 },
    log: pino({ level: 'silent' }),
  })
  const { plan } = motor.runtime.compile(PASOS, 'durable')
  if (!plan) throw new Error('does not compile')
  const large = { x: 'x'.repeat(500) }
  const run = { id: ID_TOMADA, trabajo: trabajoDe(INTERNO), datos: { a: large, turno: { x: 1 }, b: large } }
  const pinned = db.transaction().execute((trx) => durables.pin(trx, plan, run))
  await expect(pinned).rejects.toMatchObject({
    codigo: 'LIMITE_SUPERADO',
    errores: [
      { campo: 'datosFijados.a', mensaje: 'La salida de «Paso 0» es demasiado grande.' },
      { campo: 'datosFijados.b', mensaje: 'La salida de «Paso 2» es demasiado grande.' },
    ],
  })
  expect(await db.selectFrom('ejecucionesDurables').select('id').execute()).toEqual([])
})
