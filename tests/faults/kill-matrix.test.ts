import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MotorNode, type StoryProduct, startMotorNode, startStoryProduct } from '../../e2e/product.ts'
import { createProceso } from '../../e2e/publish-proceso.ts'
import { BACK_MS } from './calls.ts'
import { addServidor } from './fault-product.ts'
import { drawFlujo } from './flujos.ts'
import {
  accept,
  askRun,
  idOfRun,
  KILL_MS,
  openLocker,
  publishDurable,
  STARTING_MS,
  stopAll,
} from './killed-runs.ts'

/** More than are held at the same time. */
const PLACES = '200'
const SERIE = 'serie'
/** How the kinds end that are drawn in a region. */
const EN_REGION = 'EnRegion'
/** How often those that wait are answered. */
const ANSWER_MS = 200

type Nodo = Record<string, unknown> & { id: string }

interface Tipo {
  /** What stands between `a` and the row in the product's own database. */
  nodos: Nodo[]
  conexiones: string
  /** What it comes to, for the answer. */
  da: string
  /** The call that is its own effect. */
  efecto?: string
  /** The call of it at which a run is held inside of a region. */
  region?: string
  /** Until somebody says something, or for as long as nobody waits here. */
  espera?: true
  /** The same as another one elsewhere than in a region. */
  soloRegion?: true
  /** `b` is refused, so that the run fails and what it did is undone; the call of that at which it is held between two of them. */
  deshace?: string
}

const SIN_REGION: Readonly<Record<string, Tipo>> = {
  proceso: { nodos: [efecto('x')], conexiones: 'a>x>t', da: 'x.cuerpo.nodo', efecto: 'x' },
  // What it calls is asked under the key of the call.
  subproceso: {
    nodos: [{ ...interno('x', 'proceso', {}), parametros: [{ nombre: 'clave', expresion: 'e.clave' }] }],
    conexiones: 'a>x>t',
    da: 'x.nodo',
    efecto: 'x',
  },
  ramaDeError: {
    nodos: [{ ...efecto('x', { nombre: 'falla', valor: true }), politica: { enError: 'rama' } }],
    conexiones: 'a>x:error>t',
    da: 'x.nodo',
    efecto: 'x',
  },
  transformacion: {
    nodos: [
      { id: 'x', tipo: 'transformacion', parametros: [{ nombre: 'y', expresion: 'a.cuerpo.nodo & "!"' }] },
    ],
    conexiones: 'a>x>t',
    da: 'x.y',
  },
  condicion: {
    nodos: [{ id: 'x', tipo: 'condicion', casos: [{ nombre: 'si', expresion: 'VERDADERO' }] }],
    conexiones: 'a>x:si>t',
    da: 'x.caso',
  },
  consecutivo: {
    nodos: [interno('x', 'consecutivo', { nombre: SERIE })],
    conexiones: 'a>x>t',
    da: 'CONTAR(x.valores)',
  },
  registro: {
    nodos: [interno('x', 'registro', { mensaje: 'Pasó' })],
    conexiones: 'a>x>t',
    da: 'x.registrado',
  },
  pausa: { nodos: [interno('x', 'espera', { ms: 1_000 })], conexiones: 'a>x>t', da: '"pasó"' },
  espera: {
    nodos: [interno('x', 'espera', { ms: 86_400_000 })],
    conexiones: 'a>x>t',
    da: '"pasó"',
    espera: true,
  },
  senal: {
    nodos: [
      interno('dir', 'direccionDeSenal', { nodo: 'x' }),
      efecto('k', { nombre: 'direccion', expresion: 'dir.ruta' }),
      interno('x', 'senal', {}),
    ],
    conexiones: 'a>dir>k>x>t',
    da: 'x.dice',
    efecto: 'k',
    espera: true,
  },
  aprobacion: {
    nodos: [interno('x', 'aprobacion', { titulo: 'Seguir', rol: 'operador' })],
    conexiones: 'a>x>t',
    da: 'x.aprobada',
    espera: true,
  },
}

/** Numbers that a run of a kind takes. */
const TAKEN: Readonly<Record<string, number>> = {
  consecutivo: 1,
  [`consecutivo${EN_REGION}`]: 2,
  subproceso: 1,
  [`subproceso${EN_REGION}`]: 2,
}

