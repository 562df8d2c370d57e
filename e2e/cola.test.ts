import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from './add-person.ts'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type StoryProduct, startStoryProduct } from './product.ts'
import { createProceso, idOf, publishProceso } from './publish-proceso.ts'

let product: StoryProduct
let procesoId: string

beforeAll(async () => {
  product = await startStoryProduct()
  procesoId = await createProceso(product, 'Doblar', {
    version: 1,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'cuantos', tipo: 'entero', requerido: true, claveDeNegocio: true }],
      },
      {
        id: 'n2',
        tipo: 'salida',
        nombre: 'Salida',
        parametros: [{ nombre: 'doble', expresion: 'n1.cuantos * 2' }],
      },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  })
  await product.api('POST', `/procesos/${procesoId}/publicar`, {})
})
// A story that failed leaves nothing to the next one.
beforeEach(() => product.run(`delete from cola.job where name = 'ejecuciones-perdidas'`))
afterAll(() => product.stop())

/** What the queue holds of a run. */
const trabajoOf = (cuantos: number) =>
  JSON.stringify({
    procesoId,
    version: null,
    canalId: null,
    tareaId: null,
    origen: 'tarea',
    entrada: { cuantos },
    formato: 'json',
    tiempoMaximoMs: 1_000,
  })

/** As the queue leaves a run whose workers have died too often. */
async function lose(cuantos: number): Promise<void> {
  await product.run(
    `insert into cola.job (name, data, source_name, source_id, source_created_on)
     values ('ejecuciones-perdidas', '${trabajoOf(cuantos)}', 'ejecuciones', '${randomUUID()}', now())`,
  )
}

