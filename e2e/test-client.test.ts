import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from './add-person.ts'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'

const SUMA = {
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      posicion: { x: 0, y: 0 },
      parametros: [
        { nombre: 'id', tipo: 'entero', requerido: true, ejemplo: 7 },
        { nombre: 'nombre', tipo: 'texto', ejemplo: 'ana' },
      ],
    },
    {
      id: 'n2',
      tipo: 'salida',
      nombre: 'Salida',
      posicion: { x: 300, y: 0 },
      parametros: [
        { nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } },
        { nombre: 'saludo', expresion: '"Hola, " & MAYUSCULAS(n1.nombre)' },
      ],
    },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
}

let product: Product
let restId: string

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '0', DIV_LIMITE_CUERPO_BYTES: '1048576' })
  const procesoId = await createProceso(product, 'Saludar', SUMA)
  await product.api('POST', `/procesos/${procesoId}/publicar`, {})
  const publish = async (canal: object, at: object) => {
    const { json } = await product.api('POST', '/canales', canal)
    await product.api('PUT', `/canales/${idOf(json)}/procesos`, [{ procesoId, ...at }])
    return idOf(json)
  }
  restId = await publish(
    { nombre: 'Saludos', tipo: 'REST', ruta: 'saludos' },
    { metodo: 'POST', ruta: '/clientes/{id}' },
  )
  await publish({ nombre: 'Saludos SOAP', tipo: 'SOAP', ruta: 'saludos' }, { operacion: 'Saludar' })
  await publish(
    { nombre: 'Saludos luego', tipo: 'REST', ruta: 'luego', modo: 'asincrono' },
    { metodo: 'POST', ruta: '/clientes/{id}' },
  )
})
afterAll(() => product.stop())