const TIPOS: Readonly<Record<string, Tipo>> = {
  entradaYSalida: { nodos: [], conexiones: 'a>t', da: 'a.cuerpo.nodo' },
  ...SIN_REGION,
  ...Object.fromEntries(
    Object.entries(SIN_REGION).map(([tipo, drawn]) => [`${tipo}${EN_REGION}`, inRegion(drawn)]),
  ),
  lista: {
    nodos: [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
      { id: 'd', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' }, concurrencia: 1 },
      efecto('i'),
      {
        id: 'j',
        tipo: 'splitter-join',
        split: 'd',
        parametros: [{ nombre: 'v', expresion: 'd.elemento & i.cuerpo.nodo' }],
      },
    ],
    conexiones: 'a>l>d>i>j>t',
    da: 'j.elementos',
    efecto: 'i[1]',
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
    da: 'j.total',
    efecto: 'k[1]',
    region: 'k[1]',
  },
  compensacion: {
    nodos: [compensable('x'), compensable('y'), efecto('u'), efecto('v'), efecto('w')],
    conexiones: 'a>x>y>t x:compensar>u>v y:compensar>w',
    da: 'x.cuerpo.nodo',
    efecto: 'u',
    deshace: 'v',
  },
  compensacionDeLista: {
    nodos: [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
      { id: 'd', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' }, concurrencia: 1 },
      compensable('x'),
      { id: 'j', tipo: 'splitter-join', split: 'd' },
      efecto('u'),
      efecto('v'),
    ],
    conexiones: 'a>l>d>x>j>t x:compensar>u>v',
    da: 'j.total',
    efecto: 'u[1]',
    deshace: 'v[0]',
  },
}

/** Undone last first: `y` before `x`, and of a list its last item first. */
const UNDONE: Readonly<Record<string, readonly string[]>> = {
  compensacion: ['a', 'x', 'y', 'b', 'w', 'u', 'v'],
  compensacionDeLista: ['a', 'x[0]', 'x[1]', 'b', 'u[1]', 'v[1]', 'u[0]', 'v[0]'],
}

/** Each node of it once for each of two items, and then a call. */
function inRegion({ nodos, conexiones, espera }: Tipo): Tipo {
  return {
    nodos: [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2] }] },
      { id: 'd', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' }, concurrencia: 2 },
      ...nodos,
      efecto('i'),
      { id: 'j', tipo: 'splitter-join', split: 'd' },
    ],
    conexiones: conexiones.replace(/^a>/, 'a>l>d>').replace(/>t$/, '>i>j>t'),
    da: 'j.total',
    region: 'i[1]',
    soloRegion: true,
    ...(espera && { espera }),
  }
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

/** The same, undone by the branch that leaves it. */
function compensable(id: string): Nodo {
  return { ...efecto(id), politica: { enError: 'detener', compensacion: true } }
}

/**
 * Where a run stands when its process is killed: before it is claimed, after that and before its first effect, between an effect and its
 * checkpoint — the one before the node, or the node's own —, after the checkpoints of all but its last effect, inside of a region, between two
 * nodes of what undoes it, while it waits. `entera`: its process lives.
 */
type Punto = 'sinReclamar' | 'esperando' | 'entera' | keyof typeof RETENIDA

/** The call at which the target keeps it waiting; undefined: that kind does not come there. */
const RETENIDA = {
  reclamada: ({ soloRegion }: Tipo) => (soloRegion ? undefined : 'a'),
  sinGuardar: ({ soloRegion }: Tipo) => (soloRegion ? undefined : 'a'),
  efectoSinGuardar: ({ efecto: own }: Tipo) => own,
  guardada: ({ soloRegion }: Tipo) => (soloRegion ? undefined : 'b'),
  region: ({ region }: Tipo) => region,
  deshaciendo: ({ deshace }: Tipo) => deshace,
} as const satisfies Record<string, (tipo: Tipo) => string | undefined>
const RETENIDAS = Object.keys(RETENIDA) as (keyof typeof RETENIDA)[]

interface Request {
  clave: string
  /** Run, node and place. */
  key: string
  /** It refuses what it has done. */
  falla: boolean
  answer: () => void
}

