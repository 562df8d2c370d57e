import { connect } from 'node:net'
import {
  LIMITS as DEFAULTS,
  type EventoNumerado,
  type Flujo,
  type MensajeAlMotor,
  type MensajeDelMotor,
  parseFlujo,
  type Role,
  type TemaDeEjecucion,
  type TemaDePrueba,
} from '@div/contract'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createRefreshTokens } from '../../api/access/refresh-tokens.ts'
import { createSessions, type Sessions } from '../../api/access/session.ts'
import { insertUsuario } from '../../api/access/usuarios-repository.ts'
import { testLatido } from '../metrics/latido-testing.ts'
import { createNodosRepository } from '../metrics/nodos-repository.ts'
import { startTestMotor, type TestMotor } from '../testing.ts'
import { nameTema } from './en-vivo.ts'
import { registerWs } from './register-ws.ts'

const LIMITS = {
  enVivoConexiones: 3,
  enVivoSuscripciones: 2,
  enVivoMensajeBytes: 4_000,
  enVivoEsperaMs: 1_500,
  // Longer than who says nothing may wait: of two that are late the one that was due first comes first.
  enVivoInactividadMs: 3_000,
  enVivoLatidoMs: 300,
}

let motor: TestMotor
let sessions: Sessions
let refreshKey: Buffer
let servidorId: string
const opened: Live[] = []

beforeAll(async () => {
  motor = await startTestMotor({
    limits: LIMITS,
    registers: ({ db, secretos }) => {
      sessions = createSessions({ db, secretos })
      refreshKey = secretos.derive('refresh')
      return [registerWs({ sessions, limits: { ...DEFAULTS, ...LIMITS }, log: pino({ level: 'silent' }) })]
    },
  })
  servidorId = uuid()
  await motor.database.db
    .insertInto('servidores')
    .values({
      id: servidorId,
      nombre: 'Interno',
      tipoServidor: 'interno',
      activo: true,
      permitirRedPrivada: false,
      config: '{}',
      pool: '{}',
      resiliencia: '{}',
      descripcion: '',
      categoriaId: null,
      actualizadoPor: null,
    })
    .execute()
})
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})
afterAll(() => motor.close())

interface Live {
  say(mensaje: MensajeAlMotor | string): void
  /** Of everything that was said to it. */
  heard: MensajeDelMotor[]
  closed: Promise<{ code: number; reason: string }>
  close(): Promise<void>
}

async function open(): Promise<Live> {
  const socket = new WebSocket(`${motor.url.replace('http', 'ws')}/ws`)
  const heard: MensajeDelMotor[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.onclose = ({ code, reason }) => resolve({ code, reason })
  })
  socket.onmessage = ({ data }) => heard.push(JSON.parse(data))
  await new Promise<void>((resolve) => {
    socket.onopen = () => resolve()
  })
  const live: Live = {
    heard,
    closed,
    say: (mensaje) => socket.send(typeof mensaje === 'string' ? mensaje : JSON.stringify(mensaje)),
    async close() {
      socket.close()
      await closed
    },
  }
  opened.push(live)
  return live
}

async function addUsuario(role: Role): Promise<{ id: string; token: string }> {
  const { db } = motor.database
  const username = `u${uuid()}`
  const { id, familia } = await db.transaction().execute(async (trx) => {
    const usuario = await insertUsuario(trx, {
      id: uuid(),
      username,
      email: `${username}@prueba.es`,
      role,
      activo: true,
      passwordHash: '',
      actualizadoPor: null,
    })
    const session = await createRefreshTokens({ db, key: refreshKey }).open(trx, usuario.id)
    return { id: usuario.id, familia: session.familia }
  })
  return { id, token: await sessions.sign({ usuarioId: id, role, familia }) }
}

async function signedIn(token: string): Promise<Live> {
  const live = await open()
  live.say({ tipo: 'autenticar', token })
  await expect.poll(() => live.heard).toEqual([{ tipo: 'listo' }])
  return live
}

const newTema = (): TemaDePrueba => ({ tipo: 'prueba', seguimiento: uuid() })
const temaOfRun = (id: string): TemaDeEjecucion => ({ tipo: 'ejecucion', id })
const eventosOf = ({ heard }: Live): EventoNumerado[] =>
  heard.flatMap((mensaje) => (mensaje.tipo === 'eventos' ? mensaje.eventos : []))
const isOver = (live: Live) => eventosOf(live).some(({ evento }) => evento.tipo === 'fin')

/** Waits twice, then answers. */
function waiting(ms: number): Flujo {
  const posicion = { x: 0, y: 0 }
  const espera = (id: string) => ({
    id,
    tipo: 'proceso',
    nombre: id,
    posicion,
    servidorId,
    tipoServidor: 'interno',
    tipoObjeto: 'espera',
    objeto: { ms },
  })
  return parseFlujo({
    version: 1,
    nodos: [
      { id: 'e', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: [] },
      espera('a'),
      espera('b'),
      { id: 's', tipo: 'salida', nombre: 'Salida', posicion, estadoHttp: 200, parametros: [] },
    ],
    conexiones: [
      { id: 'c1', origen: 'e', destino: 'a' },
      { id: 'c2', origen: 'a', destino: 'b' },
      { id: 'c3', origen: 'b', destino: 's' },
    ],
  })
}

