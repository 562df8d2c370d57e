import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type StoryProduct, startStoryProduct } from './product.ts'

const MANY = 10_000
const LECTURA = { username: 'lucia', password: 'contrasena-larga-1' }

let product: StoryProduct

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
  await product.api('POST', '/usuarios', { ...LECTURA, email: 'lucia@example.org', role: 'lectura' })
})
afterAll(() => product.stop())

const idOf = async (nombre: string) => {
  const { json } = await product.api('GET', `/procesos?q=${encodeURIComponent(nombre)}`)
  const [found] = json as { id: string }[]
  if (found === undefined) throw new Error(`there is no proceso «${nombre}»`)
  return found.id
}

const notice = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

/** The sample's bundle, as another installation would give it: its server has a name that is not here. */
async function bundle(nombre: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const { text } = await product.api('GET', `/procesos/${await idOf('Consultar cliente')}/exportar`)
  const foreign = text.replaceAll('"nombre": "Tienda de ejemplo"', '"nombre": "Otra tienda"')
  const renamed = foreign.replace('"nombre": "Consultar cliente"', `"nombre": "${nombre}"`)
  return { name: 'proceso.json', mimeType: 'application/json', buffer: Buffer.from(renamed) }
}

describeInBrowser('a proceso', () => {
  test('is imported once what is missing is assigned, published with a note, run with a form, and its trace is seen', async () => {
    const page = await openSignedIn(product, '/procesos')
    await page.getByRole('button', { name: 'Importar' }).click()
    const panel = page.getByRole('form', { name: 'Importar proceso' })
    const input = panel.locator('input[type=file]')
    await input.setInputFiles(await bundle('Cliente traído'))
    await panel.getByText('Falta una cosa.').waitFor()
    // The same file is heard of again only by an input that holds none.
    expect(await input.inputValue()).toBe('')
    await panel.getByRole('button', { name: 'Archivo', exact: true }).getByText('proceso.json').waitFor()
    await panel.getByRole('button', { name: 'Quitar el archivo' }).click()
    await panel.getByText('Falta una cosa.').waitFor({ state: 'detached' })
    await input.setInputFiles(await bundle('Cliente traído'))
    await panel.getByText('Falta una cosa.').waitFor()
    expect(await panel.getByRole('button', { name: 'Importar', exact: true }).isDisabled()).toBe(true)
    await panel.getByRole('combobox', { name: /^Servidor «Otra tienda»/ }).click()
    await page.getByRole('option', { name: 'Tienda de ejemplo' }).click()
    await panel.getByText('Está todo.').waitFor()
    await panel.getByRole('button', { name: 'Importar', exact: true }).click()

    await page.getByRole('heading', { name: 'Cliente traído' }).waitFor()
    await page.getByText('Sin publicar').waitFor()
    await page.getByRole('button', { name: 'Publicar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publicar «Cliente traído»' })
    await dialog.getByLabel('Nota').fill('Traído de la otra tienda')
    await dialog.getByRole('button', { name: 'Publicar' }).click()
    await notice(page, 'Versión 1 publicada').waitFor()

    await page.getByRole('button', { name: 'Ejecutar' }).click()
    await page.getByRole('textbox', { name: 'id' }).fill('2')
    await page
      .getByRole('form', { name: 'Ejecutar el proceso' })
      .getByRole('button', { name: 'Ejecutar' })
      .click()
    await page.getByRole('button', { name: /Buscar cliente/ }).click()
    await page.getByRole('heading', { name: 'Buscar cliente' }).waitFor()
    expect(await page.getByRole('tree', { name: 'Salida' }).textContent()).toContain('filas')
    await page.getByRole('button', { name: 'Versiones' }).click()
    await page.getByRole('cell', { name: 'Traído de la otra tienda' }).waitFor()
  })

  test('that is given what it does not take says so at the field, and does not run', async () => {
    const page = await openSignedIn(product, `/procesos/${await idOf('Consultar cliente')}?seccion=ejecutar`)
    await page.getByRole('textbox', { name: 'id' }).fill('')
    await page
      .getByRole('form', { name: 'Ejecutar el proceso' })
      .getByRole('button', { name: 'Ejecutar' })
      .click()
    await page.getByText('Falta este dato.').waitFor()
  })

  test('that is given a list says that it takes an object', async () => {
    const page = await openSignedIn(product, `/procesos/${await idOf('Consultar cliente')}?seccion=ejecutar`)
    await page.getByText('JSON', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Entrada en JSON' }).fill('[1]')
    await page
      .getByRole('form', { name: 'Ejecutar el proceso' })
      .getByRole('button', { name: 'Ejecutar' })
      .click()
    await page.getByText('La entrada es un objeto.').waitFor()
  })

  test('tells what keeps it from being stored apart from what keeps it from being published', async () => {
    const { json } = await product.api('POST', '/procesos', { nombre: 'Con hallazgos' })
    const { id, ...proceso } = json as { id: string; flujo: { nodos: { tipo: string }[] } }
    const parametros = [{ nombre: 'total', expresion: 'nada.total' }]
    const nodos = proceso.flujo.nodos.map((nodo) => (nodo.tipo === 'salida' ? { ...nodo, parametros } : nodo))
    await product.api('PUT', `/procesos/${id}`, { ...proceso, flujo: { ...proceso.flujo, nodos } })
    const page = await openSignedIn(product, `/procesos/${id}`)
    const sections = page.getByRole('navigation', { name: 'Secciones' })
    await sections.getByLabel('1 hallazgo').waitFor()
    expect(await page.getByText('No se pudo guardar').count()).toBe(0)
    await page.getByLabel('Nombre').fill('')
    await sections.getByRole('button', { name: 'Flujo' }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await sections.getByLabel('1 error').waitFor()
    await page.getByText('Corrija lo que se marca en: Resumen.').waitFor()
  })

  test('is edited as its document: a mistake is shown at its place, and what is stored is validated at its node', async () => {
    const { json } = await product.api('POST', '/procesos', { nombre: 'Por corregir' })
    const { id } = json as { id: string }
    const page = await openSignedIn(product, `/procesos/${id}?seccion=flujo`)
    const editor = page.getByRole('textbox', { name: 'Documento del flujo' })
    const text = await editor.inputValue()
    await editor.fill(text.replace('"estadoHttp": 200', '"estadoHttp": 200,'))
    await page.getByText(/^Sobra la coma antes de/).waitFor()
    const parametro = '{ "nombre": "total", "expresion": "nada.total" }'
    const head = text.lastIndexOf('"parametros": []')
    await editor.fill(
      `${text.slice(0, head)}"parametros": [${parametro}]${text.slice(head + '"parametros": []'.length)}`,
    )
    await page.getByText('Guarde para validar lo que significa.').waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    const findings = page.getByRole('region', { name: 'Validación' })
    await findings.getByText('Salida', { exact: true }).waitFor()
    await findings.getByRole('button').first().click()
    const selected = await editor.evaluate((area) => {
      const { value, selectionStart, selectionEnd } = area as unknown as {
        value: string
        selectionStart: number
        selectionEnd: number
      }
      return value.slice(selectionStart, selectionEnd)
    })
    expect(selected).toContain('nada.total')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('Todavía no se puede publicar').waitFor()
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).count()).toBe(0)
  })

  test('shows what changed since a version, and goes back to it', async () => {
    const id = await idOf('Cotizar envío')
    const { json } = await product.api('GET', `/procesos/${id}`)
    const proceso = json as { flujo: { nodos: { id: string; tipo: string; nombre: string }[] } }
    const [first, ...others] = proceso.flujo.nodos
    const flujo = { ...proceso.flujo, nodos: [{ ...first, nombre: 'Otro nombre' }, ...others] }
    await product.api('PUT', `/procesos/${id}`, { ...proceso, flujo })
    const page = await openSignedIn(product, `/procesos/${id}?seccion=versiones`)
    const change = page.getByRole('region', { name: 'Otro nombre: nombre' })
    expect(await change.textContent()).toContain(`Quitada: ${first?.nombre}`)
    expect(await change.textContent()).toContain('Añadida: Otro nombre')
    await page.getByRole('button', { name: 'Restaurar la versión 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restaurar' }).click()
    await page.getByText('Hacen lo mismo.').waitFor()
    await page.getByText('Versión 1', { exact: true }).waitFor()
  })

  test('is duplicated, exported and removed from its menu', async () => {
    const page = await openSignedIn(product, '/procesos')
    const menu = () => page.getByRole('button', { name: 'Acciones de Cotizar envío', exact: true })
    await menu().click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Exportar' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Cotizar envío.json')
    await menu().click()
    await page.getByRole('menuitem', { name: 'Duplicar' }).click()
    await page.getByRole('heading', { name: 'Cotizar envío (copia)' }).waitFor()
    await page.getByRole('button', { name: 'Acciones de Cotizar envío (copia)' }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await page.waitForURL((url) => url.pathname === '/procesos')
    await page.getByRole('article', { name: 'Cotizar envío', exact: true }).waitFor()
    expect(await page.getByRole('article', { name: 'Cotizar envío (copia)' }).count()).toBe(0)
  })

  test('a new one is drawn next', async () => {
    const page = await openSignedIn(product, '/procesos?ver=nuevo')
    const panel = page.getByRole('form', { name: 'Nuevo proceso' })
    await panel.getByLabel('Nombre').fill('Recién creado')
    await panel.getByRole('button', { name: 'Crear' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/flujo/'))
    await page.locator('.react-flow__node').filter({ hasText: 'Entrada' }).waitFor()
  })

  test('is only looked at by lectura: nothing that would be refused is offered, and the API refuses it', async () => {
    const id = await idOf('Consultar cliente')
    const page = await openSignedIn(product, '/procesos', { credentials: LECTURA })
    await page.getByRole('article', { name: 'Consultar cliente', exact: true }).waitFor()
    expect(await buttonsOf(page)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/Crear|Importar/)]),
    )
    await page.goto(`/procesos/${id}`)
    await page.getByRole('heading', { name: 'Consultar cliente' }).waitFor()
    expect(await buttonsOf(page)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/Publicar|Guardar|Ejecutar/)]),
    )
    const token = await page.evaluate("localStorage.getItem('token')")
    for (const [path, body] of [
      ['/procesos', { nombre: 'Suyo' }],
      [`/procesos/${id}/publicar`, {}],
      [`/procesos/${id}/ejecutar`, {}],
    ] as const) {
      const { status } = await fetch(`${product.apiUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(status).toBe(403)
    }
  })
})

/** In the words of the page, whose types are not those of a test. */
interface Scrolled {
  scrollTop: number
  scrollHeight: number
}

const scrollTo = (list: Locator, part: number) =>
  list.evaluate((element, to) => {
    const scrolled = element as unknown as Scrolled
    scrolled.scrollTop = scrolled.scrollHeight * to
  }, part)

const buttonsOf = (page: Page) => page.getByRole('button').allTextContents()

describeInBrowser('ten thousand procesos', () => {
  beforeAll(() =>
    product.run(`
      insert into procesos (id, nombre, modo, flujo)
      select gen_random_uuid(), 'Carga ' || lpad(n::text, 5, '0'), 'memoria', procesos.flujo
      from generate_series(1, ${MANY}) n, (select flujo from procesos order by nombre limit 1) procesos`),
  )

  test.each(['Tarjetas', 'Tabla'])(
    'are scrolled from end to end, one is found, and few are drawn: %s',
    async (vista) => {
      const page = await openSignedIn(product, '/procesos')
      await page.getByText(/^10[.,]?00\d procesos$/).waitFor()
      if (vista === 'Tabla') await page.getByRole('radio', { name: vista }).press('Space')
      const rows = page.getByRole('link', { name: /^Carga \d{5}$/ })
      await rows.first().waitFor()
      const list =
        vista === 'Tabla'
          ? page.getByRole('table').locator('..')
          : page.getByRole('list', { name: 'Procesos' }).locator('..')
      await scrollTo(list, 1)
      await page.getByRole('link', { name: 'Registrar pedido' }).waitFor()
      await page.getByRole('link', { name: `Carga ${MANY}` }).waitFor()
      await scrollTo(list, 0.5)
      await page
        .getByRole('link', { name: /^Carga 0(49|50)\d\d$/ })
        .first()
        .waitFor()
      expect(await rows.count()).toBeLessThan(100)
      await page.getByLabel('Buscar en la lista').fill('carga 07321')
      await page.getByText('1 proceso', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Carga 07321' }).click()
      await page.getByRole('heading', { name: 'Carga 07321' }).waitFor()
    },
  )

  test('that is not there is said, and nothing more is asked of it', async () => {
    const page = await openSignedIn(product, null, { tolerates: /404/ })
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/resumen')) asked += 1
    })
    await page.goto('/procesos/01a00000-0000-7000-8000-000000000000')
    await page.getByRole('button', { name: 'Reintentar' }).or(page.getByText('no existe')).first().waitFor()
    const before = asked
    await page.clock.runFor(120_000)
    expect(asked).toBe(before)
  })
})
