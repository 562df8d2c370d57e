import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { readEjemplos } from './guias.ts'
import { type Product, startStoryProduct } from './product.ts'
import { idOf } from './publish-proceso.ts'

let aqui: Product
let alli: Product
let clave: string

const webOf = ({ apiUrl }: Product) => apiUrl.replace(/\/api$/, '')

/** What the guide shows: the story does what it says. */
const ejemplos = readEjemplos('entornos')
function ejemplo(papel: string, detalle = '') {
  const found = ejemplos.find((each) => each.papel === papel && each.detalle.join(' ') === detalle)
  return JSON.parse(found?.codigo ?? '')
}
const [[DE, A] = []] = Object.entries<string>(ejemplo('vinculos').parametros)

beforeAll(async () => {
  ;[aqui, alli] = await Promise.all([startStoryProduct(), startStoryProduct()])
  const expiraEn = new Date(Date.now() + 86_400_000).toISOString()
  const made = await alli.api('POST', '/auth/claves', { nombre: 'Promociones', expiraEn })
  clave = (made.json as { clave: string }).clave
  await aqui.api('POST', '/parametros', ejemplo('parametro', 'aqui'))
  await alli.api('POST', '/parametros', ejemplo('parametro', 'alli'))
  const imported = await aqui.api('POST', '/procesos/importar', { paquete: ejemplo('paquete') })
  expect((await aqui.api('POST', `/procesos/${idOf(imported.json)}/publicar`, {})).status).toBe(200)
  const [cotizar] = (await aqui.api('GET', '/procesos?q=Cotizar')).json as { id: string }[]
  const { json } = await aqui.api('GET', `/procesos/${cotizar?.id}`)
  const proceso = json as { flujo: { nodos: object[] } }
  const nodos = proceso.flujo.nodos.map((nodo, index) =>
    index === 1 ? { ...nodo, nota: 'Revisado en septiembre.' } : nodo,
  )
  await aqui.api('PUT', `/procesos/${cotizar?.id}`, { ...proceso, flujo: { ...proceso.flujo, nodos } })
  await aqui.api('POST', `/procesos/${cotizar?.id}/publicar`, {})
})
afterAll(() => Promise.all([aqui?.stop(), alli?.stop()]))

describeInBrowser('entornos', () => {
  test('another DIV is told of, tried and bound; what differs is looked at, promoted and runs there', {
    timeout: 60_000,
  }, async () => {
    const page = await openSignedIn(aqui, '/procesos')
    await page.getByRole('link', { name: 'Entornos' }).click()
    await page.getByText('Todavía no hay entornos').waitFor()
    await page.getByRole('button', { name: 'Crear entorno' }).click()
    const form = page.getByRole('form', { name: 'Nuevo entorno' })
    await form.getByLabel('Nombre').fill('Producción')
    await form.getByLabel('Dirección').fill(webOf(alli))
    await form.getByLabel('Clave de API').fill(clave)
    await form.getByLabel('Permitir red privada').press('Space')
    await form.getByRole('button', { name: 'Crear' }).click()
    const entorno = page.getByRole('form', { name: 'Producción' })
    await entorno.getByRole('button', { name: 'Probar' }).click()
    await entorno.getByText(/^Responde: DIV .* La clave es de «admin» \(admin\)/).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Producción' }).getByText('Responde').waitFor()
    await entorno.getByRole('button', { name: 'Añadir parámetro' }).click()
    await entorno.getByLabel('Nombre aquí del parámetro 1').fill(DE ?? '')
    await entorno.getByLabel('Nombre allí del parámetro 1').fill(A ?? '')
    await page.keyboard.press('Escape')
    await entorno.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('1 parámetro con otro nombre').waitFor()

    await entorno.getByRole('link', { name: 'Comparar y promover' }).click()
    const row = (nombre: string) => page.getByRole('row').filter({ hasText: nombre })
    await row('Tasa vigente').getByText('Solo aquí').waitFor()
    await row('Cotizar envío').getByText('Distinto').waitFor()
    await page.getByRole('link', { name: 'Cotizar envío' }).click()
    const difference = page.getByRole('form', { name: 'Cotizar envío' })
    await difference.getByText('Revisado en septiembre.').first().waitFor()

    await page.getByText('Servidores y parámetros', { exact: true }).click()
    await page.getByText('Lo secreto ni se envía ni se compara.').waitFor()
    await row(DE ?? '')
      .getByText('Distinto')
      .waitFor()
    await page.getByRole('link', { name: DE ?? '' }).click()
    const sides = page
      .getByRole('form', { name: DE ?? '' })
      .getByRole('row')
      .filter({ hasText: 'Valor' })
    const [here, there] = [ejemplo('parametro', 'aqui'), ejemplo('parametro', 'alli')]
    expect(await sides.getByRole('cell').allTextContents()).toEqual([here.valor, there.valor])
    await page.getByText('Procesos', { exact: true }).last().click()

    await row('Tasa vigente').getByRole('checkbox').check()
    await row('Cotizar envío').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Promover' }).click()
    const dialog = page.getByRole('dialog', { name: 'Promover a Producción' })
    await dialog.getByText('Se crean allí (1)').waitFor()
    await dialog.getByText('Se reemplazan allí (1)').waitFor()
    await dialog.getByRole('button', { name: 'Promover 2 procesos' }).click()
    const outcome = page.getByRole('form', { name: 'Resultado de la promoción' })
    await outcome.getByText('Publicado · v1').waitFor()
    await outcome.getByText('Publicado · v2').waitFor()
    await row('Tasa vigente').getByText('Igual').waitFor()

    const [promoted] = (await alli.api('GET', '/procesos?q=Tasa')).json as object[]
    const ran = await alli.api('POST', `/procesos/${idOf(promoted)}/ejecutar`, { version: 1 })
    expect(ran.json).toMatchObject({ estado: 'ok', salida: ejemplo('salida') })
  })
})