async function run(usuarioId: string, tema: TemaDePrueba | null, ms = 300) {
  const id = await motor.publishProceso(waiting(ms))
  return motor.runtime.runDraft({
    proceso: { id, flujo: waiting(ms) },
    entrada: {},
    ...(tema && { tema: nameTema(tema, usuarioId) }),
  })
}

const countRows = async () =>
  (await motor.database.db.selectFrom('eventosEnVivo').select('seq').execute()).length

describe('a test run that somebody watches', () => {
  test('is told of while it goes on, in order and each event once', async () => {
    const { id, token } = await addUsuario('operador')
    const tema = newTema()
    const live = await signedIn(token)
    live.say({ tipo: 'suscribir', tema })
    const running = run(id, tema)
    await expect.poll(() => eventosOf(live).length).toBeGreaterThan(1)
    // Before it has ended.
    expect(isOver(live)).toBe(false)
    const { idEjecucion } = await running
    await expect.poll(() => isOver(live)).toBe(true)
    const eventos = eventosOf(live)
    expect(eventos.map(({ seq }) => seq)).toEqual(eventos.map((_each, at) => at + 1))
    expect(eventos[0]?.evento).toEqual({ tipo: 'inicio', idEjecucion })
    expect(eventos.at(-1)?.evento).toMatchObject({ tipo: 'fin', estado: 'ok' })
    const told = eventos.flatMap(({ evento }) =>
      evento.tipo === 'avance' ? evento.nodos.map(({ nodo, estado }) => `${nodo} ${estado}`) : [],
    )
    expect(told).toEqual(expect.arrayContaining(['e ok', 'a ejecutando', 'a ok', 'b ok', 's ok']))
  })

  test('goes on being told after a drop, from where it was heard of last', async () => {
    const { id, token } = await addUsuario('admin')
    const tema = newTema()
    const first = await signedIn(token)
    first.say({ tipo: 'suscribir', tema })
    const running = run(id, tema)
    await expect.poll(() => eventosOf(first).length).toBeGreaterThan(0)
    await first.close()
    const known = eventosOf(first)
    await running
    const second = await signedIn(token)
    second.say({ tipo: 'suscribir', tema, desde: known.at(-1)?.seq ?? 0 })
    await expect.poll(() => isOver(second)).toBe(true)
    const all = [...known, ...eventosOf(second)].map(({ seq }) => seq)
    expect(all).toEqual(all.map((_each, at) => at + 1))
  })

  test('is told to nobody else, and to nobody who may not run drafts', async () => {
    const owner = await addUsuario('operador')
    const tema = newTema()
    const other = await signedIn((await addUsuario('admin')).token)
    other.say({ tipo: 'suscribir', tema })
    const reader = await signedIn((await addUsuario('lectura')).token)
    reader.say({ tipo: 'suscribir', tema })
    await run(owner.id, tema)
    await expect.poll(() => reader.heard.at(-1)).toMatchObject({ tipo: 'error', codigo: 'PERMISO_DENEGADO' })
    expect(eventosOf(other)).toEqual([])
  })
})

describe('a run that was begun for nobody', () => {
  /** Its id, once it waits. */
  async function runningId(): Promise<string> {
    const { enCurso } = motor.runtime
    const soon = () => enCurso.list(Number.POSITIVE_INFINITY)[0]?.id ?? ''
    await expect.poll(soon).not.toBe('')
    return soon()
  }

  test('is told of to whoever comes to look at it, with what it has done so far', async () => {
    const { id, token } = await addUsuario('lectura')
    const live = await signedIn(token)
    const running = run(id, null, 700)
    const idEjecucion = await runningId()
    live.say({ tipo: 'suscribir', tema: temaOfRun(idEjecucion) })
    await running
    await expect.poll(() => isOver(live)).toBe(true)
    const eventos = eventosOf(live)
    expect(eventos.map(({ seq }) => seq)).toEqual(eventos.map((_each, at) => at + 1))
    expect(eventos[0]?.evento).toEqual({ tipo: 'inicio', idEjecucion })
    const told = eventos.flatMap(({ evento }) =>
      evento.tipo === 'avance' ? evento.nodos.map(({ nodo, estado }) => `${nodo} ${estado}`) : [],
    )
    expect(told).toEqual(expect.arrayContaining(['e ok', 'a ejecutando', 'a ok', 'b ejecutando', 's ok']))
  })

  test('loses no event with a connection that is cut', async () => {
    const { id, token } = await addUsuario('lectura')
    const first = await signedIn(token)
    const running = run(id, null, 900)
    const idEjecucion = await runningId()
    first.say({ tipo: 'suscribir', tema: temaOfRun(idEjecucion) })
    await expect.poll(() => eventosOf(first).length).toBeGreaterThan(1)
    await first.close()
    const known = eventosOf(first)
    await running
    const second = await signedIn(token)
    second.say({ tipo: 'suscribir', tema: temaOfRun(idEjecucion), desde: known.at(-1)?.seq ?? 0 })
    await expect.poll(() => isOver(second)).toBe(true)
    const all = [...known, ...eventosOf(second)].map(({ seq }) => seq)
    expect(all).toEqual(all.map((_each, at) => at + 1))
  })
})

