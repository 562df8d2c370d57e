import { readFile } from 'node:fs/promises'
import { CIERRES, type MensajeAlMotor, type MensajeDelMotor } from '@div/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type StoryProduct, startStoryProduct, until } from './product.ts'
import { createProceso, publishProceso } from './publish-proceso.ts'

let product: StoryProduct
let procesoId: string

beforeAll(async () => {
  product = await startStoryProduct()
  procesoId = await createProceso(product, 'Cobrar', {
    version: 1,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [
          { nombre: 'pedido', tipo: 'texto', requerido: true, claveDeNegocio: true },
          { nombre: 'importe', tipo: 'entero', requerido: true },
          { nombre: 'tarjeta', tipo: 'texto' },
        ],
      },
      {
        id: 'n2',
        tipo: 'transformacion',
        nombre: 'Repartir',
        posicion: { x: 320, y: 0 },
        parametros: [{ nombre: 'parte', tipo: 'decimal', expresion: '100 / n1.importe' }],
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Salida',
        posicion: { x: 640, y: 0 },
        parametros: [{ nombre: 'parte', expresion: 'n2.parte' }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  })
  await product.api('POST', `/procesos/${procesoId}/publicar`, {})
  const { json } = await product.api('POST', '/canales', { nombre: 'Caja', tipo: 'REST', ruta: 'caja' })
  const { id } = json as { id: string }
  const assigned = { procesoId, version: 'publicada', metodo: 'POST', ruta: '/cobros' }
  await product.api('PUT', `/canales/${id}/procesos`, [assigned])
  await vi.waitFor(async () => expect(await charge('PED-0', 1)).toBe(200), { timeout: 10_000 })
})
afterAll(() => product.stop())

async function charge(pedido: string, importe: number): Promise<number> {
  const body = { pedido, importe, tarjeta: '4111111111111111' }
  return (await product.motor('POST', '/rest/caja/cobros', body)).status
}

/** On a canal of its own, whose call waits at one node after the other; answers its path once it is served. */
async function publishWaiting(
  nombre: string,
  waits: readonly { nombre: string; ms: number }[],
): Promise<string> {
  const { json } = await product.api('GET', '/servidores?q=Interno')
  const [interno] = json as { id: string }[]
  const nodos = [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [] },
    ...waits.map((wait, index) => ({
      id: `n${index + 2}`,
      tipo: 'proceso',
      nombre: wait.nombre,
      posicion: { x: 320 * (index + 1), y: 0 },
      servidorId: interno?.id,
      tipoServidor: 'interno',
      tipoObjeto: 'espera',
      objeto: { ms: wait.ms },
      parametros: [],
    })),
    {
      id: `n${waits.length + 2}`,
      tipo: 'salida',
      nombre: 'Salida',
      posicion: { x: 320 * (waits.length + 1), y: 0 },
      parametros: [],
    },
  ]
  const conexiones = nodos
    .slice(1)
    .map(({ id }, index) => ({ id: `c${index + 1}`, origen: `n${index + 1}`, destino: id }))
  const id = await createProceso(product, nombre, { version: 1, nodos, conexiones })
  const ruta = await publishProceso(product, id, { metodo: 'GET', ruta: '/' })
  await until(
    () => product.motor('GET', `/rest/${ruta}/openapi.json`),
    ({ text }) => text.includes('"paths":{"/'),
  )
  return ruta
}

