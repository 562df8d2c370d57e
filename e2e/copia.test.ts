import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product
let other: Product

beforeAll(async () => {
  product = await startStoryProduct()
  other = await startStoryProduct({ DIV_SAMPLES: '0' })
  await product.api('POST', '/parametros', {
    nombre: 'clave',
    tipo: 'texto',
    secreto: true,
    valor: 's3creto',
  })
})
afterAll(() => Promise.all([product.stop(), other.stop()]))

const FRASE = 'caballo batería grapa correcta'
const REFUSED = /status of (409|422)/

const namesOf = async (at: Product, resource: string) => {
  const { json } = await at.api('GET', `/${resource}`)
  return (json as { nombre: string }[]).map(({ nombre }) => nombre)
}

async function preview(page: Page, { file, frase }: { file: string; frase: string }): Promise<void> {
  const form = page.getByRole('form', { name: 'Restaurar una copia' })
  await page.locator('input[type=file]').setInputFiles(file)
  await form.getByLabel('Su frase').fill(frase)
  await form.getByRole('button', { name: 'Ver qué cambiaría' }).click()
}

describeInBrowser('a copy of all definitions', () => {
  test('leaves one product by its screen and enters another by its own, after it was seen what that does', async () => {
    const page = await openSignedIn(product, '/configuracion?seccion=copia')
    const form = page.getByRole('form', { name: 'Hacer una copia' })
    await form.getByLabel('Frase de la copia').fill('corta')
    await form.getByText('Faltan 7 caracteres.').waitFor()
    await form.getByLabel('Frase de la copia').fill(FRASE)
    await form.getByLabel('Repita la frase').fill('otra cosa')
    await form.getByRole('button', { name: 'Descargar la copia' }).click()
    await form.getByText('No es igual que la otra.').waitFor()
    await form.getByLabel('Repita la frase').fill(FRASE)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Descargar la copia' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^div-\d{4}-\d\d-\d\d\.divcopia$/)
    const file = join(product.dataDir, download.suggestedFilename())
    await download.saveAs(file)

    const there = await openSignedIn(other, '/configuracion?seccion=copia', { tolerates: REFUSED })
    await preview(there, { file, frase: 'esta no es la frase' })
    await there.getByRole('alert').getByText(/frase/).waitFor()
    await preview(there, { file, frase: FRASE })
    const plan = there.getByRole('region', { name: 'Qué cambiaría' })
    await plan.getByRole('row', { name: /Consultar cliente.*proceso.*Se crea/ }).waitFor()
    expect(await namesOf(other, 'procesos')).toEqual([])
    await there.getByRole('button', { name: 'Restaurar', exact: true }).click()
    await there.getByRole('dialog').getByRole('button', { name: 'Restaurar' }).click()
    await there.getByText('Copia restaurada').waitFor()
    for (const resource of ['procesos', 'canales', 'parametros', 'servidores'])
      expect(await namesOf(other, resource)).toEqual(await namesOf(product, resource))

    await preview(there, { file, frase: FRASE })
    await there.getByText('Todo lo de la copia ya está aquí: no hay nada que restaurar.').waitFor()
  })
})

describeInBrowser('the settings of the product', () => {
  test('say what they stand for when nobody chose them, and ask before history goes', async () => {
    const page = await openSignedIn(product, '/configuracion', { tolerates: REFUSED })
    const days = page.getByLabel('Días que se guarda el historial')
    expect([await days.inputValue(), await days.getAttribute('placeholder')]).toEqual(['', '30'])
    await days.fill('7')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Guardar menos historial' })
    await dialog.getByRole('button', { name: 'Guardar y borrar' }).click()
    await page.getByText('Configuración guardada').waitFor()
    expect((await product.api('GET', '/configuracion')).json).toMatchObject({
      historialDias: 7,
      ajustes: { historialDias: 7 },
    })
    await page.getByLabel('Página de trazabilidad').fill('no es una dirección')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByText('Use una dirección http o https.').waitFor()
  })

  test('are put side by side when somebody else stored others meanwhile', async () => {
    const page = await openSignedIn(product, '/configuracion', { tolerates: REFUSED })
    await page.getByLabel('Días de aviso antes de que venza un token').fill('3')
    const { json } = await product.api('GET', '/configuracion')
    const { revision, ajustes } = json as { revision: number; ajustes: object }
    await product.api('PUT', '/configuracion', { ...ajustes, revision, avisoTokensDias: 14 })
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Se guardó otra versión mientras editaba' })
    await dialog.getByRole('radio', { name: '14' }).check()
    await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Días de aviso antes de que venza un token').inputValue()).toBe('14')
  })

  test('what somebody else changed and I did not is theirs, and less history is asked about also then', async () => {
    const page = await openSignedIn(product, '/configuracion', { tolerates: REFUSED })
    const { json } = await product.api('GET', '/configuracion')
    const { revision, ajustes } = json as { revision: number; ajustes: object }
    await page.getByLabel('Días que se guarda el historial').fill('5')
    const theirs = { ...ajustes, avisoTokensDias: 21, historialDias: 90 }
    await product.api('PUT', '/configuracion', { ...theirs, revision })
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    // It is less than what was read, and then less than what is stored now.
    const less = page.getByRole('dialog', { name: 'Guardar menos historial' })
    await less.getByRole('button', { name: 'Guardar y borrar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Se guardó otra versión mientras editaba' })
    expect(await dialog.getByRole('radio', { name: '21' }).isChecked()).toBe(true)
    expect(await dialog.getByRole('radio', { name: '5', exact: true }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
    await less.getByRole('button', { name: 'Guardar y borrar' }).click()
    await page.getByText('Configuración guardada').waitFor()
    expect((await product.api('GET', '/configuracion')).json).toMatchObject({
      ajustes: { avisoTokensDias: 21, historialDias: 5 },
    })
  })

  test('the address of this browser is stored only when a product answers there', async () => {
    const page = await openSignedIn(product, '/configuracion', {
      tolerates: /ERR_|Content Security|violates/,
    })
    const stored = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('configSistema') ?? '{}').urlBase)
    await page.getByLabel('urlBase').fill('http://nadie.ejemplo')
    await page.getByRole('button', { name: 'Probar y guardar' }).click()
    await page.getByText(/no contesta, o esta página no puede llamarla/).waitFor()
    expect(await stored()).toBeFalsy()
    const own = new URL(page.url()).origin
    await page.getByLabel('urlBase').fill(`${own}/api`)
    await page.getByRole('button', { name: 'Probar y guardar' }).click()
    await page.getByText('Dirección guardada en este navegador').waitFor()
    expect(await stored()).toBe(`${own}/api`)
    await page.reload()
    await page.getByText(`${own}/api`).waitFor()
  })

  test('come with what the product found when it looked at itself', async () => {
    const page = await openSignedIn(product, '/configuracion?seccion=seguridad')
    await page.getByText(/\d+ correctas/).waitFor()
    const check = page.getByRole('listitem').filter({ hasText: 'Contraseña del primer administrador' })
    await check.getByRole('img', { name: 'Aviso' }).waitFor()
    await check.getByText('Qué hacer:').waitFor()
  })
})