/** Has each effect once by its key, as a target does that promises that, and keeps those waiting that it is told to. */
class Target {
  readonly asked: string[] = []
  readonly done = new Set<string>()
  readonly held = new Set<Request>()
  /** Where runs wait for a signal, whose they are and of which item. */
  readonly direcciones = new Map<string, { clave: string; item: string }>()
  holds: (request: Pick<Request, 'clave' | 'key'>) => boolean = () => false
  readonly server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (bytes: Buffer) => (text += bytes.toString()))
    request.on('end', () => {
      const {
        clave,
        direccion,
        falla = false,
      } = JSON.parse(text) as Pick<Request, 'clave'> & {
        direccion?: string
        falla?: boolean
      }
      const key = String(request.headers['idempotency-key'])
      if (direccion !== undefined) this.direcciones.set(direccion, { clave, item: itemOf(nodoOf(key)) })
      this.#take({ clave, falla, key }, response)
    })
  })

  #take({ clave, key, falla }: Omit<Request, 'answer'>, response: ServerResponse): void {
    const request: Request = {
      clave,
      key,
      falla,
      answer: () => {
        this.held.delete(request)
        this.done.add(`${clave} ${key}`)
        response.writeHead(falla ? 422 : 200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ nodo: nodoOf(key) }))
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

/** With its place in its region. */
const nodoOf = (key: string) => key.split('/')[1] ?? ''
const itemOf = (nodo: string) => /\[(.+)\]/.exec(nodo)?.[1] ?? ''

const target = new Target()
let product: StoryProduct
let motor: MotorNode
/** Where a run of each kind is begun. */
const paths = new Map<string, string>()

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
  expect((await product.api('POST', '/consecutivos', { nombre: SERIE })).status).toBe(201)
  const llamado = await createProceso(product, 'llamado', calledFlujo({ rest, interno }))
  expect((await product.api('POST', `/procesos/${llamado}/publicar`, {})).status).toBe(200)
  for (const [tipo, drawn] of Object.entries(TIPOS))
    paths.set(tipo, await publishDurable(product, tipo, flujoOf(drawn, { rest, interno, llamado })))
  motor = await startMotorNode(product, { DIV_LIMITE_EJECUCIONES_ASINCRONAS: PLACES })
}, STARTING_MS)
afterAll(async () => {
  await stopAll(product, motor)
  target.server.close()
  target.server.closeAllConnections()
}, STARTING_MS)

interface Ids {
  rest: string
  interno: string
  /** The proceso that others call. */
  llamado: string
}

const ENTRADA: Nodo = {
  id: 'e',
  tipo: 'entrada',
  parametros: [{ nombre: 'clave', tipo: 'texto', requerido: true }],
}

/** entrada → an effect → the nodes of that kind → a row in our own database → another effect → salida. */
function flujoOf({ nodos, conexiones, da, deshace }: Tipo, ids: Ids): object {
  const todos: Nodo[] = [
    ENTRADA,
    efecto('a'),
    ...nodos,
    {
      ...interno('t', 'tabla', { tabla: 'hechos', operacion: 'insertar' }),
      parametros: [{ nombre: 'clave', expresion: 'e.clave' }],
    },
    deshace === undefined ? efecto('b') : efecto('b', { nombre: 'falla', valor: true }),
    { id: 's', tipo: 'salida', parametros: [{ nombre: 'da', expresion: da }] },
  ]
  const flujo = drawnFlujo(todos, `e>a ${conexiones} t>b>s`, ids)
  return deshace === undefined ? flujo : { ...flujo, compensacion: 'enError' }
}

/** entrada → a number → an effect → salida: should its caller's node die, the number is taken already and the effect had. */
function calledFlujo(servidores: Omit<Ids, 'llamado'>): object {
  const salida = { id: 's', tipo: 'salida', parametros: [{ nombre: 'nodo', expresion: 'h.cuerpo.nodo' }] }
  const numero = interno('q', 'consecutivo', { nombre: SERIE })
  return drawnFlujo([ENTRADA, numero, efecto('h'), salida], 'e>q>h>s', { ...servidores, llamado: '' })
}

function drawnFlujo(nodos: readonly Nodo[], caminos: string, { llamado, ...servidores }: Ids): object {
  const servidorOf = ({ tipoServidor }: Nodo) =>
    tipoServidor === 'rest' || tipoServidor === 'interno'
      ? { tipoServidor, servidorId: servidores[tipoServidor] }
      : {}
  const placed = nodos.map((nodo) => ({
    ...nodo,
    ...servidorOf(nodo),
    ...(nodo.tipoObjeto === 'proceso' && { objeto: { procesoId: llamado } }),
  }))
  return drawFlujo(placed, caminos)
}

