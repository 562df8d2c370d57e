import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { FLUJO_VERSION } from '@div/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { treeOf } from '../../bench/process-usage.ts'
import {
  type MotorNode,
  type StoryProduct,
  startMotorNode,
  startStoryProduct,
  stopProducts,
} from '../../e2e/product.ts'
import { idOf } from '../../e2e/publish-proceso.ts'
import { BACK_MS } from './calls.ts'
import { addServidor } from './fault-product.ts'

const STARTING_MS = 90_000
/** All of it, with two starts of a node and the time after which one that was killed has lost its runs. */
const MATRIX_MS = 240_000
const POSICION = { x: 0, y: 0 }

/** Runs of `espera`: one at each point that it comes to before it waits, one that waits. */
const WAITING = 4

type Nodo = Record<string, unknown> & { id: string }

/** What stands between `a` and the row in the product's own database, and the call of it at which a run is held inside of a region. */
const TIPOS: Readonly<Record<string, { nodos: Nodo[]; conexiones: string; region?: string }>> = {
  entradaYSalida: { nodos: [], conexiones: 'a>t' },
  proceso: { nodos: [efecto('x')], conexiones: 'a>x>t' },
  transformacion: {
    nodos: [
      { id: 'x', tipo: 'transformacion', parametros: [{ nombre: 'y', expresion: 'MAYUSCULAS(e.clave)' }] },
    ],
    conexiones: 'a>x>t',
  },
  condicion: {
    nodos: [{ id: 'x', tipo: 'condicion', casos: [{ nombre: 'si', expresion: 'VERDADERO' }] }],
    conexiones: 'a>x:si>t',
  },
  lista: {
    nodos: [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
      { id: 'd', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' }, concurrencia: 1 },
      efecto('i'),
      { id: 'j', tipo: 'splitter-join', split: 'd' },
    ],
    conexiones: 'a>l>d>i>j>t',
    region: 'i[1]',
  },
  ramas: {
    nodos: [
      { id: 'd', tipo: 'splitter-split' },
      efecto('i'),
      efecto('k'),
      { id: 'j', tipo: 'splitter-join', split: 'd' },
    ],
    conexiones: 'a>d>i>j>t d>k>j',
    region: 'k[1]',
  },
  espera: {
    nodos: [
      interno('dir', 'direccionDeSenal', { nodo: 'x' }),
      efecto('k', { nombre: 'direccion', expresion: 'dir.ruta' }),
      interno('x', 'senal', {}),
    ],
    conexiones: 'a>dir>k>x>t',
  },
}

function interno(id: string, tipoObjeto: string, objeto: object): Nodo {
  return { id, tipo: 'proceso', tipoServidor: 'interno', tipoObjeto, objeto }
}

/** A call that the target makes once for each idempotency key. */
function efecto(id: string, ...parametros: object[]): Nodo {
  return {
    id,
    tipo: 'proceso',
    tipoServidor: 'rest',
    tipoObjeto: 'operacion',
    objeto: { metodo: 'POST', ruta: '/efectos', claveIdempotencia: 'idempotency-key' },
    parametros: [{ nombre: 'clave', expresion: 'e.clave' }, ...parametros],
  }
}

/**
 * Where a run stands when its process is killed: before it is claimed, after that and before its first effect, between an effect and its
 * checkpoint, after the checkpoints of all but its last effect, inside of a region, while it waits.
 */
type Punto = 'sinReclamar' | 'reclamada' | 'sinGuardar' | 'guardada' | 'region' | 'esperando'

interface Request {
  clave: string
  /** Run, node and place. */
  key: string
  answer: () => void
}

/** Has each effect once by its key, as a target does that promises that, and keeps those waiting that it is told to. */
class Target {
  readonly asked: string[] = []
  readonly done = new Set<string>()
  readonly held = new Set<Request>()
  /** Where runs wait for a signal. */
  readonly direcciones = new Set<string>()
  holds: (request: Pick<Request, 'clave' | 'key'>) => boolean = () => false
  readonly server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (bytes: Buffer) => (text += bytes.toString()))
    request.on('end', () => {
      const { clave, direccion } = JSON.parse(text) as { clave: string; direccion?: string }
      if (direccion !== undefined) this.direcciones.add(direccion)
      this.#take(clave, String(request.headers['idempotency-key']), response)
    })
  })

  #take(clave: string, key: string, response: ServerResponse): void {
    const request: Request = {
      clave,
      key,
      answer: () => {
        this.held.delete(request)
        this.done.add(`${clave} ${key}`)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
    }
    this.asked.push(`${clave} ${key}`)
    // Of whoever is killed meanwhile nothing is done.
    response.once('close', () => this.held.delete(request))
    if (this.holds(request)) this.held.add(request)
    else request.answer()
  }

  heldOf = (punto: Punto) => [...this.held].filter(({ clave }) => clave.startsWith(`${punto} `))
}