test('a run that nobody watches leaves nothing behind', async () => {
  const { id } = await addUsuario('admin')
  const before = await countRows()
  await run(id, null, 120)
  expect(await countRows()).toBe(before)
})

describe('what is only said to have changed', () => {
  const cambiosOf = ({ heard }: Live) => heard.filter(({ tipo }) => tipo === 'cambio')

  test('is told once at the beginning, and then when it did', async () => {
    const { token } = await addUsuario('lectura')
    const live = await signedIn(token)
    live.say({ tipo: 'suscribir', tema: { tipo: 'ejecuciones' } })
    await expect.poll(() => cambiosOf(live)).toEqual([{ tipo: 'cambio', tema: { tipo: 'ejecuciones' } }])
    const datos = testLatido({ historial: { pendientes: 0, escritas: 7, descartadas: 0 } })
    const nodos = createNodosRepository(motor.database.db)
    await nodos.beat({ id: uuid(), rol: 'api', inicio: new Date(), datos })
    await expect.poll(() => cambiosOf(live)).toHaveLength(2)
    // Something waits, whoever accepted it.
    motor.runtime.cola.tell()
    await expect.poll(() => cambiosOf(live)).toHaveLength(3)
  })

  test('of the bell is told when an approval begins to wait', async () => {
    const live = await signedIn((await addUsuario('operador')).token)
    live.say({ tipo: 'suscribir', tema: { tipo: 'notificaciones' } })
    await expect.poll(() => cambiosOf(live)).toHaveLength(1)
    await motor.database.db
      .insertInto('esperas')
      .values({
        ejecucionId: uuid(),
        nodo: 'n',
        iteracion: '',
        region: null,
        clase: 'aprobacion',
        vence: null,
      })
      .execute()
    await expect.poll(() => cambiosOf(live)).toHaveLength(2)
  })

  test('of the figures comes with what they are now', async () => {
    const live = await signedIn((await addUsuario('lectura')).token)
    live.say({ tipo: 'suscribir', tema: { tipo: 'metricas' } })
    await expect
      .poll(() => cambiosOf(live))
      .toMatchObject([{ tema: { tipo: 'metricas' }, metricas: { canales: { active: expect.any(Number) } } }])
  })
})

describe('a connection', () => {
  test.each<[string, (live: Live) => void, number]>([
    ['without a word', () => undefined, 4401],
    ['whose first message asks', (live) => live.say({ tipo: 'suscribir', tema: newTema() }), 4401],
    ['with a bad token', (live) => live.say({ tipo: 'autenticar', token: 'x.y.z' }), 4401],
    ['with a message that is too long', (live) => live.say('x'.repeat(5_000)), 1009],
    [
      'with more messages at once than anybody needs',
      (live) => Array.from({ length: 60 }, () => live.say('{}')),
      1008,
    ],
  ])('%s is closed', async (_what, say, code) => {
    const live = await open()
    say(live)
    expect((await live.closed).code).toBe(code)
  })

  test('that says what is none is told so, and goes on', async () => {
    const live = await signedIn((await addUsuario('admin')).token)
    live.say('no es JSON')
    await expect.poll(() => live.heard.at(-1)).toMatchObject({ tipo: 'error', codigo: 'DATOS_INVALIDOS' })
    for (let n = 0; n < 3; n++) live.say({ tipo: 'suscribir', tema: newTema() })
    await expect.poll(() => live.heard.at(-1)).toMatchObject({ codigo: 'LIMITE_SUPERADO' })
  })

  test('that watches nothing is closed after a while', async () => {
    const live = await signedIn((await addUsuario('admin')).token)
    expect((await live.closed).code).toBe(4409)
  })

  test('of a user who is deactivated is closed at the next sign of life', async () => {
    const { id, token } = await addUsuario('admin')
    const live = await signedIn(token)
    live.say({ tipo: 'suscribir', tema: newTema() })
    await motor.database.db.updateTable('usuarios').set({ activo: false }).where('id', '=', id).execute()
    expect((await live.closed).code).toBe(4401)
  })

  test('beyond the places of a worker is refused', async () => {
    const { token } = await addUsuario('admin')
    for (let n = 0; n < LIMITS.enVivoConexiones; n++) await signedIn(token)
    const live = await open()
    expect((await live.closed).code).toBe(4429)
  })
})

test.each([
  ['another protocol', '/rest/nada', 'h2c'],
  ['another place', '/rest/nada', 'websocket'],
])('a call that asks for %s is answered as a call', async (_what, path, upgrade) => {
  const { port } = new URL(motor.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
  let answer = ''
  for await (const chunk of socket) answer += chunk
  expect(answer).toMatch(/^HTTP\/1\.1 404/)
  expect(answer).toContain('application/problem+json')
})

test('a call of /ws that is no WebSocket is told nothing of it', async () => {
  expect((await fetch(`${motor.url}/ws`)).status).toBe(404)
})
