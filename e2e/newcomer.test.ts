import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage, openSignedIn } from './browser.ts'
import { nodo } from './canvas.ts'
import { createChinook } from './guias.ts'
import { type Product, startStoryProduct } from './product.ts'

const MAX_INTERACTIONS = 30
const MAX_SECONDS = 180
const CHOSEN = 'una que nadie más conoce'

let product: Product
let chinook: Awaited<ReturnType<typeof createChinook>>

beforeAll(async () => {
  ;[product, chinook] = await Promise.all([startStoryProduct(), createChinook()])
})
afterAll(async () => {
  await product.stop()
  await chinook.drop()
})

/** Somebody who knows no more than what the screens say, and whose every click, field and key counts. */
class Newcomer {
  readonly #page: Page
  readonly #began = Date.now()
  #count = 0

  constructor(page: Page) {
    this.#page = page
  }
  async click(role: 'button' | 'link' | 'menuitem' | 'option', name: string | RegExp, within?: Locator) {
    this.#countOne()
    await (within ?? this.#page)
      .getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
      .click()
  }
  async type(label: string, text: string, within?: Locator) {
    this.#countOne()
    // What has to be filled in is marked with a star.
    await (within ?? this.#page)
      .getByLabel(label.endsWith('?') ? label : new RegExp(`^${label}( \\*)?$`))
      .fill(text)
  }
  async tick(label: string) {
    this.#countOne()
    await this.#page.getByLabel(label).check()
  }
  #countOne() {
    this.#count++
    expect(this.#count, 'interactions').toBeLessThanOrEqual(MAX_INTERACTIONS)
  }
  arrive(): string {
    const seconds = (Date.now() - this.#began) / 1000
    expect(seconds, 'seconds').toBeLessThanOrEqual(MAX_SECONDS)
    return `${this.#count} interactions in ${seconds.toFixed(1)} s`
  }
}

describeInBrowser('whoever comes for the first time', () => {
  test('connects a database, draws a look-up with a condition, publishes it and calls it, in at most 30 interactions', async () => {
    const { host, puerto, baseDatos, usuario, contrasena } = chinook.servidor.config
    const page = await openPage(product)
    await page.goto('/')
    const somebody = new Newcomer(page)
    await somebody.type('USUARIO', product.admin.username)
    await somebody.type('CONTRASEÑA', product.admin.password)
    await somebody.click('button', 'ACCEDER')

    const pasos = page.getByRole('region', { name: 'Primeros pasos' })
    await somebody.click('link', 'Crear servidor', pasos)
    await somebody.click('button', /^PostgreSQL/)
    await somebody.type('Nombre', 'Chinook')
    await somebody.type('Host', String(host))
    await somebody.type('Puerto', String(puerto))
    await somebody.type('Base de datos', String(baseDatos))
    await somebody.type('Usuario', String(usuario))
    await somebody.type('Contraseña', String(contrasena))
    await somebody.tick('Permitir red privada')
    await somebody.click('button', 'Probar')
    await page.getByText(/^Responde/).waitFor()
    await somebody.click('button', 'Crear')

    await somebody.click('link', 'Usar en un proceso')
    await somebody.type('Nombre', 'Ver cliente')
    await somebody.click('button', 'Crear')
    await somebody.click('button', 'Añadir el primer paso')
    await somebody.type('¿Qué sigue?', 'customer')
    await somebody.click('option', /^Buscar en customer por customer_id/)
    for (const nombre of ['customer', '¿Existe?', 'No existe']) await nodo(page, nombre).waitFor()
    await somebody.click('button', 'Canal o tarea')
    await somebody.click('menuitem', 'Publicar como canal')
    await somebody.click('button', 'Publicar', page.getByRole('dialog'))
    await somebody.click('link', 'Abrir en el Cliente de Pruebas')

    const answer = page.getByRole('region', { name: 'Respuesta' })
    await somebody.type('customer_id', '7')
    await somebody.click('button', 'Enviar')
    await answer.getByText('200').first().waitFor()
    await answer.getByText('Astrid').first().waitFor()
    await somebody.type('customer_id', '70000')
    await somebody.click('button', 'Enviar')
    await answer.getByText('404').first().waitFor()
    process.stdout.write(`from the first sign-in to a called canal: ${somebody.arrive()}\n`)
  })

  test('is shown how far that is, may hide it, get it back, and is congratulated at the end', async () => {
    const page = await openSignedIn(product, '/')
    const pasos = page.getByRole('region', { name: 'Primeros pasos' })
    await pasos.getByText('4 de 5').waitFor()
    await pasos.getByRole('button', { name: 'Ocultar' }).click()
    await pasos.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Acciones rápidas' }).waitFor()
    expect(await pasos.count()).toBe(0)
    await page.getByRole('button', { name: 'Ajustes' }).click()
    await page.getByRole('menuitem', { name: 'Primeros pasos' }).click()
    await pasos.getByRole('button', { name: 'Ocultar' }).click()
    await pasos.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('primeros')
    await page.getByRole('option', { name: 'Primeros pasos' }).waitFor()
    await page.keyboard.press('Enter')

    await pasos.getByRole('link', { name: 'Ir a mi perfil' }).click()
    await page.getByLabel('Contraseña actual').fill(product.admin.password)
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(CHOSEN)
    await page.getByLabel('Repita la contraseña nueva').fill(CHOSEN)
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.getByText('Contraseña cambiada').waitFor()
    await page.getByRole('link', { name: 'Inicio', exact: true }).click()
    const done = page.getByRole('region', { name: '¡Enhorabuena! Su proceso responde' })
    await done.getByRole('button', { name: 'Cerrar' }).click()
    await done.waitFor({ state: 'detached' })
  })
})