const answerOf = (page: Page) => page.getByRole('region', { name: 'Respuesta', exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Enviar' }).click()

/** Files are read when the page hears of `leer`; once one is, its body says so. */
const LATE_FILES = `
  const read = FileReader.prototype.readAsDataURL
  FileReader.prototype.readAsDataURL = function (file) {
    document.addEventListener('leer', () => read.call(this, file))
    this.addEventListener('load', () => setTimeout(() => document.body.toggleAttribute('data-leido', true)))
  }`

async function chooseCanal(page: Page, nombre: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Canal' }).click()
  await page.getByRole('option', { name: nombre, exact: false }).first().click()
}

describeInBrowser('the test client', () => {
  test('from the page of a canal to its answer: a form writes what is sent, and all of it is shown', async () => {
    const page = await openSignedIn(product, `/canales/config/${restId}`)
    await page.getByRole('link', { name: 'Probar', exact: true }).click()
    await page.getByRole('heading', { name: 'Cliente de Pruebas' }).waitFor()
    // The canal publishes one operation: it is chosen already, with the examples of its contract.
    await expect.poll(() => page.getByLabel('Ruta').inputValue()).toBe('/clientes/7')
    await page.getByLabel('nombre').fill('eva')
    await send(page)
    const answer = answerOf(page)
    await answer.getByText('HTTP 200').waitFor()
    await answer.getByText('Hola, EVA').waitFor()
    await answer.getByRole('tab', { name: /^Cabeceras/ }).click()
    await answer.getByText('x-ejecucion-id').waitFor()
    await answer.getByRole('tab', { name: 'Tiempos' }).click()
    await answer.getByText('Primer byte').waitFor()
    await page.getByRole('tab', { name: 'Código' }).click()
    await page.getByText('Python', { exact: true }).click()
    await page.getByText(/urllib\.request\.urlopen/).waitFor()
    await answer.getByRole('link', { name: 'Ver la traza' }).click()
    await page
      .getByRole('heading', { name: /Saludar/ })
      .first()
      .waitFor()
  })

  test('SOAP: the envelope is written from the typed tree, and stays editable', async () => {
    const page = await openSignedIn(product, '/test-client')
    await chooseCanal(page, 'Saludos SOAP')
    await page.getByRole('tab', { name: 'Cuerpo' }).click()
    const body = page.getByLabel('Cuerpo de la petición')
    await expect.poll(() => body.inputValue()).toContain('<soap:Envelope')
    await body.fill((await body.inputValue()).replace('>ana<', '>luz<'))
    await send(page)
    const answer = answerOf(page)
    await answer.getByText(/Hola, LUZ/).waitFor()
    // As a tree, and as it came.
    await answer.getByRole('tree').getByText('Envelope').waitFor()
    await answer.getByRole('tab', { name: 'Texto' }).click()
    await answer.getByText(/<soap:Envelope/).waitFor()
  })

  test('what an asynchronous canal accepts is followed to its end', async () => {
    const page = await openSignedIn(product, '/test-client')
    await chooseCanal(page, 'Saludos luego')
    await expect.poll(() => page.getByLabel('Ruta').inputValue()).toBe('/clientes/7')
    await send(page)
    await answerOf(page).getByText('HTTP 202').waitFor()
    const followed = page.getByRole('region', { name: 'Ejecución aceptada' })
    await followed.getByText('Correcta').waitFor()
    await followed.getByText('Hola, ANA').waitFor()
  })

  test('a petición is kept with what its answer must be, run with others, exported, and found in the history', async () => {
    const page = await openSignedIn(product, `/test-client?canal=${restId}`)
    await expect.poll(() => page.getByLabel('Ruta').inputValue()).toBe('/clientes/7')
    await page.getByRole('button', { name: 'Entornos' }).click()
    const entorno = page.getByRole('form', { name: 'Entornos' })
    await entorno.getByLabel('Nombre', { exact: true }).fill('Pruebas')
    await entorno.getByRole('button', { name: 'Añadir variable' }).click()
    await entorno.getByLabel('Nombre de la variable').fill('quien')
    await entorno.getByLabel('Valor de quien').fill('marta')
    // What is not stored yet is asked about before it is dropped.
    await entorno.getByRole('button', { name: 'Cerrar' }).click()
    const asked = page.getByRole('dialog', { name: 'Hay variables sin guardar' })
    await asked.getByRole('button', { name: 'Cancelar' }).click()
    await asked.waitFor({ state: 'hidden' })
    expect(await entorno.getByLabel('Valor de quien').inputValue()).toBe('marta')
    await entorno.getByRole('button', { name: 'Crear entorno' }).click()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Entorno', exact: true }).inputValue())
      .toBe('Pruebas')
    await entorno.getByRole('button', { name: 'Cerrar' }).click()

    await page.getByRole('textbox', { name: 'nombre' }).fill('{{quien}}')
    await page.getByRole('tab', { name: /^Comprobaciones/ }).click()
    await page.getByRole('button', { name: 'Añadir comprobación' }).click()
    await page.getByRole('button', { name: 'Añadir comprobación' }).click()
    await page.getByRole('combobox', { name: 'Qué se comprueba' }).nth(1).click()
    await page.getByRole('option', { name: 'Campo' }).click()
    await page.getByLabel('Ruta del campo').fill('saludo')
    await page.getByLabel('Valor esperado').nth(1).fill('Hola, MARTA')
    await send(page)
    await answerOf(page).getByText('2 de 2 comprobaciones').waitFor()

    await page.getByRole('button', { name: 'Guardar petición' }).click()
    const dialog = page.getByRole('dialog', { name: 'Guardar la petición' })
    await dialog.getByLabel('Nombre de la colección').fill('Humo')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('button', { name: 'Colecciones' }).click()
    await page.getByRole('button', { name: /^Humo/ }).click()
    await page.getByRole('button', { name: 'Ejecutar todas' }).click()
    await page.getByText('1 de 1 bien.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar a Postman' }).click(),
    ])
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(file).toMatchObject({
      info: { name: 'Humo' },
      item: [
        { request: { method: 'POST', url: { raw: expect.stringContaining('/rest/saludos/clientes/7') } } },
      ],
    })
    // What somebody else saved meanwhile is not overwritten.
    const [humo] = (await product.api('GET', '/colecciones?q=Humo')).json as { id: string }[]
    const theirs = (await product.api('GET', `/colecciones/${humo?.id}`)).json as { peticiones: object[] }
    const peticiones = theirs.peticiones.map((each) => ({ ...each, nombre: 'De otra persona' }))
    await product.api('PUT', `/colecciones/${humo?.id}`, { ...theirs, peticiones })
    await page.getByRole('button', { name: 'Guardar petición' }).click()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('Otra persona cambió esta petición').waitFor()
    await page.keyboard.press('Escape')
    // What went out comes in again, to the same canal.
    const again = { ...file, info: { ...file.info, name: 'De vuelta' } }
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Importar de Postman' }).click(),
    ])
    await chooser.setFiles({
      name: 'humo.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(again)),
    })
    await page.getByRole('button', { name: /^De vuelta/ }).waitFor()
    const list = (await product.api('GET', '/colecciones?q=De vuelta')).json as { id: string }[]
    expect((await product.api('GET', `/colecciones/${list[0]?.id}`)).json).toMatchObject({
      peticiones: [{ peticion: { destino: { tipo: 'canal', canalId: restId } }, aserciones: [{}, {}] }],
    })

    await page.getByRole('button', { name: 'Historial' }).click()
    const history = page.getByRole('form', { name: 'Historial' })
    await history.getByText('/clientes/7').first().click()
    await page.getByRole('tab', { name: 'Cuerpo' }).click()
    expect(await page.getByLabel('Cuerpo de la petición').inputValue()).toContain('{{quien}}')
  })

  test('a load tells its percentiles and its errors', async () => {
    const page = await openSignedIn(product, `/test-client?canal=${restId}`)
    await expect.poll(() => page.getByLabel('Ruta').inputValue()).toBe('/clientes/7')
    await page.getByRole('tab', { name: 'Carga' }).click()
    await page.getByLabel('Llamadas').fill('20')
    await page.getByRole('button', { name: 'Lanzar carga' }).click()
    const result = page.getByRole('region', { name: 'Resultado de la carga' })
    await result.getByText('de 20 llamadas').waitFor()
    for (const name of ['p50', 'p95', 'p99']) {
      await result.getByRole('region', { name }).waitFor()
      await result
        .getByRole('figure', { name: 'Latencia durante la carga' })
        .getByText(`${name} (ms)`)
        .waitFor()
    }
    await page.getByText('como mucho 100 llamadas por segundo, 8 a la vez').waitFor()
  })

  test('what is not as it was wanted is told: of one answer, and of each of a colección', async () => {
    const [ok, wrong, refused] = ['ana', 'eva', ''].map((nombre, at) => ({
      id: `00000000-0000-4000-8000-00000000000${at}`,
      nombre: `Saludo ${at + 1}`,
      peticion: {
        destino: { tipo: 'canal', canalId: restId, operacion: null, ruta: '/clientes/7' },
        metodo: 'POST',
        cabeceras: [{ nombre: 'Content-Type', valor: 'application/json', activa: true }],
        autenticacion: { tipo: 'ninguna' },
        cuerpo: at === 2 ? '{' : JSON.stringify({ nombre }),
      },
      aserciones: at === 2 ? [] : [{ que: 'campo', nombre: 'saludo', es: 'igual', valor: 'Hola, ANA' }],
    }))
    const coleccion = { nombre: 'De tres', peticiones: [ok, wrong, refused] }
    expect((await product.api('POST', '/colecciones', coleccion)).status).toBe(201)
    const page = await openSignedIn(product, '/test-client')
    await page.getByRole('button', { name: 'Colecciones' }).click()
    await page.getByRole('button', { name: /^De tres/ }).click()
    await page.getByRole('button', { name: 'Ejecutar todas' }).click()
    await page.getByText('1 de 3 bien.').waitFor()
    await page.getByText('El campo saludo es Hola, ANA: es Hola, EVA').waitFor()
    await page.getByText('HTTP 400', { exact: true }).waitFor()
    expect(await page.getByRole('img', { name: 'Mal' }).count()).toBe(2)

    await page.getByRole('button', { name: /Saludo 2/ }).click()
    await send(page)
    const answer = answerOf(page)
    await answer.getByText('0 de 1 comprobaciones').waitFor()
    await answer.getByRole('img', { name: 'No se cumple' }).waitFor()
    await answer.getByText('El campo saludo es Hola, ANA: es Hola, EVA').waitFor()
  })

  test('an address outside is sent as it was written, and its answer shown', async () => {
    const page = await openSignedIn(product, '/test-client')
    // Where these stories are told there is no outside; that it is called is a test of the API.
    const sent: unknown[] = []
    await page.route('**/api/solicitud-externa', async (route) => {
      sent.push(route.request().postDataJSON())
      const cuerpo = '{"hora":"12:00"}'
      const times = { duracionMs: 12, conexionMs: 4, primerByteMs: 7 }
      await route.fulfill({
        json: {
          estado: 203,
          cabeceras: {},
          cuerpo,
          codificacion: 'texto',
          bytes: 16,
          idEjecucion: null,
          ...times,
        },
      })
    })
    await page.getByText('Dirección externa', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Dirección' }).fill('https://api.ejemplo.es/hora?zona=utc')
    await send(page)
    await answerOf(page).getByText('HTTP 203').waitFor()
    await answerOf(page).getByText('12:00').waitFor()
    expect(sent).toMatchObject([{ url: 'https://api.ejemplo.es/hora?zona=utc', metodo: 'GET' }])

    // The same with a form and a file in it.
    await page.getByRole('combobox', { name: 'Método' }).click()
    await page.getByRole('option', { name: 'POST' }).click()
    await page.getByRole('tab', { name: 'Cuerpo' }).click()
    await page.getByText('Formulario con archivos', { exact: true }).click()
    await page.getByRole('button', { name: 'Añadir campo' }).click()
    await page.getByLabel('Nombre del campo').fill('nota')
    await page.getByLabel('Valor de nota').fill('hola')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Añadir archivo' }).click(),
    ])
    await chooser.setFiles({ name: 'a.bin', mimeType: 'image/png', buffer: Buffer.from([0, 255]) })
    await page.getByRole('button', { name: 'a.bin · 2 bytes' }).waitFor()
    await send(page)
    await expect
      .poll(() => sent.at(-1))
      .toMatchObject({
        metodo: 'POST',
        partes: [
          { nombre: 'nota', valor: 'hola', activa: true },
          { nombre: 'archivo', valor: 'AP8=', archivo: 'a.bin', activa: true },
        ],
      })
    await page.getByRole('tab', { name: 'Código' }).click()
    await page.getByText(/--form-string 'nota=hola'/).waitFor()
    // What was written as a text before is there again.
    await page.getByRole('tab', { name: 'Cuerpo' }).click()
    await page.getByRole('radio', { name: 'Texto' }).press('Space')
    await page.getByLabel('Cuerpo de la petición').waitFor()
  })

  test('a file that is still being read when another petición is opened leaves that one as it is', async () => {
    const form = (nombre: string, partes: object[]) => ({
      nombre,
      id: `00000000-0000-4000-8000-00000000001${partes.length}`,
      peticion: {
        destino: { tipo: 'externa', url: `https://api.ejemplo.es/${nombre}` },
        metodo: 'POST',
        cabeceras: [],
        autenticacion: { tipo: 'ninguna' },
        cuerpo: null,
        partes,
      },
    })
    const nota = { nombre: 'nota', valor: 'hola', activa: true }
    const peticiones = [form('primera', []), form('segunda', [nota])]
    expect((await product.api('POST', '/colecciones', { nombre: 'De archivos', peticiones })).status).toBe(
      201,
    )
    const page = await openSignedIn(product, '/test-client', { tolerates: /422/ })
    await page.getByRole('button', { name: 'Colecciones' }).click()
    await page.getByRole('button', { name: /^De archivos/ }).click()
    await page.getByRole('button', { name: /primera/ }).click()
    await page.getByRole('tab', { name: 'Cuerpo' }).click()
    const archivo = { name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 255]) }
    const choose = async (button: string, file = archivo) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: button }).click(),
      ])
      await chooser.setFiles(file)
    }
    await choose('Añadir archivo', { ...archivo, buffer: Buffer.alloc(0) })
    await page.getByRole('button', { name: 'a.bin · 0 bytes' }).waitFor()
    // Another in its place has bytes again.
    await choose('a.bin · 0 bytes', { ...archivo, name: 'b.bin' })
    await page.getByRole('button', { name: 'b.bin · 2 bytes' }).waitFor()
    // As much as the settings of this product let a body be, in base64 and beside the rest of the call.
    await choose('Añadir archivo', { ...archivo, buffer: Buffer.alloc(740_000) })
    await page.getByText(/«a\.bin» ocupa 740\.000 bytes y aquí caben 73\d\.\d{3}:/).waitFor()
    // The same one can be chosen twice.
    for (const count of [1, 2]) {
      await choose('Añadir archivo')
      await expect.poll(() => page.getByRole('button', { name: 'a.bin · 2 bytes' }).count()).toBe(count)
    }

    await page.evaluate(LATE_FILES)
    await choose('Añadir archivo')
    await page.getByRole('button', { name: /segunda/ }).click()
    await expect.poll(() => page.getByLabel('Valor de nota').inputValue()).toBe('hola')
    await page.evaluate(`document.dispatchEvent(new Event('leer'))`)
    await page.locator('body[data-leido]').waitFor()
    expect(await page.getByRole('textbox', { name: 'Dirección' }).inputValue()).toBe(
      'https://api.ejemplo.es/segunda',
    )
    expect(await page.getByLabel('Valor de nota').inputValue()).toBe('hola')
    expect(await page.getByRole('button', { name: /a\.bin/ }).count()).toBe(0)
    // What was left of the first is not what is offered for the second.
    await page.getByRole('radio', { name: 'Texto' }).press('Space')
    await page.getByLabel('Cuerpo de la petición').waitFor()
    await page.getByText('Formulario con archivos', { exact: true }).click()
    expect(await page.getByLabel('Valor de nota').inputValue()).toBe('hola')
  })

  test('a file of which only the name is known is not sent, and the refusal names it', async () => {
    const partes = [{ nombre: 'foto', valor: '', archivo: 'a.png', activa: true }]
    const peticion = {
      destino: { tipo: 'canal', canalId: restId, operacion: null, ruta: '/clientes/7' },
      metodo: 'POST',
      cabeceras: [],
      autenticacion: { tipo: 'ninguna' },
      cuerpo: null,
      partes,
    }
    const id = '00000000-0000-4000-8000-000000000020'
    const coleccion = { nombre: 'De Postman', peticiones: [{ id, nombre: 'Subir foto', peticion }] }
    expect((await product.api('POST', '/colecciones', coleccion)).status).toBe(201)
    const page = await openSignedIn(product, '/test-client', { tolerates: /422/ })
    await page.getByRole('button', { name: 'Colecciones' }).click()
    await page.getByRole('button', { name: /^De Postman/ }).click()
    await page.getByRole('button', { name: /Subir foto/ }).click()
    await send(page)
    await answerOf(page).getByText('No se envió').waitFor()
    const said = await answerOf(page).getByRole('alert').innerText()
    expect(said).toContain('Elija otra vez el archivo «a.png» del campo «foto»')
    expect(said).not.toContain('partes[')

    await page.getByRole('tab', { name: 'Carga' }).click()
    await page.getByRole('button', { name: 'Lanzar carga' }).click()
    const load = page.getByRole('tabpanel', { name: 'Carga' }).getByRole('alert')
    await load.getByText('No se envió').waitFor()
    expect(await load.innerText()).toContain('Elija otra vez el archivo «a.png» del campo «foto»')
    expect(await load.innerText()).not.toContain('partes[')

    await page.getByRole('button', { name: 'Ejecutar todas' }).click()
    const reason = page.getByText(/^No se envió\. .*Elija otra vez el archivo «a\.png» del campo «foto»/)
    await reason.waitFor()
    expect(await reason.innerText()).not.toContain('partes[')
  })

  test('each part of it has its help', async () => {
    const page = await openSignedIn(product, '/test-client')
    await page.getByRole('tab', { name: 'Autenticación' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Ayuda', exact: true }).click()
    await (await opened).locator('#autenticacion[data-senalado]').waitFor()
  })

  test('lectura calls canales; addresses outside are for who may draw what calls them', async () => {
    const credentials = await addPerson(product, 'lectura')
    const page = await openSignedIn(product, `/test-client?canal=${restId}`, { credentials })
    await page.getByText('A direcciones externas llaman operadores y administradores.').waitFor()
    expect(await page.getByRole('radio', { name: 'Dirección externa' }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByLabel('Ruta').inputValue()).toBe('/clientes/7')
    await send(page)
    await answerOf(page).getByText('HTTP 200').waitFor()
    expect(await page.getByRole('button', { name: 'Guardar petición' }).count()).toBe(0)
  })

  test('an address outside that is private is refused, and the refusal says why', async () => {
    const page = await openSignedIn(product, '/test-client', { tolerates: /422/ })
    await page.getByText('Dirección externa', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Dirección' }).fill('http://127.0.0.1:1/')
    await send(page)
    await answerOf(page)
      .getByRole('alert')
      .getByText(/red privada|no se permite|no permitida/i)
      .waitFor()
  })
})
