import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDir, type Product, runProduct, startProduct, stopProducts, until } from './product.ts'
import { createProceso, publishProceso } from './publish-proceso.ts'

/** A process of the product by its title, below the supervisor. */
function childrenOf({ pid }: Product, title: string): number[] {
  const listing = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
  return listing
    .split('\n')
    .filter((line) => line.includes(title))
    .map((line) => Number.parseInt(line, 10))
}

/** Of the processes that told the cluster that they work. */
async function toldPids(product: Product): Promise<number[]> {
  const { json } = await product.motor('GET', '/admin/workers', undefined, {
    authorization: `Bearer ${product.token}`,
  })
  return (json as { workers: { pid: number }[] }).workers.map(({ pid }) => pid)
}

/** A product starts four processes and a database; on a busy machine several of them take their time. */
const STARTING = { timeout: 90_000 }
const SLOW_MS = 1_500

afterAll(stopProducts)

/** Waits a while and says how long. */
async function slowFlujo(product: Product) {
  const { json } = await product.api('GET', '/servidores?q=Interno')
  const [interno] = json as { id: string }[]
  return {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Espera',
        servidorId: interno?.id,
        tipoServidor: 'interno',
        tipoObjeto: 'espera',
        objeto: { ms: SLOW_MS },
        parametros: [],
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Respuesta',
        parametros: [{ nombre: 'esperado', valorAsignado: { nodo: 'n2', ruta: 'ms' }, orden: 1 }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}

async function activeRuns(product: Product): Promise<number> {
  const { text } = await product.motor('GET', '/metrics')
  return Number(/^div_ejecuciones_activas (\d+)$/m.exec(text)?.[1])
}

describe('a first start', STARTING, () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct({ DIV_WORKERS: '2' })
  })
  afterAll(async () => {
    await product.stop()
  })

  test("answers the README's first call", async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    const promised = JSON.parse(/```json\n(.*)\n```/.exec(readme)?.[1] ?? '')
    expect((await product.motor('GET', '/rest/tienda/clientes/1')).json).toEqual(promised)
  })

  test('keeps the password of the first admin where only its user reads it', async () => {
    const { mode } = await stat(join(product.dataDir, 'admin-inicial.txt'))
    expect(mode & 0o777).toBe(0o600)
    expect(product.output()).toContain('Primer arranque: se ha creado el administrador.')
  })

  test('has sample processes that are valid as they are drawn', async () => {
    const { json } = await product.api('GET', '/procesos')
    const procesos = json as { id: string; nombre: string }[]
    const verdicts = await Promise.all(
      procesos.map(async ({ id, nombre }) => [
        nombre,
        (await product.api('POST', `/procesos/${id}/validar`, {})).json,
      ]),
    )
    expect(Object.fromEntries(verdicts)).toEqual({
      'Consultar cliente': { valido: true, hallazgos: [] },
      'Registrar pedido': { valido: true, hallazgos: [] },
      'Cotizar envío': { valido: true, hallazgos: [] },
    })
  })

  test('takes an order whole or not at all', async () => {
    const order = (lineas: object[]) =>
      product.motor('POST', '/rest/tienda/pedidos', { clienteId: 2, lineas })
    const before = (await product.motor('GET', '/rest/tienda/clientes/2')).json
    const refused = await order([
      { productoId: 1, cantidad: 2 },
      { productoId: 8, cantidad: 4 },
    ])
    expect(refused.status).toBe(502)
    expect((await product.motor('GET', '/rest/tienda/clientes/2')).json).toEqual(before)
    const taken = await order([
      { productoId: 1, cantidad: 2 },
      { productoId: 8, cantidad: 3 },
    ])
    expect([taken.status, taken.json]).toEqual([201, { pedidoId: 17, lineas: 2, total: 161.6 }])
  })

  test('calls one process from another', async () => {
    const { json } = await product.motor('POST', '/rest/tienda/cotizaciones', { clienteId: 1, importe: 50 })
    expect(json).toEqual({ envio: 0, mensaje: 'Envío gratis para Lucía Ferrán' })
  })

  test('audits each process that uses a servidor for runs, once', async () => {
    for (let call = 0; call < 4; call++) await product.motor('GET', '/rest/tienda/clientes/1')
    const { json } = await until(
      () => product.api('GET', '/auditoria?accion=usar'),
      ({ text }) => text.includes('Tienda de ejemplo'),
      5_000,
    )
    const { entradas } = json as { entradas: { usuario: string; detalle: { nombre: string } }[] }
    const usuarios = entradas
      .filter(({ detalle }) => detalle.nombre === 'Tienda de ejemplo')
      .map(({ usuario }) => usuario)
    expect(new Set(usuarios).size).toBe(usuarios.length)
  })

  test('starts a motor worker and an api again that were killed', async () => {
    const [worker] = childrenOf(product, 'div motor')
    const [api] = childrenOf(product, 'div api')
    process.kill(worker ?? 0, 'SIGKILL')
    process.kill(api ?? 0, 'SIGKILL')
    // The other worker goes on answering; the api comes back.
    const ping = await until(
      () =>
        product
          .api('GET', '/ping')
          .catch(() => ({ status: 0, headers: new Headers(), json: null, text: '' })),
      ({ status }) => status === 200,
      15_000,
    )
    expect(ping.status).toBe(200)
    await expect.poll(() => childrenOf(product, 'div motor').length, { timeout: 15_000 }).toBe(2)
    expect(childrenOf(product, 'div motor')).not.toContain(worker)
    // A process that has not told of itself yet is still starting.
    await expect
      .poll(() => toldPids(product), { timeout: 15_000 })
      .toEqual(
        expect.arrayContaining([...childrenOf(product, 'div api'), ...childrenOf(product, 'div motor')]),
      )
    expect((await product.motor('GET', '/rest/tienda/clientes/1')).status).toBe(200)
  })

  test('starts the embedded PostgreSQL again that was killed', async () => {
    const folder = join(product.dataDir, 'postgres', 'datos')
    const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
    const before = [childrenOf(product, 'div api'), childrenOf(product, 'div motor')]
    process.kill(pid, 'SIGKILL')
    const listing = await until(
      () => product.api('GET', '/procesos'),
      ({ status }) => status === 200,
      15_000,
    )
    expect(listing.status).toBe(200)
    expect((await product.motor('GET', '/rest/tienda/clientes/1')).status).toBe(200)
    // Nobody had to be started again for it.
    expect([childrenOf(product, 'div api'), childrenOf(product, 'div motor')]).toEqual(before)
  })
})

