import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from './add-person.ts'
import { describeInBrowser, openSignedIn, openTab } from './browser.ts'
import { createPostgresDatabase, type TestDatabase } from './databases.ts'
import { type Product, startStoryProduct } from './product.ts'
import { idOf } from './publish-proceso.ts'

let product: Product
let database: TestDatabase

beforeAll(async () => {
  ;[product, database] = await Promise.all([
    startStoryProduct({ DIV_SAMPLES: '1' }),
    createPostgresDatabase('servidores_pantalla'),
  ])
})
afterAll(async () => {
  await product.stop()
  await database.drop()
})

const CONFLICT = /status of 409/
const INVALID = /status of 422/

async function fillPostgres(page: Page, fields: Readonly<Record<string, unknown>>): Promise<void> {
  await page.getByRole('button', { name: /^PostgreSQL/ }).click()
  await page.getByLabel('Nombre').fill('Ventas')
  await page.getByLabel('Host').fill(String(fields.host))
  await page.getByLabel('Puerto').fill(String(fields.puerto))
  await page.getByLabel('Base de datos').fill(String(fields.baseDatos))
  await page.getByLabel('Usuario').fill(String(fields.usuario))
  await page.getByLabel('Contraseña', { exact: true }).fill(String(fields.contrasena))
  await page.getByLabel('Permitir red privada').check()
}

const testPanel = (page: Page) => page.getByRole('region', { name: 'Prueba de conexión' })
const runTest = (page: Page) => testPanel(page).getByRole('button', { name: 'Probar' }).click()
const step = (page: Page, nombre: string) => testPanel(page).getByRole('listitem').filter({ hasText: nombre })