describeInBrowser('traces', () => {
  test('an admin says what of them is kept; what is wrong is told at its field, and it holds at once', async () => {
    const page = await openSignedIn(product, '/', { tolerates: /422/ })
    await page.getByRole('link', { name: 'Trazabilidad', exact: true }).click()
    await page.getByRole('heading', { name: 'Trazabilidad' }).waitFor()
    await page.getByRole('button', { name: 'Qué se oculta' }).click()
    const textos = page.getByRole('combobox', { name: 'Textos' })
    await textos.fill('(a')
    await textos.press('Enter')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('«(a» no es una expresión regular (RE2).').waitFor()
    await textos.press('Backspace')
    await textos.fill('[0-9]{13,16}')
    await textos.press('Enter')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Trazabilidad configurada').waitFor()
    const entradaOf = async (pedido: string) => {
      await charge(pedido, 2)
      const { json } = await product.api('GET', `/ejecuciones?clave=${pedido}`)
      const [found] = json as { id: string }[]
      return found && (await product.api('GET', `/ejecuciones/${found.id}`)).json
    }
    await expect.poll(() => entradaOf('PED-1')).toMatchObject({ entrada: { tarjeta: '•••' } })
  })

  test('a run is found by its business key', async () => {
    await charge('PED-77', 4)
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByRole('button', { name: 'Más filtros' }).click()
    await page.getByLabel('Clave de negocio').fill('PED-77')
    await page.getByText('1 ejecución').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Cobrar' }).click()
    await page.getByText('clave PED-77').waitFor()
  })

  test('runs are found by how long they took, by their proceso and by what went wrong', async () => {
    const ruta = await publishWaiting('Pesar', [{ nombre: 'Esperar a la báscula', ms: 900 }])
    await product.motor('GET', `/rest/${ruta}/`)
    await charge('PED-80', 0)
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByRole('button', { name: 'Más filtros' }).click()
    const atLeast = page.getByLabel('Duró al menos (ms)')
    await atLeast.fill('800')
    await page.getByRole('combobox', { name: 'Proceso' }).click()
    await page.getByRole('option', { name: 'Pesar' }).click()
    await page.getByText('1 ejecución').waitFor()
    await page.getByLabel('Y como mucho (ms)').fill('850')
    await page.getByText('0 ejecuciones').waitFor()
    await page.goto('/ejecuciones')
    await page.getByLabel('Buscar en la lista').fill('división por cero')
    const failed = page.getByRole('row').filter({ hasText: 'PED-80' })
    await failed.getByText('Error').first().waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Pesar' }).count()).toBe(0)
  })

  test('a run that failed shows where, in the drawing as it was, and two runs are compared', async () => {
    await charge('PED-90', 5)
    await charge('PED-91', 0)
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByLabel('Buscar en la lista').fill('PED-91')
    await page.getByText('1 ejecución').waitFor()
    await page.getByRole('link', { name: 'Cobrar' }).click()
    const drawing = page.getByRole('region', { name: 'El dibujo tal como era' })
    const failed = drawing.getByRole('button', { name: /Repartir.*Error/ })
    expect(await failed.getAttribute('aria-pressed')).toBe('true')
    await drawing.getByRole('button', { name: /^Entrada Entrada/ }).click()
    await page.getByRole('heading', { name: 'Entrada', exact: true }).waitFor()

    await page.goto('/ejecuciones')
    for (const pedido of ['PED-90', 'PED-91'])
      await page.getByRole('row', { name: pedido }).getByRole('checkbox').check()
    await page.getByRole('link', { name: 'Comparar' }).click()
    const table = page.getByRole('table', { name: 'Nodos de las dos ejecuciones' })
    await table.getByRole('button', { name: 'Datos distintos de Entrada' }).click()
    const diff = page.getByRole('region', { name: 'Salida de Entrada' })
    expect(await diff.textContent()).toMatch(/PED-90.*PED-91/s)
  })

  test('a run that failed is played again from where it failed, as it ran and with what mends it', async () => {
    // Of what is hidden nothing could be played again.
    await product.motor('POST', '/rest/caja/cobros', { pedido: 'PED-95', importe: 0 })
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByLabel('Buscar en la lista').fill('PED-95')
    await page.getByText('1 ejecución').waitFor()
    await page.getByRole('link', { name: 'Cobrar' }).click()
    const waterfall = page.getByRole('list', { name: 'Nodos en el tiempo' })
    const failed = waterfall.getByRole('button', { name: /^Error Repartir/ })
    async function replay(version: string) {
      await failed.click()
      const before = page.url()
      await page.getByRole('button', { name: 'Reproducir desde aquí' }).click()
      await page.getByRole('menuitem', { name: version }).click()
      await page.waitForURL((url) => url.href !== before)
      await page.getByText('Repetición').waitFor()
    }
    await replay('Con la versión que corrió')
    await page.getByText('Versión 1', { exact: true }).waitFor()
    await failed.waitFor()

    const { json } = await product.api('GET', `/procesos/${procesoId}`)
    const flujo = JSON.stringify(json).replace('100 / n1.importe', '100 / (n1.importe + 1)')
    await product.api('PUT', `/procesos/${procesoId}`, JSON.parse(flujo))
    await product.api('POST', `/procesos/${procesoId}/publicar`, {})
    await replay('Con la versión publicada')
    await page.getByText('Versión 2', { exact: true }).waitFor()
    await waterfall.getByRole('button', { name: /^Correcta? Repartir/ }).click()
    const salida = page.getByRole('tree', { name: 'Salida', exact: true })
    expect(await salida.textContent()).toContain('100')
  })

  test('a run that goes on is followed as it goes, over the drawing and over time', async () => {
    const ruta = await publishWaiting('Despachar', [{ nombre: 'Esperar al almacén', ms: 25_000 }])
    const calling = product.motor('GET', `/rest/${ruta}/`)
    const page = await openSignedIn(product, '/ejecuciones?estado=ejecutando')
    await page.getByRole('link', { name: 'Despachar' }).click()
    const drawing = page.getByRole('region', { name: 'El dibujo tal como era' })
    await drawing.getByRole('button', { name: /Esperar al almacén.*Ejecutando/ }).waitFor()
    const waterfall = page.getByRole('list', { name: 'Nodos en el tiempo' })
    await waterfall.getByRole('button', { name: /^Ejecutando Esperar al almacén/ }).waitFor()
    await page.getByRole('button', { name: 'Cancelar la ejecución' }).click()
    await waterfall.getByRole('button', { name: /^Cancelado Esperar al almacén/ }).waitFor()
    expect((await calling).json).toMatchObject({ codigo: 'EJECUCION_CANCELADA' })
  })

  test('a connection that is cut while a run is looked at goes on where it was: no event is lost or told twice', async () => {
    const ruta = await publishWaiting('Embalar', [
      { nombre: 'Esperar al embalador', ms: 12_000 },
      { nombre: 'Esperar al camión', ms: 25_000 },
    ])
    const calling = product.motor('GET', `/rest/${ruta}/`)
    const page = await openSignedIn(product, null)
    // Only what comes over the socket is to show it.
    await page.route(/\/en-vivo\?/, (route) => route.fulfill({ json: [] }))
    const askedSince: (number | undefined)[] = []
    const told: number[] = []
    let isCut = false
    const back = Promise.withResolvers<void>()
    await page.routeWebSocket(/\/ws$/, async (socket) => {
      if (isCut) await back.promise
      const server = socket.connectToServer()
      socket.onMessage((text) => {
        const mensaje = JSON.parse(text.toString()) as MensajeAlMotor
        if (mensaje.tipo === 'suscribir' && mensaje.tema.tipo === 'ejecucion') askedSince.push(mensaje.desde)
        server.send(text)
      })
      let isOver = false
      server.onMessage((text) => {
        if (isOver) return
        socket.send(text)
        const mensaje = JSON.parse(text.toString()) as MensajeDelMotor
        if (mensaje.tipo !== 'eventos') return
        told.push(...mensaje.eventos.map(({ seq }) => seq))
        if (isCut) return
        isCut = true
        isOver = true
        void server.close()
        void socket.close({ code: CIERRES.lento })
      })
    })
    await page.goto('/ejecuciones?estado=ejecutando')
    await page.getByRole('link', { name: 'Embalar' }).click()
    await expect.poll(() => isCut).toBe(true)
    const known = told.at(-1)
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const goneOn = async () => (await product.api('GET', `/ejecuciones/${id}/en-vivo?desde=0`)).text
    await expect.poll(goneOn, { timeout: 20_000, interval: 250 }).toContain('"nodo":"n3"')
    back.resolve()
    const waterfall = page.getByRole('list', { name: 'Nodos en el tiempo' })
    await waterfall.getByRole('button', { name: /^Ejecutando Esperar al camión/ }).waitFor()
    expect(askedSince).toEqual([0, known])
    expect(told).toEqual(told.map((_each, at) => at + 1))
    await page.getByRole('button', { name: 'Cancelar la ejecución' }).click()
    expect((await calling).json).toMatchObject({ codigo: 'EJECUCION_CANCELADA' })
  })

  test('what the list shows is taken along as a file', async () => {
    const page = await openSignedIn(product, '/ejecuciones?estado=ok')
    await page.getByRole('link', { name: 'Cobrar' }).first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('ejecuciones.csv')
  })

  test('one run is taken along as a file: all that is told of it, and nothing else', async () => {
    // The story before may have drawn another division.
    const { json: answered } = await product.motor('POST', '/rest/caja/cobros', {
      pedido: 'PED-88',
      importe: 4,
    })
    const listed = await until(
      () => product.api('GET', '/ejecuciones?clave=PED-88'),
      ({ json }) => (json as unknown[]).length === 1,
    )
    const [run] = listed.json as { id: string }[]
    const page = await openSignedIn(product, `/ejecuciones/${run?.id}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`ejecucion-${run?.id}.json`)
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(file).toEqual((await product.api('GET', `/ejecuciones/${run?.id}`)).json)
    expect(file).toMatchObject({
      estado: 'ok',
      claveNegocio: 'PED-88',
      entrada: { importe: 4 },
      pasos: [{ nodo: 'n1' }, { nodo: 'n2', salida: answered }, { nodo: 'n3' }],
    })
  })

  test.each([
    ['over the socket of the motor', false],
    ['by asking, where no socket can be had', true],
  ])('what runs while the list is looked at appears in it, %s', async (_how, isWithout) => {
    const page = await openSignedIn(product, null)
    const changes: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => changes.push(payload.toString())),
    )
    if (isWithout) await page.routeWebSocket(/\/ws$/, (socket) => socket.close({ code: 4429 }))
    await page.goto('/ejecuciones')
    await page.getByRole('link', { name: 'Cobrar' }).first().waitFor()
    const pedido = `PED-vivo-${isWithout}`
    await charge(pedido, 2)
    await page.getByRole('row', { name: pedido }).waitFor()
    const heard = changes.some((text) => text.includes('"tipo":"cambio","tema":{"tipo":"ejecuciones"}'))
    expect(heard).toBe(!isWithout)
  })
})