/** Where to ask for each run, by where it is held and its kind. */
const urls = new Map<string, string>()

const runOf = (clave: string) => idOfRun(urls.get(clave) ?? '')

/** Of each kind that comes there one run. */
async function acceptEach(punto: Punto, comes: (tipo: Tipo) => unknown): Promise<number> {
  const tipos = Object.keys(TIPOS).filter((tipo) => comes(TIPOS[tipo] as Tipo))
  await Promise.all(
    tipos.map(async (tipo) => {
      const clave = `${punto} ${tipo}`
      urls.set(clave, await accept(motor, paths.get(tipo) ?? '', { clave }))
    }),
  )
  return tipos.length
}

const ask = (run: string) => askRun(motor, run)

const tipoOf = (clave: string) => clave.split(' ')[1] ?? ''
const clavesOf = (punto: Punto) => [...urls.keys()].filter((clave) => clave.startsWith(`${punto} `))

/** An attempt that works hears of no answer: beside a second item that is held the first would wait for ever. */
const isTurn = (clave: string, item: string) =>
  item !== '1' || [...target.done].some((each) => each.startsWith(`${clave} `) && nodoOf(each) === 'i[0]')

/** Says to those of these runs that wait now what they wait for: a signal, an approval, or that their time has come. */
async function answer(claves: readonly string[]): Promise<void> {
  const claveOf = new Map(claves.map((clave) => [runOf(clave), clave]))
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dice: 'sí' }),
  }
  for (const [direccion, { clave, item }] of target.direcciones) {
    if (!claves.includes(clave) || signalled.has(direccion) || !isTurn(clave, item)) continue
    signalled.add(direccion)
    expect((await fetch(motor.url + direccion, sent)).status).toBe(202)
  }
  for (const { id, ejecucionId, iteracion, clase } of await product.run(WAITS)) {
    const clave = claveOf.get(String(ejecucionId))
    if (clave === undefined || !isTurn(clave, String(iteracion))) continue
    if (clase === 'tiempo') await product.run(`update esperas set vence = now() where id = '${id}'`)
    else expect((await product.api('POST', `/aprobaciones/${id}`, { aprobada: true })).status).toBe(200)
  }
}
const WAITS = `select id, ejecucion_id as "ejecucionId", iteracion, clase from esperas where clase <> 'senal'`
/** They are good once. */
const signalled = new Set<string>()

const endOf = (clave: string) => (TIPOS[tipoOf(clave)]?.deshace === undefined ? 'ok' : 'error')

/** Answers these runs for as long as they wait, and sees all of them end. */
async function endAll(claves: readonly string[]): Promise<void> {
  let unended = claves
  async function look() {
    await answer(unended)
    const estados = await Promise.all(unended.map(async (clave) => (await ask(urls.get(clave) ?? '')).estado))
    unended = unended.filter((clave, index) => estados[index] !== endOf(clave))
    return unended
  }
  await expect.poll(look, { timeout: BACK_MS, interval: ANSWER_MS }).toEqual([])
}

/** Nodes in the order in which the target was first asked by a run. */
function orderOf(clave: string): string[] {
  const asked = target.asked.filter((each) => each.startsWith(`${clave} `))
  return [...new Set(asked.map((each) => nodoOf(each.slice(clave.length + 1))))]
}

/** Runs that have come beyond the first item of a region. */
const BESIDE = /^(?:guardada|efectoSinGuardar) (?:lista|ramas)$|^region /
const listFirst = async () => {
  const kept = `select ejecucion_id as id from puntos_de_control join ejecuciones_durables on id = ejecucion_id
    where nodo = 'i' and iteracion = '0' and terminada is null`
  return (await product.run(kept)).map(({ id }) => String(id))
}