describe('an end', STARTING, () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s leaves no process and nothing half done',
    async (signal) => {
      const product = await startProduct({ DIV_SAMPLES: '1' })
      await product.motor('GET', '/rest/tienda/clientes/1')
      expect(await product.stop({ signal, keepData: true })).toBe(0)
      expect(await readdir(product.dataDir)).not.toContain('div.pid')

      // A warm start finds what was there, the last run included, and makes no second admin.
      const again = await startProduct({}, { dataDir: product.dataDir })
      expect(again.output()).not.toContain('Primer arranque')
      const { json } = await again.api('GET', '/ejecuciones')
      expect(json).toMatchObject([{ estado: 'ok' }])
      await again.stop()
    },
  )

  test('lets a run in flight answer first', async () => {
    const product = await startProduct()
    const procesoId = await createProceso(product, 'Lento', await slowFlujo(product))
    const ruta = await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/' })
    // The canal is heard of before the process on it.
    await until(
      () => product.motor('GET', `/rest/${ruta}/openapi.json`),
      ({ text }) => text.includes('"paths":{"/'),
    )
    const answer = product.motor('GET', `/rest/${ruta}/`)
    await expect.poll(() => activeRuns(product)).toBe(1)
    const stopped = product.stop()
    expect((await answer).json).toEqual({ esperado: SLOW_MS })
    expect(await stopped).toBe(0)
  })

  test('after a kill of the supervisor leaves what the next start needs', async () => {
    const product = await startProduct()
    await product.stop({ signal: 'SIGKILL', keepData: true })
    const again = await startProduct({}, { dataDir: product.dataDir })
    expect((await again.motor('GET', '/rest/tienda/clientes/1')).status).toBe(200)
    expect(await again.stop()).toBe(0)
  })
})