const target = new Target()
let product: StoryProduct
let motor: MotorNode

beforeAll(async () => {
  target.server.listen(0, '127.0.0.1')
  await once(target.server, 'listening')
  product = await startStoryProduct({ DIV_ROLE: 'api' })
  const address = target.server.address()
  if (address === null || typeof address === 'string') throw new Error('the target has no port')
  const rest = await addServidor(product, 'Efectos', {
    tipoServidor: 'rest',
    config: { urlBase: `http://127.0.0.1:${address.port}` },
    pool: { max: 100 },
  })
  const interno = await addServidor(product, 'Lo propio', { tipoServidor: 'interno', config: {} })
  const columnas = [{ nombre: 'clave', tipo: 'texto' }]
  expect((await product.api('POST', '/tablas', { nombre: 'hechos', columnas })).status).toBe(201)
  for (const [tipo, drawn] of Object.entries(TIPOS)) await publish(tipo, flujoOf(drawn, { rest, interno }))
  motor = await startMotorNode(product, {})
}, STARTING_MS)
afterAll(async () => {
  await motor?.stop()
  await product?.stop()
  await stopProducts()
  target.server.close()
  target.server.closeAllConnections()
}, STARTING_MS)

/** entrada → an effect → the nodes of that kind → a row in our own database → another effect → salida. */
function flujoOf(
  { nodos, conexiones }: (typeof TIPOS)[string],
  servidores: Readonly<Record<string, string>>,
): object {
  const todos: Nodo[] = [
    { id: 'e', tipo: 'entrada', parametros: [{ nombre: 'clave', tipo: 'texto', requerido: true }] },
    efecto('a'),
    ...nodos,
    {
      id: 't',
      tipo: 'proceso',
      tipoServidor: 'interno',
      tipoObjeto: 'tabla',
      objeto: { tabla: 'hechos', operacion: 'insertar' },
      parametros: [{ nombre: 'clave', expresion: 'e.clave' }],
    },
    efecto('b'),
    { id: 's', tipo: 'salida', parametros: [{ nombre: 'clave', expresion: 'e.clave' }] },
  ]
  const ways = `e>a ${conexiones} t>b>s`.split(' ').flatMap((way) => {
    const [first, ...others] = way.split('>')
    return others.map((to, index) => ({ from: [first, ...others][index] ?? '', to: to.split(':')[0] ?? '' }))
  })
  return {
    version: FLUJO_VERSION,
    nodos: todos.map(({ id, tipoServidor, ...nodo }) => ({
      parametros: [],
      ...nodo,
      id,
      nombre: id,
      posicion: POSICION,
      ...(typeof tipoServidor === 'string' && { tipoServidor, servidorId: servidores[tipoServidor] }),
    })),
    conexiones: ways.map(({ from, to }, index) => {
      const [origen = '', salida] = from.split(':')
      return { id: `c${index}`, origen, destino: to, ...(salida !== undefined && { salida }) }
    }),
  }
}

async function publish(tipo: string, flujo: object): Promise<void> {
  const made = await product.api('POST', '/procesos', { nombre: tipo, modo: 'durable', flujo })
  expect(made.status, made.text).toBe(201)
  const procesoId = idOf(made.json)
  const published = await product.api('POST', `/procesos/${procesoId}/publicar`, {})
  expect(published.status, published.text).toBe(200)
  const canal = await product.api('POST', '/canales', {
    nombre: tipo,
    tipo: 'REST',
    ruta: tipo.toLowerCase(),
    modo: 'asincrono',
  })
  expect(canal.status, canal.text).toBe(201)
  await product.api('PUT', `/canales/${idOf(canal.json)}/procesos`, [
    { procesoId, metodo: 'POST', ruta: '/' },
  ])
}

/** Of these kinds one run each; answers where to ask for them. */
async function accept(punto: Punto, tipos: readonly string[]): Promise<string[]> {
  return Promise.all(tipos.map((tipo) => call(tipo, `${punto} ${tipo}`)))
}

