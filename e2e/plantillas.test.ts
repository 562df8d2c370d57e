import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type StoryProduct, startStoryProduct } from './product.ts'

let product: StoryProduct

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
})
afterAll(() => product.stop())

const namesOf = async (resource: string) => {
  const { json } = await product.api('GET', `/${resource}?limite=100`)
  return (json as { nombre: string }[]).map(({ nombre }) => nombre)
}

describeInBrowser('the gallery of templates', () => {
  test('one that needs the sample shop alone is there, tried and proposed in a few clicks', async () => {
    const page = await openSignedIn(product, '/procesos')
    await page.getByRole('link', { name: 'Nuevo desde plantilla' }).click()
    const gallery = page.getByRole('list', { name: 'Plantillas' })
    await gallery.getByRole('button', { name: /^Base de datos a REST/ }).click()
    const panel = page.getByRole('form', { name: 'Base de datos a REST' })
    await panel.getByText('Está todo.').waitFor()
    await panel.getByLabel('Nombre').fill('Clientes por REST')
    await panel.getByRole('button', { name: 'Crear el proceso' }).click()

    const made = page.getByRole('form', { name: 'Clientes por REST' })
    await made.getByText('3 de 3 casos de prueba correctos').waitFor()
    await made.getByText('GET /clientes/{id}').waitFor()
    await made.getByRole('link', { name: 'Abrir en el lienzo' }).click()
    await page.getByText('Buscar cliente').first().waitFor()
    // It is proposed where it is called, and nothing of that is made.
    expect(await namesOf('canales')).toEqual(['Tienda'])
  })

  test('what a template needs and is not here is asked for, and its tabla is made with its rows', async () => {
    const page = await openSignedIn(product, '/procesos/plantillas')
    await page.getByRole('searchbox', { name: 'Buscar una plantilla' }).fill('cache')
    await page.getByText('1 plantilla', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Datos maestros con caché/ }).click()
    const panel = page.getByRole('form', { name: 'Datos maestros con caché' })
    await panel.getByText('Faltan 2 cosas.').waitFor()
    expect(await panel.getByRole('button', { name: 'Crear el proceso' }).isDisabled()).toBe(true)
    await panel.getByRole('link', { name: /^Crear un servidor de tipo/ }).waitFor()
    await panel.getByRole('button', { name: 'Crearla con 2 filas de ejemplo' }).click()
    await panel.getByText('Falta una cosa.').waitFor()
    await product.api('POST', '/servidores', {
      nombre: 'Países del mundo',
      tipoServidor: 'rest',
      config: { urlBase: 'http://127.0.0.1:9' },
      permitirRedPrivada: true,
    })
    await panel.getByRole('button', { name: 'Revisar otra vez' }).click()
    await panel.getByRole('combobox', { name: 'El servicio que sabe lo que falta' }).click()
    // Only what is of its type is offered.
    await page.getByRole('option', { name: 'Países del mundo' }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.getByRole('option', { name: 'Países del mundo' }).click()
    await panel.getByText('Está todo.').waitFor()
    await panel.getByRole('button', { name: 'Crear el proceso' }).click()
    await page.getByText('2 de 2 casos de prueba correctos').waitFor()
  })

  test('is sought by category, and says when nothing is found', async () => {
    const page = await openSignedIn(product, '/procesos/plantillas')
    const gallery = page.getByRole('list', { name: 'Plantillas' })
    await gallery.getByRole('button').first().waitFor()
    const all = await gallery.getByRole('button').count()
    expect(all).toBeGreaterThanOrEqual(20)
    await page.getByText('Tareas programadas', { exact: true }).last().waitFor()
    await page.getByRole('group', { name: 'Categoría' }).getByText('Tareas programadas').click()
    await gallery.getByRole('button', { name: /^Informe diario por correo/ }).waitFor()
    await expect.poll(() => gallery.getByRole('button').count()).toBeLessThan(all)
    await page.getByRole('searchbox', { name: 'Buscar una plantilla' }).fill('nada así')
    await page.getByText('Ninguna plantilla cumple lo que se busca.').waitFor()
  })
})
