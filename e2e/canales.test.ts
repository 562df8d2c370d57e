import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from './add-person.ts'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct, until } from './product.ts'
import { idOf } from './publish-proceso.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
})
afterAll(() => product.stop())

const run = promisify(execFile)

/** The status that a command of the page gets when a shell runs it as it is. */
async function statusOf(curl: string): Promise<number> {
  const { stdout } = await run('sh', ['-c', `${curl} -s -o /dev/null -w '%{http_code}'`])
  return Number(stdout)
}

describeInBrowser('a canal', () => {
  test('is created, given a published process, and answers the command that the page shows', async () => {
    const page = await openSignedIn(product, '/canales')
    await page.getByRole('link', { name: 'Crear canal' }).click()
    await page.getByLabel('Nombre').fill('Atención al cliente')
    expect(await page.getByLabel('Ruta').inputValue()).toBe('atencion-al-cliente')
    await page.getByRole('button', { name: 'Crear', exact: true }).click()

    await page.getByRole('heading', { name: 'Asignar procesos' }).waitFor()
    await page.getByLabel('Buscar entre los disponibles').fill('consultar')
    await page.getByRole('button', { name: 'Asignar Consultar cliente' }).click()
    await page.getByLabel('Ruta').fill('/fichas/{id}')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Procesos asignados', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Llamar' }).click()
    const curl = (await page.locator('pre').textContent()) ?? ''
    expect(curl).toContain('/rest/atencion-al-cliente/fichas/1')
    await until(
      () => product.motor('GET', '/rest/atencion-al-cliente/fichas/1'),
      ({ status }) => status === 200,
    )
    expect(await statusOf(curl)).toBe(200)
  })

  test('whose calls run later says so where it is called, and tells who asks how each ended', async () => {
    const page = await openSignedIn(product, '/canales/config/new')
    await page.getByLabel('Nombre').fill('Pedidos por cola')
    await page.getByRole('radio', { name: /^Asíncrono/ }).check()
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByRole('button', { name: 'Asignar Consultar cliente' }).click()
    await page.getByLabel('Ruta').fill('/fichas/{id}')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Procesos asignados', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Pedidos por cola' }).click()
    await page.getByText('Asíncrono', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Cola y avisos' }).waitFor()

    const { json } = await until(
      () => product.motor('GET', '/rest/pedidos-por-cola/fichas/1'),
      ({ status }) => status === 202,
    )
    const { urlEstado } = json as { urlEstado: string }
    await until(
      () => product.motor('GET', urlEstado),
      ({ json: told }) => (told as { estado: string }).estado === 'ok',
    )
  })

  test('refuses two processes at one place, at the row and before anything is stored', async () => {
    const page = await openSignedIn(product, '/canales')
    await page.getByRole('link', { name: '3 procesos' }).click()
    await page.getByRole('button', { name: 'Asignar Registrar pedido' }).click()
    const row = page.getByRole('article', { name: 'Registrar pedido' }).last()
    await row.getByLabel('Ruta').fill('/clientes/{clave}')
    await row.getByText(/choca con GET \/clientes\/\{id\}/).waitFor()
    expect(await page.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true)
    await page.getByLabel('Buscar entre los asignados').fill('cotizar')
    await page.getByRole('article', { name: 'Consultar cliente' }).waitFor({ state: 'hidden' })
    await row.getByText(/choca con/).waitFor()
    await row.getByRole('button', { name: 'Quitar Registrar pedido' }).click()
    expect(await page.getByRole('button', { name: 'Descartar' }).count()).toBe(0)
  })

  test('stays on the version that was chosen', async () => {
    const page = await openSignedIn(product, '/canales')
    await page.getByRole('link', { name: '3 procesos' }).click()
    const row = page.getByRole('article', { name: 'Cotizar envío' })
    await row.getByRole('combobox', { name: 'Versión' }).click()
    await page.getByRole('option', { name: /^Fija: v1/ }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Procesos asignados', { exact: true }).waitFor()
    const { json } = await product.api('GET', `/canales/${page.url().split('/').at(-2)}/procesos`)
    expect(json).toContainEqual(expect.objectContaining({ proceso: 'Cotizar envío', version: 1 }))
  })

  test('shows what somebody else assigned meanwhile, and overwrites nothing unasked', async () => {
    const canal = { nombre: 'A la vez', tipo: 'REST', ruta: 'a-la-vez' }
    const { json } = await product.api('POST', '/canales', canal)
    const path = `/canales/${idOf(json)}/procesos`
    const procesos = (await product.api('GET', '/procesos?q=consultar')).json as { id: string }[]
    const at = (ruta: string) => [{ procesoId: procesos[0]?.id, version: 'publicada', metodo: 'GET', ruta }]
    const page = await openSignedIn(product, `/canales/${idOf(json)}/asignar-procesos`, {
      tolerates: /status of 409/,
    })
    const save = page.getByRole('button', { name: 'Guardar', exact: true })
    const dialog = page.getByRole('dialog', { name: 'Se guardaron otras asignaciones mientras editaba' })
    await page.getByRole('button', { name: 'Asignar Consultar cliente' }).click()
    await page.getByLabel('Ruta').fill('/mia')
    await product.api('PUT', path, at('/suya'))
    await save.click()
    await dialog.getByRole('region', { name: 'Las guardadas' }).getByText('/suya').waitFor()
    await dialog.getByRole('button', { name: 'Tomar las guardadas' }).click()
    expect(await page.getByLabel('Ruta').inputValue()).toBe('/suya')
    expect(await save.isDisabled()).toBe(true)

    await page.getByLabel('Ruta').fill('/mia')
    await product.api('PUT', path, at('/otra'))
    await save.click()
    await dialog.getByRole('button', { name: 'Guardar las suyas' }).click()
    await page.getByText('Procesos asignados', { exact: true }).waitFor()
    expect((await product.api('GET', path)).json).toMatchObject([{ ruta: '/mia' }])
  })

  test('serves nobody while it is switched off in the list', async () => {
    const page = await openSignedIn(product, '/canales?q=tienda')
    await page.getByRole('switch', { name: 'Tienda: activo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Desactivar el canal' })
    await dialog.getByRole('link', { name: 'Consultar cliente' }).waitFor()
    await dialog.getByRole('button', { name: 'Desactivar' }).click()
    const off = await until(
      () => product.motor('GET', '/rest/tienda/clientes/1'),
      ({ status }) => status === 404,
    )
    expect(off.status).toBe(404)
    await page.getByRole('switch', { name: 'Tienda: activo' }).click()
    const on = await until(
      () => product.motor('GET', '/rest/tienda/clientes/1'),
      ({ status }) => status === 200,
    )
    expect(on.status).toBe(200)
  })

  test('takes the number that was typed over an emptied one, and none in place of an empty one', async () => {
    const canal = { nombre: 'Contado', tipo: 'REST', ruta: 'contado', concurrencia: 100 }
    const { json } = await product.api('POST', '/canales', canal)
    const page = await openSignedIn(product, `/canales/config/${idOf(json)}?seccion=limites`)
    await page.getByRole('button', { name: 'Opciones avanzadas' }).click()
    const field = page.locator('[data-campo=concurrencia]')
    await field.fill('')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('navigation', { name: 'Secciones' }).getByLabel('1 error').waitFor()
    await field.pressSequentially('50')
    // What is being mended stays where it is.
    expect(await field.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Canal guardado').waitFor()
    expect((await product.api('GET', `/canales/${idOf(json)}`)).json).toMatchObject({ concurrencia: 50 })
  })

  test('keeps its password when its form is stored without it, and tells how tokens open it', async () => {
    const acceso = { tipo: 'basico', usuario: 'ana', contrasena: 'contrasena-larga' }
    const canal = { nombre: 'Cerrado', tipo: 'REST', ruta: 'cerrado', acceso }
    const { json } = await product.api('POST', '/canales', canal)
    const page = await openSignedIn(product, `/canales/config/${idOf(json)}?seccion=acceso`)
    await page.getByLabel('Usuario').last().fill('berta')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Canal guardado').waitFor()
    const path = `/canales/${idOf(json)}`
    expect((await product.api('GET', path)).json).toMatchObject({
      acceso: { tipo: 'basico', usuario: 'berta', contrasena: { definido: true } },
    })
    await page.getByRole('combobox', { name: 'Acceso' }).click()
    await page.getByRole('option', { name: 'Token', exact: true }).click()
    await page.getByText('Tokens que abren este canal por su nombre').waitFor()
  })
})

describeInBrowser('who looks at canales', () => {
  test('operador assigns and switches, and neither makes nor removes any', async () => {
    const person = await addPerson(product, 'operador')
    const page = await openSignedIn(product, '/canales', { credentials: person })
    await page.getByRole('button', { name: 'Acciones de Tienda' }).click()
    await page.getByRole('menuitem', { name: 'Asignar procesos' }).waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Crear canal' }).count()).toBe(0)
    expect(await person.call('POST', '/canales', { nombre: 'X', tipo: 'REST', ruta: 'x' })).toBe(403)
    const { json } = await product.api('GET', '/canales?q=tienda')
    const [tienda] = json as { id: string }[]
    expect(await person.call('DELETE', `/canales/${tienda?.id}`)).toBe(403)
  })

  test('lectura sees addresses and nothing that changes them', async () => {
    const person = await addPerson(product, 'lectura')
    const page = await openSignedIn(product, '/canales', { credentials: person })
    await page.getByText('/rest/tienda').waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Tienda', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Acciones de/ }).count()).toBe(0)
    await page.goto('/canales/config/new')
    await page.waitForURL('/unauthorized')
  })
})
