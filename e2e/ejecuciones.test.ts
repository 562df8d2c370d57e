import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { flujoOf } from './flujos.ts'
import { type Product, startStoryProduct } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
  await order(1)
  await order(2_000_000)
})
afterAll(() => product.stop())

/** Of the sample shop: more than there is of a product breaks a rule of its table. */
const order = (cantidad: number) =>
  product.motor('POST', '/rest/tienda/pedidos', { clienteId: 1, lineas: [{ productoId: 1, cantidad }] })

describeInBrowser('runs', () => {
  test('one that failed is found by its error and shows the node that failed, with its data', async () => {
    const page = await openSignedIn(product, '/ejecuciones')
    await page.getByLabel('Buscar en la lista').fill('existencias')
    await page.getByText('1 ejecución').waitFor()
    expect(page.url()).toContain('q=existencias')
    await page.getByRole('link', { name: 'Registrar pedido' }).click()
    await page.getByRole('heading', { name: 'Registrar pedido' }).waitFor()
    await page.getByRole('heading', { name: /^Descontar existencias/ }).waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('existencias >= 0')
    const entrada = page.getByRole('tree', { name: 'Entrada', exact: true })
    expect(await entrada.textContent()).toContain('2000000')
  })

  test('one that went well is repeated from a node with the published version, as a new run', async () => {
    const page = await openSignedIn(product, '/ejecuciones?estado=ok')
    await page.getByRole('link', { name: 'Registrar pedido' }).first().click()
    await page.getByRole('button', { name: /^Correcta Abrir pedido/ }).waitFor()
    const before = page.url()
    await page.getByRole('button', { name: 'Repetir' }).click()
    await page.getByRole('menuitem', { name: 'Con la versión publicada' }).click()
    await page.waitForURL((url) => url.href !== before)
    await page.getByText('Repetición').waitFor()
    await page.getByRole('button', { name: /^Correcta Abrir pedido/ }).click()
    await page.getByRole('heading', { name: 'Abrir pedido' }).waitFor()
  })

  test('those of some days are found by dates typed as one writes them here, in a browser of any language', async () => {
    const page = await openSignedIn(product, '/ejecuciones', { locale: 'en-US' })
    await page.getByRole('link', { name: 'Registrar pedido' }).first().waitFor()
    await page.getByRole('button', { name: 'Más filtros' }).click()
    await page.getByLabel('Hasta').pressSequentially('1/2/2020 9.30')
    await page.keyboard.press('Enter')
    await page.waitForURL(/hasta=2020-0/)
    await page.getByText('Nada cumple lo que se busca.').waitFor()
    await page.getByLabel('Desde').fill('2/2/2020')
    await page.keyboard.press('Tab')
    await page.getByText('No puede ser después de 01/02/2020 09:30.').waitFor()
    expect(page.url()).not.toContain('desde=')
  })

  test('what the address asks for is what the list shows, also after a reload', async () => {
    const page = await openSignedIn(product, '/ejecuciones?estado=error')
    await page.getByText('1 ejecución').waitFor()
    await page.reload()
    await page.getByText('1 ejecución').waitFor()
    await page.getByLabel('Buscar en la lista').fill('no hay nada así')
    await page.getByText('Nada cumple lo que se busca.').waitFor()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.getByRole('link', { name: 'Registrar pedido' }).first().waitFor()
  })

  test('those that failed are repeated together; what cannot begin says why and stays marked', async () => {
    const { json } = await product.api('POST', '/procesos', {
      nombre: 'Sin publicar',
      flujo: flujoOf(
        [
          { id: 'e', tipo: 'entrada', nombre: 'Entrada' },
          {
            id: 't',
            tipo: 'transformacion',
            nombre: 'Reparto',
            parametros: [{ nombre: 'cuota', expresion: '10 / 0', orden: 1 }],
          },
          { id: 's', tipo: 'salida', nombre: 'Salida' },
        ],
        'e>t',
        't>s',
      ),
    })
    const { id } = json as { id: string }
    await product.api('POST', `/procesos/${id}/ejecutar`, { entrada: {} })

    const page = await openSignedIn(product, '/ejecuciones?estado=error', { tolerates: /422/ })
    await page.getByText('2 ejecuciones').waitFor()
    await page.getByRole('checkbox', { name: 'Seleccionar las filas a la vista' }).check()
    await page.getByRole('button', { name: 'Reintentar 2' }).click()
    await page.getByRole('radio', { name: 'La publicada ahora de cada proceso' }).check()
    await page.getByRole('button', { name: 'Reintentar', exact: true }).click()
    const result = page.getByRole('dialog', { name: 'No se pudo con todas' })
    await result.getByText('Empezó 1: 1 volvió a fallar.').waitFor()
    await result
      .getByRole('listitem')
      .filter({ hasText: /^Sin publicar, .*: .*El proceso no tiene ninguna versión publicada\./ })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('1 seleccionado').waitFor()
    await page.getByText('3 ejecuciones').waitFor()

    await page.getByRole('button', { name: 'Reintentar 1' }).click()
    await page.getByRole('button', { name: 'Reintentar', exact: true }).click()
    await page.getByText('Empezó 1: 1 volvió a fallar.').waitFor()
    await page.getByText('1 seleccionado').waitFor({ state: 'detached' })
  })
})

describeInBrowser('the audit', () => {
  test('tells who did what and proves that nobody changed it', async () => {
    const page = await openSignedIn(product, '/auditoria?accion=crear')
    await page.getByRole('link').filter({ hasText: 'Creó · Proceso' }).first().click()
    await page.getByRole('tree', { name: 'Detalle' }).waitFor()
    await page.getByRole('button', { name: 'Verificar' }).click()
    await page.getByText('Auditoría íntegra').waitFor()
  })
})