async function call(tipo: string, clave: string): Promise<string> {
  const answer = await fetch(`${motor.url}/rest/${tipo.toLowerCase()}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clave }),
  })
  expect(answer.status).toBe(202)
  return ((await answer.json()) as { urlEstado: string }).urlEstado
}

async function estadoOf(url: string): Promise<unknown> {
  return ((await (await fetch(motor.url + url)).json()) as { estado: string }).estado
}

/** Gives all that wait for it their signal, once so many have told where. */
async function signalAll(count: number): Promise<void> {
  await expect.poll(() => target.direcciones.size, { timeout: BACK_MS }).toBe(count)
  for (const direccion of target.direcciones)
    expect((await fetch(motor.url + direccion, { method: 'POST' })).status).toBe(202)
}

/** Sessions of the product that wait for what the test has locked. */
const LOCKED =
  "from pg_stat_activity where datname = current_database() and application_name like 'div%' and wait_event_type = 'Lock'"
const countLocked = async () => Number((await product.run(`select count(*) ${LOCKED}`))[0]?.count)

test(
  'wherever its node is killed a run of every kind goes on elsewhere, and what it does is done once',
  async () => {
    const all = Object.keys(TIPOS)
    const regions = all.filter((tipo) => TIPOS[tipo]?.region !== undefined)
    target.holds = ({ clave, key }) => {
      const [punto = '', tipo = ''] = clave.split(' ')
      const nodo = key.split('/')[1]
      if (punto === 'reclamada' || punto === 'sinGuardar') return nodo === 'a'
      if (punto === 'guardada') return nodo === 'b'
      return punto === 'region' && nodo === TIPOS[tipo]?.region
    }
    const urls = [
      ...(await accept('esperando', ['espera'])),
      ...(await accept('reclamada', all)),
      // Whoever waits for a signal comes so far only after.
      ...(await accept(
        'guardada',
        all.filter((tipo) => tipo !== 'espera'),
      )),
      ...(await accept('region', regions)),
      ...(await accept('sinGuardar', all)),
    ]
    await expect.poll(() => estadoOf(urls[0] ?? ''), { timeout: BACK_MS }).toBe('esperando')
    for (const [punto, many] of [
      ['reclamada', all.length],
      ['guardada', all.length - 1],
      ['region', regions.length],
      ['sinGuardar', all.length],
    ] as const)
      await expect.poll(() => target.heldOf(punto).length, { timeout: BACK_MS }).toBe(many)

    const locker = new pg.Client(product.databaseUrl)
    await locker.connect()
    await locker.query('begin')
    await locker.query('lock table puntos_de_control in share row exclusive mode')
    for (const { answer } of target.heldOf('sinGuardar')) answer()
    await expect.poll(countLocked, { timeout: BACK_MS }).toBeGreaterThanOrEqual(1)
    await locker.query('lock table ejecuciones_durables in share row exclusive mode')
    urls.push(...(await accept('sinReclamar', all)))
    await expect.poll(countLocked, { timeout: BACK_MS }).toBeGreaterThanOrEqual(2)

    for (const pid of treeOf(motor.pid()).toReversed()) process.kill(pid, 'SIGKILL')
    await motor.gone()
    // What was on its way to the database dies with its node; it would go on when the locks are gone.
    await product.run(`select pg_terminate_backend(pid) ${LOCKED}`)
    await locker.query('rollback')
    await locker.end()
    target.holds = () => false
    await motor.start()
    await signalAll(WAITING)

    for (const url of urls)
      await expect.poll(() => estadoOf(url), { timeout: BACK_MS, message: url }).toBe('ok')
    // Each once by its key: no run began anew under another one.
    const counts = new Map<string, number>()
    for (const each of target.done) {
      const [punto, tipo, key = ''] = each.split(' ')
      const place = `${punto} ${tipo} ${key.split('/')[1]}`
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
    expect([...counts.values()].every((count) => count === 1)).toBe(true)
    expect([...counts.keys()].filter((place) => / [ab]$/.test(place))).toHaveLength(2 * urls.length)
    // What was kept is not even asked again.
    const again = target.asked.filter((each, index) => target.asked.indexOf(each) < index)
    expect(again.filter((each) => each.startsWith('guardada ') && each.endsWith('/a/1'))).toEqual([])
    expect(again.filter((each) => each.startsWith('sinGuardar ') && each.endsWith('/a/1'))).toHaveLength(
      all.length,
    )
    const rows = await product.run(
      "select datos ->> 'clave' as clave, count(*)::int as veces from tabla_filas group by 1",
    )
    expect(rows).toHaveLength(urls.length)
    expect(rows.filter(({ veces }) => veces !== 1)).toEqual([])
  },
  MATRIX_MS,
)