describeInBrowser('a servidor', () => {
  test('is tested layer by layer before it is stored, and the step that fails says what to do', async () => {
    const page = await openSignedIn(product, '/servidores')
    await page.getByRole('link', { name: 'Crear servidor' }).click()
    await page.getByLabel('Buscar un tipo').fill('postgre')
    await fillPostgres(page, { ...database.config, contrasena: 'equivocada' })

    await runTest(page)
    const failed = step(page, 'Inicio de sesión')
    await failed.getByRole('img', { name: 'Falla' }).waitFor()
    expect(await failed.textContent()).toContain('Revise usuario, contraseña y base de datos')
    expect(await step(page, 'TCP').getByRole('img').getAttribute('aria-label')).toBe('Bien')
    expect(await step(page, 'Consulta').textContent()).toContain('no se hizo')

    await page.getByLabel('Contraseña', { exact: true }).fill(String(database.config.contrasena))
    await runTest(page)
    await testPanel(page)
      .getByText(/^Responde: PostgreSQL/)
      .waitFor()
    await page.getByLabel('Host').fill('otro.example')
    await testPanel(page).getByText('Cambió la conexión desde la última prueba: pruebe otra vez.').waitFor()
    await page.getByLabel('Host').fill(String(database.config.host))

    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByRole('heading', { name: 'Ventas', exact: true }).waitFor()
    // What was tried is the first that is known of it; of another connection it says nothing.
    await testPanel(page)
      .getByText(/^Responde: PostgreSQL/)
      .waitFor()
    const now = page.getByRole('region', { name: 'Ahora' })
    await now.getByText('Probado').waitFor()
    await page.getByLabel('Base de datos').fill('postgres')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await now.getByText('Sin probar').waitFor()
    await page.getByRole('link', { name: 'Servidores' }).first().click()
    await page.getByRole('link', { name: 'Ventas' }).waitFor()
  })

  test('says at its fields what is missing, in the words of the API', async () => {
    const page = await openSignedIn(product, '/servidores/config/new?tipo=postgresql', {
      tolerates: INVALID,
    })
    await page.getByLabel('Nombre').fill('Incompleto')
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Falta este dato.').first().waitFor()
    expect(await page.getByText('Falta este dato.').count()).toBe(2)
    expect(await page.getByRole('button', { name: /^Conexión/ }).textContent()).toContain('2')
  })

  test('shows its objects with their columns', async () => {
    const { json } = await product.api('POST', '/servidores', servidor('Explorada'))
    const page = await openSignedIn(product, `/servidores/config/${idOf(json)}?seccion=objetos`)
    await page.getByLabel('Buscar en la lista').fill('fact')
    await page.getByText('1 objeto', { exact: true }).waitFor()
    await page.getByRole('button', { name: /factura/ }).click()
    const columns = page.getByRole('table', { name: 'Columnas' })
    await columns.getByText('cliente_id').waitFor()
    expect(await columns.getByRole('row').nth(1).textContent()).toContain('integer')
  })

  test('that two tabs change is stored as a person chooses, field by field', async () => {
    const { json } = await product.api('POST', '/servidores', servidor('Compartida'))
    const path = `/servidores/config/${idOf(json)}`
    const page = await openSignedIn(product, path, { tolerates: CONFLICT })
    const other = await openTab(page, CONFLICT)
    await other.goto(path)
    await page.getByLabel('Nombre').fill('De la primera')
    await page.getByLabel('Descripción').fill('De la primera')
    await other.getByLabel('Nombre').fill('De la segunda')
    await other.getByLabel('Descripción').fill('De la segunda')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('heading', { name: 'De la primera' }).waitFor()

    await other.getByRole('button', { name: 'Guardar' }).click()
    const dialog = other.getByRole('dialog', { name: 'Se guardó otra versión mientras editaba' })
    await dialog
      .getByRole('row', { name: /^Nombre/ })
      .getByLabel('De la primera')
      .check()
    await dialog
      .getByRole('row', { name: /^Descripción/ })
      .getByLabel('De la segunda')
      .check()
    await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const stored = await product.api('GET', path.replace('/config', ''))
    expect(stored.json).toMatchObject({ nombre: 'De la primera', descripcion: 'De la segunda', revision: 3 })
  })

  test('asks before changes are left behind, and is removed only when nothing uses it', async () => {
    const page = await openSignedIn(product, '/servidores')
    await page.getByRole('link', { name: 'Tienda de ejemplo' }).click()
    await page.getByLabel('Descripción').fill('Sin guardar')
    await page.getByRole('link', { name: 'Servidores' }).first().click()
    await page.getByRole('dialog', { name: 'Hay cambios sin guardar' }).getByText('Cancelar').click()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await page.getByLabel('Activo').uncheck()
    await page.getByRole('button', { name: 'Guardar' }).click()
    const off = page.getByRole('dialog', { name: 'Desactivar el servidor' })
    await off.getByRole('link', { name: 'Consultar cliente' }).waitFor()
    await off.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await page.getByRole('button', { name: /^Acciones de/ }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Eliminar el servidor' })
    await dialog.getByRole('link', { name: 'Consultar cliente' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Eliminar' }).count()).toBe(0)
  })

  test('of several that are marked it is said who uses them before they stop, and which could not go', async () => {
    await product.api('POST', '/servidores', servidor('De nadie'))
    const page = await openSignedIn(product, '/servidores')
    const mark = (nombre: string) =>
      page
        .getByRole('row', { name: new RegExp(nombre) })
        .getByLabel('Seleccionar la fila')
        .check()
    await mark('Tienda de ejemplo')
    await mark('De nadie')
    await page.getByText('2 seleccionados').waitFor()
    await page.getByRole('button', { name: 'Desactivar' }).click()
    const off = page.getByRole('dialog', { name: 'Desactivar 2 servidores' })
    await off.getByText('En dos segundos dejan de responder por ellos:').waitFor()
    await off.getByRole('link', { name: 'Consultar cliente' }).waitFor()
    await off.getByRole('button', { name: 'Cancelar' }).click()

    await page.getByRole('button', { name: 'Eliminar' }).click()
    await page
      .getByRole('dialog', { name: 'Eliminar 2 servidores' })
      .getByRole('button', { name: 'Eliminar' })
      .click()
    const refused = page.getByRole('dialog', { name: 'No se pudo con todos' }).getByRole('listitem')
    await refused.filter({ hasText: 'Tienda de ejemplo: No se puede eliminar' }).waitFor()
    expect(await refused.count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByText('1 seleccionado', { exact: true }).waitFor()
    expect((await product.api('GET', '/servidores?q=De nadie')).json).toEqual([])
  })

  test('is found by type, state and text, and the address keeps what is looked for', async () => {
    const page = await openSignedIn(product, '/servidores?tipoServidor=sqlite&estado=sinProbar')
    await page.getByText('1 servidor', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Acciones de Tienda de ejemplo' }).click()
    await page.getByRole('menuitem', { name: 'Probar conexión' }).click()
    await page.getByText('Nada cumple lo que se busca.').waitFor()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page
      .getByRole('row', { name: /Tienda de ejemplo/ })
      .getByText(/^Responde/)
      .waitFor()
  })
})

describeInBrowser('who looks at servidores', () => {
  test('operador changes and tests them, and neither makes nor removes any', async () => {
    const { json } = await product.api('POST', '/servidores', servidor('Del operador'))
    const person = await addPerson(product, 'operador')
    const page = await openSignedIn(product, '/servidores', { credentials: person })
    await page.getByRole('link', { name: 'Del operador' }).click()
    await page.getByRole('heading', { name: 'Del operador' }).waitFor()
    await page.getByLabel('Descripción').fill('Por el operador')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Servidor guardado').waitFor()
    expect(await page.getByRole('button', { name: /^Acciones de/ }).count()).toBe(0)
    await page.goto('/servidores/config/new')
    await page.waitForURL('/unauthorized')
    expect(await person.call('POST', '/servidores', servidor('Prohibido'))).toBe(403)
    expect(await person.call('DELETE', `/servidores/${idOf(json)}`)).toBe(403)
  })

  test('lectura sees the list and nothing that changes it', async () => {
    const person = await addPerson(product, 'lectura')
    const page = await openSignedIn(product, '/servidores', { credentials: person })
    await page.getByText('Tienda de ejemplo').waitFor()
    expect(await page.getByRole('link', { name: 'Crear servidor' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Tienda de ejemplo' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Acciones de/ }).count()).toBe(0)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await person.call('POST', '/servidores/probar', servidor('Prohibido'))).toBe(403)
  })
})

const servidor = (nombre: string) => ({
  nombre,
  tipoServidor: 'postgresql',
  permitirRedPrivada: true,
  config: database.config,
})
