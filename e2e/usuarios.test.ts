import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage, openSignedIn, signIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

const REFUSED = /status of (401|403|409|422)/
const LAST_ADMIN = 'Es el último administrador activo. Nombre a otro antes de quitarlo.'
const CHOSEN = 'una frase que nadie adivina'

/** By the form beside the list; answers the password that is shown once. */
async function createUsuario(page: Page, username: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Crear usuario' }).click()
  const form = page.getByRole('form', { name: 'Nuevo usuario' })
  await form.getByLabel('Usuario').fill(username)
  await form.getByLabel('Correo').fill(`${username}@ejemplo.es`)
  await form.getByRole('radio', { name: role }).check()
  await form.getByRole('button', { name: 'Crear' }).click()
  return takePassword(page)
}

async function takePassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Contraseña temporal' })
  const password = await dialog.locator('code').textContent()
  await dialog.getByRole('button', { name: 'Ya la guardé' }).click()
  await dialog.waitFor({ state: 'detached' })
  return password ?? ''
}

async function choosePassword(page: Page, given: string): Promise<void> {
  await page.getByLabel('Contraseña temporal').fill(given)
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(CHOSEN)
  await page.getByLabel('Repita la contraseña nueva').fill(CHOSEN)
  await page.getByRole('button', { name: 'Guardar y entrar' }).click()
}

describeInBrowser('accounts', () => {
  test('an admin makes one; its first sign-in chooses a password before anything else, its second needs none', async () => {
    const page = await openSignedIn(product, '/usuarios')
    const given = await createUsuario(page, 'berta', 'operador')
    expect(given).toMatch(/^\S{20}$/)
    await page.getByRole('row', { name: /berta/ }).getByText('Contraseña temporal').waitFor()

    const theirs = await openPage(product)
    await theirs.goto('/tareas-programadas')
    await signIn(theirs, { username: 'berta', password: given })
    await theirs.getByRole('heading', { name: 'Elija su contraseña' }).waitFor()
    expect(await theirs.getByRole('navigation').count()).toBe(0)
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'Elija su contraseña' }).waitFor()
    await choosePassword(theirs, given)
    await theirs.waitForURL('/tareas-programadas')
    await theirs.getByRole('link', { name: 'Crear tarea' }).first().waitFor()

    const again = await openPage(product)
    await again.goto('/login')
    await signIn(again, { username: 'berta', password: CHOSEN })
    await again.getByRole('navigation', { name: 'Principal' }).waitFor()
  })

  test('the badge of a role has its colour', async () => {
    const page = await openSignedIn(product, '/usuarios')
    await createUsuario(page, 'carla', 'lectura')
    for (const [username, role, color] of [
      ['admin', 'admin', 'blue'],
      ['berta', 'operador', 'green'],
      ['carla', 'lectura', 'gray'],
    ] as const) {
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: username, exact: true }) })
      const style = await row.locator('.mantine-Badge-root', { hasText: role }).getAttribute('style')
      expect(style).toContain(`--mantine-color-${color}-light`)
    }
  })

  test('the last admin stays: the screen says what the API says', async () => {
    const page = await openSignedIn(product, '/usuarios', { tolerates: REFUSED })
    for (const action of ['Desactivar', 'Eliminar']) {
      await page.getByRole('button', { name: 'Acciones de admin' }).click()
      await page.getByRole('menuitem', { name: action }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: action }).click()
      await dialog.getByText(LAST_ADMIN).waitFor()
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('link', { name: 'admin', exact: true }).click()
    await page.getByRole('radio', { name: 'lectura' }).check()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('form').getByText(LAST_ADMIN).waitFor()
  })

  test('one that is deactivated is signed out, and in again once it is active', async () => {
    const given = await (async () => {
      const page = await openSignedIn(product, '/usuarios')
      return createUsuario(page, 'dora', 'lectura')
    })()
    const theirs = await openPage(product, { tolerates: REFUSED })
    await theirs.goto('/login')
    await signIn(theirs, { username: 'dora', password: given })
    await choosePassword(theirs, given)
    await theirs.getByRole('navigation', { name: 'Principal' }).waitFor()

    const page = await openSignedIn(product, '/usuarios?q=dora')
    await page.getByRole('button', { name: 'Acciones de dora' }).click()
    await page.getByRole('menuitem', { name: 'Desactivar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
    await page.getByRole('row', { name: /dora/ }).getByText('Inactivo').waitFor()
    await theirs.getByRole('link', { name: 'Parámetros' }).click()
    await theirs.waitForURL('/login')
    await signIn(theirs, { username: 'dora', password: CHOSEN })
    await theirs.getByText('Credenciales inválidas').waitFor()

    await page.getByRole('button', { name: 'Acciones de dora' }).click()
    await page.getByRole('menuitem', { name: 'Activar' }).click()
    await page.getByRole('row', { name: /dora/ }).getByText('Activo', { exact: true }).waitFor()
    await signIn(theirs, { username: 'dora', password: CHOSEN })
    await theirs.getByRole('navigation', { name: 'Principal' }).waitFor()
  })

  test('one whose password was reset chooses another one', async () => {
    const page = await openSignedIn(product, '/usuarios?q=dora')
    await page.getByRole('link', { name: 'dora', exact: true }).click()
    await page.getByRole('button', { name: 'Restablecer contraseña' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restablecer' }).click()
    const given = await takePassword(page)
    const theirs = await openPage(product)
    await theirs.goto('/login')
    await signIn(theirs, { username: 'dora', password: given })
    await theirs.getByRole('heading', { name: 'Elija su contraseña' }).waitFor()
  })

  test('what two admins change at once is put side by side', async () => {
    const page = await openSignedIn(product, '/usuarios?q=carla', { tolerates: REFUSED })
    await page.getByRole('link', { name: 'carla', exact: true }).click()
    await page.getByRole('form').getByLabel('Correo').fill('mia@ejemplo.es')
    const { json } = await product.api('GET', '/usuarios?q=carla')
    const [carla] = json as { id: string; email: string }[]
    const { status } = await product.api('PUT', `/usuarios/${carla?.id}`, {
      ...carla,
      email: 'suya@ejemplo.es',
    })
    expect(status).toBe(200)
    await page.getByRole('button', { name: 'Guardar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Se guardó otra versión mientras editaba' })
    await dialog.getByText('suya@ejemplo.es').waitFor()
    await dialog.getByText('mia@ejemplo.es').waitFor()
    await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /mia@ejemplo.es/ }).waitFor()
  })
})