describeInBrowser('the asynchronous pool', () => {
  test('is set by an admin without a restart; what is wrong is told at its field', async () => {
    const page = await openSignedIn(product, '/configuracion-async-pool')
    await page.getByText('Cola asíncrona', { exact: true }).click()
    const settings = page.getByRole('form', { name: 'Ajustes de la cola' })
    await settings.getByLabel('Ejecuciones en espera').fill('0')
    await settings.getByRole('button', { name: 'Guardar' }).click()
    await settings.locator('[aria-invalid=true]').waitFor()
    await settings.getByLabel('Ejecuciones en espera').fill('500')
    await settings.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Cola configurada').waitFor()
    const { json } = await product.api('GET', '/pool-asincrono')
    expect(json).toMatchObject({ ajustes: { colaEjecuciones: 500, tareaMs: null } })
    await page.getByRole('region', { name: 'En espera', exact: true }).getByText('Nada espera').waitFor()
  })

  test('what waits is found by its business key among all runs, and is cancelled', async () => {
    await product.run(
      `insert into cola.job (name, data, start_after)
       values ('ejecuciones', '${trabajoOf(7_007)}', now() + interval '1 day')`,
    )
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByRole('link', { name: 'Ver lo que espera' }).click()
    await page.getByRole('row', { name: /En cola/ }).waitFor()
    await page.goto('/ejecuciones?q=7007')
    await page.getByText(/y lo que corre o espera/).waitFor()
    await page
      .getByRole('row', { name: /En cola/ })
      .getByRole('link', { name: 'Doblar' })
      .click()
    await page.getByRole('button', { name: 'Cancelar la ejecución' }).click()
    await page.getByText('Cancelada', { exact: true }).first().waitFor()
  })

  test('what was lost is looked at, mended and begun again', async () => {
    await lose(21)
    const page = await openSignedIn(product, '/ejecuciones', { tolerates: /400/ })
    await page.getByRole('link', { name: 'Perdidas' }).click()
    // Until its page is there the list of runs is, which has rows of the same name.
    await page.getByRole('heading', { name: 'Ejecuciones perdidas' }).waitFor()
    await page.getByRole('row', { name: /Doblar/ }).click()
    const panel = page.getByRole('form', { name: 'Doblar' })
    const causa = await panel.getByText('se abandonó').innerText()
    const lost = await panel.getByRole('link', { name: 'Ver la ejecución' }).getAttribute('href')
    await panel.getByLabel('Entrada en JSON').fill('{ "cuantos": "muchos" }')
    await panel.getByRole('button', { name: 'Reintentar' }).click()
    await panel.getByText(/^cuantos:/).waitFor()
    await panel.getByLabel('Entrada en JSON').fill('{ "cuantos": 4 }')
    await panel.getByRole('button', { name: 'Reintentar' }).click()
    await page.waitForURL(/\/ejecuciones\/[0-9a-f-]{36}$/)
    await page.getByText('doble').first().waitFor()
    const { json } = await product.api('GET', '/ejecuciones-perdidas')
    expect(json).toEqual([])

    // What the history keeps of it says the same.
    await page.goto(lost ?? '')
    await page.getByText(causa, { exact: true }).waitFor()
    await page.getByText(/No se sabe qué nodos llegaron a ejecutarse/).waitFor()
  })

  test('many are begun again together, and end', async () => {
    const enteros = [31, 32]
    for (const cuantos of enteros) await lose(cuantos)
    const page = await openSignedIn(product, '/ejecuciones/perdidas')
    await page.getByText('2 perdidas').waitFor()
    for (const box of await page.getByRole('row').filter({ hasText: 'Doblar' }).getByRole('checkbox').all())
      await box.check()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByText('2 de 2 esperan ya un worker.').waitFor()
    await page.getByText('Ninguna ejecución perdida').waitFor()
    // Each by its business key, as a person would look for it.
    for (const cuantos of enteros) {
      const find = async () => (await product.api('GET', `/ejecuciones?estado=ok&q=${cuantos}`)).json
      await expect.poll(find, { timeout: 15_000 }).toMatchObject([{ claveNegocio: String(cuantos) }])
    }
  })

  test('what waits goes by the priority that a person gives its canal', async () => {
    const publish = async (nombre: string, flujo: object, changes: object = {}) => {
      const id = await createProceso(product, nombre, flujo)
      return publishProceso(product, id, { metodo: 'POST', ruta: '/' }, { modo: 'asincrono', ...changes })
    }
    const interno = { nombre: 'Interno de envíos', tipoServidor: 'interno', config: {} }
    const servidorId = idOf((await product.api('POST', '/servidores', interno)).json)
    const despacio = {
      version: 1,
      nodos: [
        { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
        {
          id: 'n2',
          tipo: 'proceso',
          nombre: 'Tardar',
          servidorId,
          tipoServidor: 'interno',
          tipoObjeto: 'espera',
          objeto: { ms: 1_500 },
        },
        { id: 'n3', tipo: 'salida', nombre: 'Salida', parametros: [] },
      ],
      conexiones: [
        { id: 'c1', origen: 'n1', destino: 'n2' },
        { id: 'c2', origen: 'n2', destino: 'n3' },
      ],
    }
    const corriente = await publish('Envío corriente', despacio)
    const urgente = await publish('Envío urgente', despacio)
    const page = await openSignedIn(product, '/canales')
    await page.getByRole('link', { name: urgente }).click()
    await page.getByText('Cola y avisos', { exact: true }).click()
    await page.getByLabel('Prioridad').fill('9')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Canal guardado').waitFor()

    // One worker takes one of them at a time.
    await page.goto('/configuracion-async-pool')
    await page.getByText('Cola asíncrona', { exact: true }).click()
    const settings = page.getByRole('form', { name: 'Ajustes de la cola' })
    await settings.getByLabel('Ejecuciones a la vez').fill('1')
    await settings.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Cola configurada').waitFor()
    const accept = async (ruta: string) =>
      (await product.motor('POST', `/rest/${ruta}/`, {})).json as { idEjecucion: string }
    const first = await accept(corriente)
    const isRunning = async () => (await product.api('GET', `/ejecuciones/${first.idEjecucion}`)).json
    await expect.poll(isRunning, { timeout: 10_000 }).toMatchObject({ estado: 'ejecutando' })
    const later = [await accept(corriente), await accept(corriente), await accept(urgente)]
    const beganOf = async ({ idEjecucion }: { idEjecucion: string }) => {
      const read = async () => (await product.api('GET', `/ejecuciones/${idEjecucion}`)).json
      await expect.poll(read, { timeout: 20_000 }).toMatchObject({ estado: 'ok' })
      return Date.parse(((await read()) as { inicio: string }).inicio)
    }
    const [one = 0, other = 0, urgent = 0] = await Promise.all(later.map(beganOf))
    expect(urgent).toBeLessThan(Math.min(one, other))
  })

  test('many are dropped together; who may only read may not', async () => {
    const reader = await addPerson(product, 'lectura')
    await lose(1)
    await lose(2)
    const readers = await openSignedIn(product, '/ejecuciones/perdidas', { credentials: reader })
    await readers.getByText('2 perdidas').waitFor()
    expect(await readers.getByRole('checkbox').count()).toBe(0)

    const page = await openSignedIn(product, '/ejecuciones/perdidas')
    await page.getByText('2 perdidas').waitFor()
    for (const box of await page.getByRole('row').filter({ hasText: 'Doblar' }).getByRole('checkbox').all())
      await box.check()
    await page.getByRole('button', { name: 'Descartar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Descartar 2 ejecuciones' })
    await dialog.getByRole('button', { name: 'Descartar' }).click()
    await page.getByText('Ninguna ejecución perdida').waitFor()
  })

  test('an end that could not be told is looked at and dropped', async () => {
    const canalId = randomUUID()
    const causa = 'pedidos.ejemplo.es contestó 503.'
    await product.run(
      `insert into cola.job (name, data, source_name, source_id, source_created_on, source_output)
       values ('avisos-fallidos', '${JSON.stringify({ idEjecucion: randomUUID(), canalId })}', 'avisos',
         '${randomUUID()}', now(), '${JSON.stringify({ mensaje: causa })}')`,
    )
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByRole('link', { name: 'Avisos fallidos' }).click()
    const row = page.getByRole('row').filter({ hasText: causa })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Descartar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Descartar 1 aviso' })
    await dialog.getByRole('button', { name: 'Descartar' }).click()
    await page.getByText('Ningún aviso fallido').waitFor()
  })
})

describeInBrowser('a node', () => {
  test('is listed, is drained after a question, and takes work again', async () => {
    const page = await openSignedIn(product, '/configuracion')
    await page.getByRole('link', { name: /nodos/i }).first().click()
    const nodo = page.getByRole('region', { name: hostname() })
    await nodo.getByText('Activo', { exact: true }).waitFor()
    await nodo.getByRole('row', { name: /^Motor / }).waitFor()
    await nodo.getByRole('button', { name: 'Drenar' }).click()
    const dialog = page.getByRole('dialog', { name: `Drenar ${hostname()}` })
    await dialog.getByText(/^Es el único que toma trabajo/).waitFor()
    await dialog.getByRole('button', { name: 'Drenar' }).click()
    await nodo.getByText(/^Dren(ado|ando)/).waitFor()
    const ready = async () => (await product.motor('GET', '/health/ready')).status
    await expect.poll(ready, { timeout: 10_000 }).toBe(503)
    await nodo.getByRole('button', { name: 'Reanudar' }).click()
    await nodo.getByText('Activo', { exact: true }).waitFor()
    await expect.poll(ready, { timeout: 10_000 }).toBe(200)
  })
})
