import type { Page } from 'playwright-core'
import { type Product, until } from './product.ts'

/** A process of its own reads each, also on a busy machine. */
const READ_MS = 20_000

export const MANUAL = `# Facturas

Se emiten el primer lunes de cada mes y se envían por correo al cliente.

## Anulación

Una factura se anula con un abono del mismo importe. El abono lo firma el responsable de la tienda.

# Devoluciones

Se aceptan durante treinta días con el recibo de compra.
`

/** A collection with a manual in it; another look at it finds the same one. */
export async function addColeccion(product: Product): Promise<string> {
  const { json } = await product.api('GET', '/rag')
  const [known] = json as { id: string }[]
  if (known) return known.id
  const created = await product.api('POST', '/rag', {
    nombre: 'Manuales de la tienda',
    descripcion: 'Cómo se trabaja en la tienda.',
    corte: { tamano: 400, solape: 60 },
  })
  const { id } = created.json as { id: string }
  await uploadTexto(product, id, { nombre: 'facturas.md', texto: MANUAL })
  return id
}

/** The same collection with questions that were asked of it twice. */
export async function addEvaluacion(product: Product): Promise<string> {
  const id = await addColeccion(product)
  const { json } = await product.api('GET', `/rag/${id}/evaluaciones`)
  if ((json as unknown[]).length > 0) return id
  const ask = (texto: string, fragmento: string) =>
    product.api('POST', `/rag/${id}/preguntas`, {
      texto,
      esperados: [{ documento: 'facturas.md', fragmento }],
    })
  await ask('cómo se anula una factura', 'se anula con un abono')
  await product.api('POST', `/rag/${id}/evaluaciones`, { nota: 'Antes de cambiar el corte' })
  await ask('garantía de los relojes', 'dos años')
  await product.api('POST', `/rag/${id}/evaluaciones`, { nota: 'Con una pregunta más' })
  return id
}

/** Until it has been read. */
async function uploadTexto(
  product: Product,
  coleccionId: string,
  { nombre, texto }: { nombre: string; texto: string },
): Promise<void> {
  const body = new FormData()
  body.append('archivo', new File([texto], nombre))
  const answer = await fetch(`${product.apiUrl}/rag/${coleccionId}/documentos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.token}` },
    body,
  })
  if (answer.status !== 202) throw new Error(await answer.text())
  await until(
    () => product.api('GET', `/rag/${coleccionId}/documentos`),
    ({ json }) => (json as { estado: string }[]).every(({ estado }) => estado === 'ok'),
    READ_MS,
  )
}

export async function openDocumento(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'facturas.md' }).click()
  await page.getByRole('list', { name: 'Pasajes' }).getByRole('listitem').first().waitFor()
}

export async function tryCorte(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Probar el corte' }).click()
  await page.getByLabel('Un texto de ejemplo').fill(MANUAL)
  await page.getByRole('list', { name: 'Pasajes' }).waitFor()
}
