import type { Page } from 'playwright-core'
import type { Product } from './product.ts'

const NOMBRE = 'Atención al cliente'

/** One of a text and of rows of the samples; another look at it finds the same one. */
export async function addContexto(product: Product): Promise<void> {
  const { json } = await product.api('GET', `/ai-contexts?q=${encodeURIComponent(NOMBRE)}`)
  if ((json as unknown[]).length > 0) return
  const tablas = await product.api('GET', '/tablas?q=paises')
  const [paises] = tablas.json as { id: string }[]
  await product.api('POST', '/ai-contexts', {
    nombre: NOMBRE,
    descripcion: 'Lo que sabe quien contesta a un cliente.',
    variables: [{ nombre: 'pais', defecto: 'España' }],
    piezas: [
      { tipo: 'texto', texto: 'Responde en español a un cliente de {{pais}}.' },
      { tipo: 'tabla', titulo: 'Países', tablaId: paises?.id, filas: 5 },
    ],
  })
}

/** Writes a context of a text with a variable and of rows, and looks at what a model would be told. */
export async function previewContexto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Añadir variable' }).click()
  const variable = page.getByRole('group', { name: 'Variable 1' })
  await variable.getByLabel('Nombre').fill('pais')
  await variable.getByLabel('Valor por defecto').fill('España')
  const texto = page.getByRole('group', { name: 'Pieza 1: Texto' })
  await texto.getByRole('textbox', { name: 'Texto' }).fill('Responde a un cliente de {{pais}}.')
  await page.getByRole('button', { name: 'Añadir pieza' }).click()
  await page.getByRole('menuitem', { name: 'Filas de una tabla' }).click()
  const tabla = page.getByRole('group', { name: 'Pieza 2: Filas de una tabla' })
  await tabla.getByLabel('Título').fill('Países')
  await tabla.getByRole('combobox', { name: 'Tabla' }).click()
  await page.getByRole('option', { name: 'paises' }).click()
  await tabla.getByLabel('Filas como mucho').fill('3')
  await page.getByRole('button', { name: 'Ver lo que se dice' }).click()
  await page.getByRole('table', { name: 'Tamaño de cada pieza' }).waitFor()
}
