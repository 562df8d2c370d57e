import { missingPhp, startTienda, type Tienda } from '@div/servidores/testing-soap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo } from './canvas.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'
import { expectStored } from './stored-flujo.ts'

const missing = missingPhp()
let product: Product
let tienda: Tienda

beforeAll(async () => {
  if (missing !== null) return
  ;[product, tienda] = await Promise.all([startStoryProduct({ DIV_SAMPLES: '0' }), startTienda()])
})
afterAll(async () => {
  await product?.stop()
  await tienda?.close()
})

describeInBrowser('a service of another stack', () => {
  test.skipIf(missing !== null)(
    'is described by its WSDL, called, and its faults are told by their detail',
    async () => {
      const page = await openSignedIn(product, '/servidores/config/new')
      await page.getByLabel('Buscar un tipo').fill('soap')
      await page.getByRole('button', { name: /^Servicio SOAP/ }).click()
      await page.getByLabel('Nombre').fill('Tienda ajena')
      await page.getByLabel('Dirección del WSDL').fill(`${tienda.url}/?wsdl`)
      await page.getByLabel('Permitir red privada').check()
      const panel = page.getByRole('region', { name: 'WSDL' })
      await panel.getByRole('button', { name: 'Leer' }).click()
      await panel.getByText('Tienda12').waitFor()
      await panel.getByRole('button', { name: 'Usar' }).click()
      expect(await page.getByLabel('Puerto').inputValue()).toBe('Tienda12')
      await page.getByRole('button', { name: 'Crear' }).click()
      await page.getByText('Servidor creado').waitFor()
      await page.waitForURL((url) => !url.pathname.endsWith('/new'))
      const servidorId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

      const procesoId = await createProceso(product, 'Buscar fuera', flujoOf(servidorId))
      await page.goto(new URL(`/flujo/${procesoId}`, page.url()).href)
      await page.locator('[data-id="n2"]').click()
      // What the operation takes besides is offered to be mapped.
      await page.getByText('telefonos').first().waitFor()

      const run = async (id: number) => {
        const { json } = await product.api('POST', `/procesos/${procesoId}/ejecutar`, { entrada: { id } })
        return json
      }
      expect(await run(7)).toMatchObject({ salida: { nombre: 'Ástrid Núñez <&>', alta: '2024-02-29' } })
      expect(await run(0)).toMatchObject({
        salida: {
          falla: { codigo: 'Receiver', detalle: { ClienteNoExiste: { codigo: 404, texto: 'año ñandú' } } },
        },
      })
    },
  )

  test.skipIf(missing !== null)(
    'is called from the canvas alone: who calls by WS-Security, values within values, and its faults by their branch',
    { timeout: 120_000 },
    async () => {
      const page = await openSignedIn(product, '/servidores/config/new?tipo=soap')
      await page.getByLabel('Nombre').first().fill('Tienda segura')
      await page.getByLabel('Dirección del WSDL').fill(`${tienda.url}/?wsdl`)
      await page.getByRole('combobox', { name: 'Seguridad' }).click()
      await page.getByRole('option', { name: 'WS-Security UsernameToken' }).click()
      await page.getByLabel(/^Usuario( \*)?$/).fill('ana')
      await page.getByLabel(/^Contraseña( \*)?$/).fill('ñandú-secreto')
      await page.getByRole('combobox', { name: 'Cómo viaja la contraseña' }).click()
      await page.getByRole('option', { name: 'Resumida (PasswordDigest)' }).click()
      await page.getByLabel('Permitir red privada').check()
      await page.getByRole('button', { name: 'Crear', exact: true }).click()
      await page.getByText('Servidor creado').waitFor()

      const id = idOf((await product.api('POST', '/procesos', { nombre: 'Ver fuera' })).json)
      await page.goto(new URL(`/flujo/${id}`, page.url()).href)
      const form = inspector(page)
      await chooseNodo(page, nodo(page, 'Entrada'))
      await form.getByRole('button', { name: 'Añadir dato' }).click()
      await form.getByLabel('Nombre del dato').fill('id')
      await form.getByRole('combobox', { name: 'Tipo de id' }).click()
      await page.getByRole('option', { name: 'Entero' }).click()
      await page.locator('[data-conexion]').first().press('Enter')
      await page.getByRole('navigation', { name: 'Añadir nodos' }).getByText('Proceso').click()
      await form.getByRole('combobox', { name: 'Servidor' }).click()
      await page.getByRole('option', { name: 'Tienda segura' }).click()
      await form.getByPlaceholder('Busque por su nombre').click()
      await page.getByRole('option', { name: 'BuscarCliente' }).click()
      await form.getByRole('button', { name: 'Asignar por nombre' }).click()
      const review = form.getByRole('region', { name: 'Asignación por nombre' })
      await review.getByRole('button', { name: 'Asignar 1' }).click()
      await form.getByRole('radio', { name: 'Fórmula' }).nth(1).press('Space')
      await form.getByLabel('Fórmula de telefonos').fill('[{ numero: "+34 900"; "@clase": "casa" }]')
      await form.getByRole('tab', { name: 'Política' }).click()
      await form.getByRole('combobox', { name: 'Si falla' }).click()
      await page.getByRole('option', { name: 'Sale por la rama «error»' }).click()

      const answer = async (salida: string, campos: readonly [campo: string, ruta: string][]) => {
        await chooseNodo(page, nodo(page, salida))
        for (const [campo, ruta] of campos) {
          await form.getByRole('button', { name: 'Añadir campo' }).click()
          await form.getByLabel('Nombre del campo').last().fill(campo)
          await form.getByLabel(`Dato de ${campo}`).fill(`n3.${ruta}`)
          await page.getByRole('option', { name: ruta }).first().click()
        }
      }
      await answer('Salida', [
        ['visto', 'cuerpo.cliente.visto'],
        ['telefonos', 'cuerpo.cliente.telefono'],
      ])
      await nodo(page, 'BuscarCliente').press('a')
      await page.getByRole('combobox', { name: 'Sale por' }).selectOption('error')
      await page.getByRole('textbox', { name: '¿Qué sigue?' }).fill('salida')
      await page.keyboard.press('Enter')
      await nodo(page, 'Salida 2').waitFor()
      await answer('Salida 2', [['falla', 'detalle']])
      await expectStored(product, id, ({ nodos }) => nodos.at(-1)?.parametros.length).toBe(1)

      await page.getByRole('button', { name: 'Probar' }).click()
      const panel = page.getByRole('region', { name: 'Prueba' })
      const run = async (clave: string) => {
        await panel.getByLabel(/^id/).fill(clave)
        await panel.getByRole('button', { name: 'Ejecutar' }).click()
        await panel.getByText('Correcta').waitFor()
        await panel.getByRole('radio', { name: 'JSON' }).last().press('Space')
        return panel
      }
      await (await run('7')).getByText('ana por su resumen').waitFor()
      await panel.getByText('+34 900').waitFor()
      await (await run('0')).getByText('año ñandú').waitFor()
    },
  )
})

function flujoOf(servidorId: string): object {
  const nodos = [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'id', tipo: 'entero', requerido: true }],
    },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Buscar',
      servidorId,
      tipoServidor: 'soap',
      tipoObjeto: 'operacion',
      objeto: { nombre: 'BuscarCliente' },
      parametros: [{ nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } }],
      politica: { enError: 'rama' },
    },
    {
      id: 'n3',
      tipo: 'salida',
      nombre: 'Cliente',
      estadoHttp: 200,
      parametros: ['nombre', 'alta'].map((nombre) => ({
        nombre,
        valorAsignado: { nodo: 'n2', ruta: `cuerpo.cliente.${nombre}` },
      })),
    },
    {
      id: 'n4',
      tipo: 'salida',
      nombre: 'Falla',
      estadoHttp: 404,
      parametros: [{ nombre: 'falla', valorAsignado: { nodo: 'n2', ruta: 'detalle.falla' } }],
    },
  ]
  return {
    version: 1,
    nodos: nodos.map((nodo, index) => ({
      ...nodo,
      posicion: { x: 240 * Math.min(index, 2), y: index === 3 ? 160 : 0 },
    })),
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
      { id: 'c3', origen: 'n2', destino: 'n4', salida: 'error' },
    ],
  }
}