describe('a start that cannot be', STARTING, () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await makeDataDir()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('names every setting that is wrong', async () => {
    const { code, output } = await runProduct({ DIV_DATA_DIR: dataDir, DIV_API_PRT: '1', DIV_WORKERS: 'dos' })
    expect(code).toBe(1)
    expect(output).toContain('DIV_API_PRT no existe (¿quiso decir DIV_API_PORT?)')
    expect(output).toContain('DIV_WORKERS')
  })

  test.each([
    ['nobody listens', 'postgres://div@127.0.0.1:1/div', 'nadie escucha en ese puerto'],
    [
      'the database is missing',
      () => Object.assign(new URL(process.env.DIV_TEST_POSTGRES ?? ''), { pathname: 'no_existe' }).href,
      'la base de datos no existe',
    ],
  ])('says what is wrong with DIV_DATABASE_URL when %s', async (_case, url, expected) => {
    const databaseUrl = typeof url === 'string' ? url : url()
    const { code, output } = await runProduct({ DIV_DATA_DIR: dataDir, DIV_DATABASE_URL: databaseUrl })
    expect(code).toBe(1)
    expect(output).toContain(expected)
  })

  test('names the port of the motor that somebody else uses', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { code, output } = await runProduct({ DIV_DATA_DIR: dataDir, DIV_MOTOR_PORT: String(port) })
    taken.close()
    expect(code).toBe(1)
    expect(output).toContain(
      `El puerto ${port} no se puede abrir: otro programa lo usa. Libérelo o elija otro con DIV_MOTOR_PORT.`,
    )
  })

  test('names the port that somebody else uses, and stops what it had started', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { code, output } = await runProduct({
      DIV_DATA_DIR: dataDir,
      DIV_API_PORT: String(port),
      DIV_MOTOR_PORT: '0',
    })
    taken.close()
    expect(code).toBe(1)
    expect(output).toContain(`El puerto ${port} no se puede abrir: otro programa lo usa.`)
    expect(output).toContain('DIV_API_PORT')
    expect(await readdir(dataDir)).not.toContain('div.pid')
  })

  test('refuses a wrong master key and touches nothing', async () => {
    const product = await startProduct({}, { dataDir })
    await product.stop({ keepData: true })
    const key = join(dataDir, 'clave-maestra')
    const right = await readFile(key)
    await writeFile(key, Buffer.alloc(32, 7).toString('base64'))
    const { code, output } = await runProduct({ DIV_DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain('La clave maestra no es la que cifró los secretos')
    await writeFile(key, right)
    const again = await startProduct({}, { dataDir })
    expect((await again.motor('GET', '/rest/tienda/clientes/1')).status).toBe(200)
    await again.stop({ keepData: true })
  })

  test('is refused while another one uses the data folder', async () => {
    const product = await startProduct({}, { dataDir })
    const { code, output } = await runProduct({
      DIV_DATA_DIR: dataDir,
      DIV_API_PORT: '0',
      DIV_MOTOR_PORT: '0',
    })
    expect(code).toBe(1)
    expect(output).toContain(`Otro DIV (proceso ${product.pid}) ya usa la carpeta de datos`)
    expect((await product.api('GET', '/ping')).status).toBe(200)
    await product.stop({ keepData: true })
  })
})

describe('rotating the master key', STARTING, () => {
  const SECRET = 'secreto de un servidor'

  async function startWithSecret() {
    const product = await startProduct({ DIV_SAMPLES: '0' })
    const { status, json } = await product.api('POST', '/parametros', {
      nombre: 'clave_externa',
      tipo: 'texto',
      secreto: true,
      valor: SECRET,
    })
    expect({ status, json }).toMatchObject({ status: 201 })
    return product
  }

  test('seals everything again; the product goes on with the new key and not with the old one', async () => {
    const { dataDir, stop } = await startWithSecret()
    const file = join(dataDir, 'clave-maestra')
    const old = await readFile(file, 'utf8')
    await stop({ keepData: true })

    const { code, output } = await runProduct({ DIV_DATA_DIR: dataDir }, ['rotar-clave'])
    expect(output).toContain('1 secreto')
    expect(code).toBe(0)
    expect(await readFile(file, 'utf8')).not.toBe(old)
    expect(await readFile(`${file}.anterior`, 'utf8')).toBe(old)

    const refused = await runProduct({ DIV_DATA_DIR: dataDir, DIV_MASTER_KEY: old.trim() })
    expect(refused.output).toContain('La clave maestra no es la que cifró los secretos')
    const again = await startProduct({ DIV_SAMPLES: '0' }, { dataDir })
    const { json } = await again.api('GET', '/parametros')
    expect(json).toMatchObject([{ nombre: 'clave_externa', valor: { definido: true } }])
    await again.stop()
  })

  test('is refused while the product runs', async () => {
    const product = await startWithSecret()
    const { code, output } = await runProduct({ DIV_DATA_DIR: product.dataDir }, ['rotar-clave'])
    expect(code).toBe(1)
    expect(output).toContain('ya usa la carpeta de datos')
    await product.stop()
  })
})
