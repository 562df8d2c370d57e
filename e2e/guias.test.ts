import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChinook, type Ejemplo, GUIAS, readColumna, readEjemplos, readPeticion } from './guias.ts'
import { type Answer, type Product, startStoryProduct, until } from './product.ts'
import { idOf } from './publish-proceso.ts'

/** Until a worker of a busy machine knows what was published, and until a run has ended. */
const PUBLISHED_MS = 20_000

let product: Product
/** Of Chinook. */
let servidorId: string
let chinook: Awaited<ReturnType<typeof createChinook>>

beforeAll(async () => {
  ;[product, chinook] = await Promise.all([startStoryProduct({ DIV_SAMPLES: '0' }), createChinook()])
  const added = await product.api('POST', '/servidores', chinook.servidor)
  expect(added.status).toBe(201)
  servidorId = idOf(added.json)
})
afterAll(async () => {
  await product?.stop()
  await chinook?.drop()
})

describe.each(GUIAS)('the guide %s', (guia) => {
  test('does what it says', { timeout: 90_000 }, async () => {
    const steps = importFirst(readEjemplos(guia))
    const canal = steps.find(({ papel }) => papel === 'canal')
    const run = new GuideRun(canal ? JSON.parse(canal.codigo) : {})
    for (const step of steps) await run.follow(step, guia)
    expect(run.followed).toBeGreaterThan(0)
  })
})

/** A guide that draws the proceso shows it whole at its end: whoever follows it has it by the time of the first call. */
function importFirst(steps: readonly Ejemplo[]): Ejemplo[] {
  const isPaquete = ({ papel }: Ejemplo) => papel === 'paquete'
  const isCall = ({ lenguaje }: Ejemplo) => lenguaje === 'http'
  if (steps.findIndex(isCall) > steps.findIndex(isPaquete)) return [...steps]
  return steps.toSorted((left, right) => Number(isPaquete(right)) - Number(isPaquete(left)))
}

describe('the guide tareas-programadas', () => {
  test.each(readColumna('tareas-programadas', 'Cron'))('%s is a time to come', async (cron) => {
    const query = new URLSearchParams({ cron, zonaHoraria: 'Europe/Madrid' })
    const { status, json } = await product.api('GET', `/tareas-programadas/proximas?${query}`)
    expect(status).toBe(200)
    expect((json as { proximas: string[] }).proximas).not.toEqual([])
  })

  test.each(['solapamiento', 'alPerder'])('names every choice of %s', async (campo) => {
    const { json } = await product.api('GET', '/openapi.json')
    const schema = JSON.stringify(json)
    const [, values = ''] = new RegExp(`"${campo}":\\{[^{}]*?"enum":\\[([^\\]]*)\\]`).exec(schema) ?? []
    expect(readColumna('tareas-programadas', `En la API (${campo})`)).toEqual(JSON.parse(`[${values}]`))
  })
})

interface Canal {
  nombre: string
  ruta: string
  tipo: 'REST' | 'SOAP'
}
/** A method and a path, or an operation. */
interface Asignada {
  metodo?: string
  ruta?: string
  operacion?: string
}

/** Used by another step, or followed elsewhere: formulas are computed on their data by the tests of the pages. */
const SHOWN = ['canal', 'datos', 'preparar']

/** What a guide has come to. */
class GuideRun {
  followed = 0
  #answer: Answer | undefined
  #rows: unknown
  /** Of what was imported last. */
  #procesoId = ''
  /** What pages call `SU_TOKEN`. */
  #token = ''
  readonly #canal: object

  constructor(canal: object) {
    this.#canal = canal
  }