test(
  'wherever its node is killed a run of every kind goes on elsewhere, to the same end, and what it does is done once',
  async () => {
    const heldAt = (punto: string, tipo: string) =>
      Object.hasOwn(RETENIDA, punto)
        ? RETENIDA[punto as keyof typeof RETENIDA](TIPOS[tipo] as Tipo)
        : undefined
    target.holds = ({ clave, key }) => {
      const [punto = '', tipo = ''] = clave.split(' ')
      return nodoOf(key) === heldAt(punto, tipo)
    }
    await acceptEach('entera', () => true)
    await endAll(clavesOf('entera'))
    for (const [tipo, order] of Object.entries(UNDONE)) expect(orderOf(`entera ${tipo}`)).toEqual(order)
    await acceptEach('esperando', ({ espera }) => espera)
    for (const punto of RETENIDAS) {
      const count = await acceptEach(punto, RETENIDA[punto])
      async function look() {
        // Beyond what it waits for a run comes with its answer only.
        await answer(clavesOf(punto))
        return target.heldOf(punto).length
      }
      await expect.poll(look, { timeout: BACK_MS, interval: ANSWER_MS, message: punto }).toBe(count)
    }
    for (const [clave, url] of urls)
      if (clave.startsWith('esperando '))
        await expect.poll(async () => (await ask(url)).estado, { timeout: BACK_MS }).toBe('esperando')
    // Beside the branch that is held the other one is over.
    const beside = [...urls.keys()].filter((clave) => BESIDE.test(clave))
    async function lookBeside() {
      // Its other item may have waited first.
      await answer(beside)
      const first = await listFirst()
      return beside.filter((clave) => !first.includes(runOf(clave)))
    }
    await expect.poll(lookBeside, { timeout: BACK_MS, interval: ANSWER_MS }).toEqual([])

    const locker = await openLocker(product)
    await locker.take('lock table puntos_de_control in share row exclusive mode')
    const unkept = [...target.heldOf('sinGuardar'), ...target.heldOf('efectoSinGuardar')]
    for (const { answer } of unkept) answer()
    await locker.untilHeld(1)
    await locker.take('lock table ejecuciones_durables in share row exclusive mode')
    await acceptEach('sinReclamar', ({ soloRegion }) => !soloRegion)
    await locker.untilHeld(2)

    await locker.kill(motor)
    target.holds = () => false
    await motor.start()
    await endAll([...urls.keys()])

    // To the end and by the way of one whose process lived.
    for (const [clave, url] of urls) {
      const whole = `entera ${tipoOf(clave)}`
      expect((await ask(url)).salida?.da, clave).toEqual((await ask(urls.get(whole) ?? '')).salida?.da)
      const order = orderOf(clave)
      const inOrder = UNDONE[tipoOf(clave)]
      if (inOrder) expect(order, clave).toEqual(inOrder)
      else expect([order[0], order.at(-1)], clave).toEqual(['a', 'b'])
      // Branches run beside each other.
      expect(order.toSorted(), clave).toEqual(orderOf(whole).toSorted())
    }
    // Each once by its key: no run began anew under another one.
    const counts = new Map<string, number>()
    for (const each of target.done) {
      const [punto, tipo, key = ''] = each.split(' ')
      const place = `${punto} ${tipo} ${nodoOf(key)}`
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([])
    expect([...counts.keys()].filter((place) => / [ab]$/.test(place))).toHaveLength(2 * urls.size)
    // What was kept is not even asked again; what was not, once.
    const again = target.asked.filter((each, index) => target.asked.indexOf(each) < index)
    const claveOf = (each: string) => each.split(' ').slice(0, 2).join(' ')
    const asked = again.map((each) => `${claveOf(each)} ${nodoOf(each.split(' ')[2] ?? '')}`)
    const unheld = [...urls.keys()].flatMap((clave) => {
      const nodo = heldAt(clave.split(' ')[0] ?? '', tipoOf(clave))
      return nodo === undefined ? [] : `${clave} ${nodo}`
    })
    expect(asked.toSorted()).toEqual(unheld.toSorted())
    const rows = await product.run(
      "select datos ->> 'clave' as clave, count(*)::int as veces from tabla_filas group by 1",
    )
    expect(rows).toHaveLength(urls.size)
    expect(rows.filter(({ veces }) => veces !== 1)).toEqual([])
    // One for each item, and none that nobody has.
    const taken = [...urls.keys()].reduce((sum, clave) => sum + (TAKEN[tipoOf(clave)] ?? 0), 0)
    const [serie] = await product.run(`select ultimo from consecutivos where nombre = '${SERIE}'`)
    expect(Number(serie?.ultimo)).toBe(taken)
  },
  KILL_MS,
)