describeInBrowser('the own profile', () => {
  test('changes the address and the password; this session goes on', async () => {
    const page = await openSignedIn(product, '/perfil', {
      credentials: { username: 'berta', password: CHOSEN },
      tolerates: REFUSED,
    })
    await page.getByRole('textbox', { name: 'Correo' }).fill('nada')
    await page.getByRole('button', { name: 'Guardar el correo' }).click()
    await page.getByText(/dirección de correo/).waitFor()
    await page.getByRole('textbox', { name: 'Correo' }).fill('berta@otra.es')
    await page.getByRole('button', { name: 'Guardar el correo' }).click()
    await page.getByText('Correo guardado').waitFor()

    await page.getByLabel('Contraseña actual').fill('no es esta')
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('otra frase que nadie adivina')
    await page.getByLabel('Repita la contraseña nueva').fill('otra frase que nadie adivinó')
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.getByText('No es igual que la de arriba.').waitFor()
    await page.getByLabel('Repita la contraseña nueva').fill('otra frase que nadie adivina')
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.getByText('No es su contraseña actual.').waitFor()
    await page.getByLabel('Contraseña actual').fill(CHOSEN)
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    await page.getByText('Contraseña cambiada').waitFor()
    await page.getByRole('link', { name: 'Parámetros' }).click()
    await page.getByRole('heading', { name: 'Parámetros' }).waitFor()
  })

  test('makes a key for a program, shows it once, and takes it away', async () => {
    const page = await openSignedIn(product, '/perfil')
    await page.getByText('Todavía no tiene ninguna.').waitFor()
    await page.getByLabel('Para qué es').fill('Canalización')
    await page.getByRole('button', { name: 'Crear clave' }).click()
    const shown = page.getByRole('dialog', { name: 'Clave «Canalización»' })
    const clave = (await shown.locator('[data-secret]').textContent()) ?? ''
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${clave}` }
      return (await fetch(`${product.apiUrl}/procesos`, { headers })).status
    }
    expect(await statusOf()).toBe(200)
    await shown.getByRole('button', { name: 'Ya lo guardé' }).click()
    await page.getByRole('row', { name: /^Canalización divapi_/ }).waitFor()
    await page.getByRole('button', { name: 'Eliminar la clave Canalización' }).click()
    await page
      .getByRole('dialog', { name: 'Eliminar la clave' })
      .getByRole('button', { name: 'Eliminar' })
      .click()
    await page.getByText('Todavía no tiene ninguna.').waitFor()
    expect(await statusOf()).toBe(401)
  })
})