  async follow(step: Ejemplo, guia: string): Promise<void> {
    const { papel, codigo } = step
    if (step.lenguaje === 'http') await this.#call(codigo)
    else if (papel === 'paquete') await this.#publish(step)
    else if (papel === 'capacidad') await this.#offer(JSON.parse(codigo))
    else if (papel === 'preparar' && guia !== 'primer-canal') await chinook.run(codigo)
    else if (papel === 'comprobar') this.#rows = await chinook.run(codigo)
    else if (papel === 'filas') expect(this.#rows).toEqual(JSON.parse(codigo))
    else if (papel === 'consulta') await this.#query(step)
    else if (papel === 'servidor') await this.#addServidor(JSON.parse(codigo))
    else if (papel === 'respuesta') this.#expectAnswer(step)
    else if (papel === 'estado') await this.#expectEnd(step)
    else return expect(SHOWN).toContain(papel)
    this.followed++
  }

  async #call(codigo: string): Promise<void> {
    const peticion = readPeticion(codigo.replace('SU_TOKEN', this.#token))
    this.#answer = await send(peticion)
    if (!/^\/(rest|soap)\//.test(peticion.ruta)) expect(this.#answer.status).toBe(200)
  }

  /** As the editor of a node tries it, with the values that stand behind it: `cliente=7`. */
  async #query({ codigo, detalle }: Ejemplo): Promise<void> {
    const parametros = Object.fromEntries(
      detalle.map((each) => each.split('=')).map(([nombre = '', valor]) => [nombre, Number(valor)]),
    )
    const probada = await product.api('POST', `/servidores/${servidorId}/consultar`, {
      sql: codigo,
      parametros,
    })
    expect([probada.status, probada.json]).toEqual([200, expect.objectContaining({ efecto: 'lectura' })])
    expect((probada.json as { filas: unknown[] }).filas.length).toBeGreaterThan(0)
  }

  #expectAnswer({ lenguaje, detalle, codigo }: Ejemplo): void {
    expect([this.#answer?.status, this.#answer?.text]).toEqual([Number(detalle[0]), expect.anything()])
    if (lenguaje === 'xml')
      return expect(withoutBlanks(this.#answer?.text ?? '')).toContain(withoutBlanks(codigo))
    const wanted = JSON.parse(codigo)
    // Of what is refused or goes on the page shows what matters.
    const isShownWhole = Number(detalle[0]) < 202
    if (isShownWhole && !('openapi' in wanted)) expect(this.#answer?.json).toEqual(wanted)
    else expect(this.#answer?.json).toMatchObject(wanted)
  }

  /** Asks as the page says, and decides what waits for a person. */
  async #expectEnd({ detalle: [decision], codigo }: Ejemplo): Promise<void> {
    const { urlEstado } = (this.#answer?.json ?? {}) as { urlEstado: string }
    if (decision !== undefined) await approve()
    const ended = await until(
      () => product.motor('GET', urlEstado),
      ({ json }) => (json as { estado: string }).estado === 'ok',
      PUBLISHED_MS,
    )
    expect(ended.json).toMatchObject(JSON.parse(codigo))
  }

  /** As a tool, with a token that names it. */
  async #offer(capacidad: object): Promise<void> {
    const objetivo = { tipo: 'proceso', procesoId: this.#procesoId }
    const created = await product.api('POST', '/ai-capabilities', { ...capacidad, objetivo })
    expect([created.status, created.json]).toEqual([201, expect.anything()])
    const capacidades = [idOf(created.json)]
    const emitted = await product.api('POST', '/tokens', { nombre: 'asistente', canales: [], capacidades })
    this.#token = (emitted.json as { token: string }).token
    const listing = {
      metodo: 'POST',
      ruta: '/mcp',
      cabeceras: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      cuerpo: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'tools/list' }),
    }
    await until(
      () => send(listing),
      ({ text }) => text.includes('inputSchema'),
      PUBLISHED_MS,
    )
  }

  async #addServidor(servidor: { config: { wsdl: string } }): Promise<void> {
    const wsdl = servidor.config.wsdl.replace('http://127.0.0.1:50000', product.motorUrl)
    const { status } = await product.api('POST', '/servidores', { ...servidor, config: { wsdl } })
    expect(status).toBe(201)
  }

  /** A method that no guide publishes is refused once its address is there. */
  async #untilPublished(canal: Canal, { ruta, operacion }: Asignada): Promise<void> {
    await until(
      () =>
        canal.tipo === 'SOAP'
          ? product.motor('GET', `/soap/${canal.ruta}?wsdl`)
          : product.motor('PATCH', `/rest/${canal.ruta}${ruta}`),
      ({ status, text }) => status !== 404 && text.includes(operacion ?? ''),
      PUBLISHED_MS,
    )
  }

  async #publish({ detalle, codigo }: Ejemplo): Promise<void> {
    const imported = await product.api('POST', '/procesos/importar', { paquete: JSON.parse(codigo) })
    expect([imported.status, imported.json]).toEqual([201, expect.anything()])
    const procesoId = idOf(imported.json)
    expect((await product.api('POST', `/procesos/${procesoId}/publicar`, {})).status).toBe(200)
    this.#procesoId = procesoId
    if (detalle[0] === 'MCP') return
    const { canal, ...asignacion } = placeOf(detalle)
    const created = await product.api('POST', '/canales', { ...canal, ...this.#canal })
    expect(created.status).toBe(201)
    const assigned = await product.api('PUT', `/canales/${idOf(created.json)}/procesos`, [
      { procesoId, version: 'publicada', ...asignacion },
    ])
    expect(assigned.status).toBe(200)
    await this.#untilPublished(canal, asignacion)
  }
}

async function send({ metodo, ruta, cabeceras, cuerpo }: ReturnType<typeof readPeticion>): Promise<Answer> {
  const answer = await fetch(product.motorUrl + ruta, {
    method: metodo,
    headers: cabeceras,
    ...(cuerpo !== undefined && { body: cuerpo }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: parse(text) }
}

async function approve(): Promise<void> {
  const { json } = await until(
    () => product.api('GET', '/aprobaciones'),
    ({ json }) => (json as unknown[]).length > 0,
    PUBLISHED_MS,
  )
  const [{ id } = { id: '' }] = json as { id: string }[]
  expect((await product.api('POST', `/aprobaciones/${id}`, { aprobada: true })).status).toBe(200)
}

/** `GET /rest/tienda/clientes/{id}` or `SOAP /soap/catalogo BuscarCliente`. */
function placeOf([metodo = '', ruta = '', operacion]: readonly string[]): { canal: Canal } & Asignada {
  const [, , nombre = '', ...rest] = ruta.split('/')
  const canal: Canal = { nombre, ruta: nombre, tipo: metodo === 'SOAP' ? 'SOAP' : 'REST' }
  return operacion === undefined ? { canal, metodo, ruta: `/${rest.join('/')}` } : { canal, operacion }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An answer in another notation.
    return undefined
  }
}

function withoutBlanks(xml: string): string {
  return xml.replace(/>\s+</g, '><').trim()
}
