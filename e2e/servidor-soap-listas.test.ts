import { missingSpyne, type Servicio, startPedidos } from '@div/servidores/testing-soap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo } from './canvas.ts'
import { flujoOf } from './flujos.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'
import { expectStored } from './stored-flujo.ts'

const missing = missingSpyne()
let product: Product
let pedidos: Servicio
let servidorId: string

beforeAll(async () => {
  if (missing !== null) return
  ;[product, pedidos] = await Promise.all([startStoryProduct({ DIV_SAMPLES: '0' }), startPedidos()])
  const { json } = await product.api('POST', '/servidores', {
    nombre: 'Pedidos de spyne',
    tipoServidor: 'soap',
    permitirRedPrivada: true,
    config: { wsdl: `${pedidos.url}/soap11/?wsdl` },
  })
  servidorId = idOf(json)
})
afterAll(async () => {
  await product?.stop()
  await pedidos?.close()
})

const ENTRADA = {
  numero: 7,
  renglones: [
    { sku: 'Á-1', precio: 10.5, marcas: ['x', 'ñ'] },
    { sku: 'B', precio: 2, marcas: [] },
  ],
}

describeInBrowser('what a service takes within other things', () => {
  test.skipIf(missing !== null)(
    'is given on the canvas part by part: fields within fields, and lists item by item',
    { timeout: 120_000 },
    async () => {
      const id = await createProceso(product, 'Guardar fuera', guardar())
      const page = await openSignedIn(product, `/flujo/${id}`)
      await chooseNodo(page, nodo(page, 'Guardar'))
      const form = inspector(page)
      const way = (label: string, name: string) =>
        form
          .getByRole('radiogroup', { name: `Cómo se da ${label}`, exact: true })
          .getByRole('radio', { name })
          .press('Space')
      const take = async (label: string, typed: string, option: string) => {
        await form.getByLabel(`Dato de ${label}`, { exact: true }).fill(typed)
        await page.getByRole('option', { name: option }).first().click()
      }
      const expresion = () =>
        expectStored(
          product,
          id,
          ({ nodos }) => nodos.find((each) => each.id === 'g')?.parametros[0]?.expresion,
        )

      await way('pedido', 'Campos')
      await take('pedido.id', 'numero', 'numero')
      await way('pedido.cliente', 'Valor')
      await form.getByLabel('Valor de pedido.cliente').fill('Íñigo <&>')
      await way('pedido.lineas', 'Campos')
      await way('pedido.lineas.Linea', 'Elementos')
      await take('la lista de pedido.lineas.Linea', 'renglones', 'renglones')
      const linea = 'cada elemento de pedido.lineas.Linea'
      await take(`${linea}.@codigo`, 'sku', 'sku')
      await way(`${linea}.etiquetas`, 'Campos')
      await way(`${linea}.etiquetas.string`, 'Elementos')
      await take(`la lista de ${linea}.etiquetas.string`, 'marcas', 'marcas')
      await way(`${linea}.importe`, 'Fórmula')
      await form.getByLabel(`Fórmula de ${linea}.importe`).fill('elemento.precio * 2')
      await expresion().toBe(
        '{ id: e.numero; cliente: "Íñigo <&>"; lineas: { Linea: MAPEAR(e.renglones; { "@codigo": elemento.sku; etiquetas: { string: MAPEAR(elemento.marcas; elemento) }; importe: elemento.precio * 2 }) } }',
      )
      const run = async () => {
        const { json } = await product.api('POST', `/procesos/${id}/ejecutar`, { entrada: ENTRADA })
        expect(json).toMatchObject({ estado: 'ok', error: null })
        return (json as { salida: unknown }).salida
      }
      expect(await run()).toEqual({ dicho: 'Pedido 7 Íñigo <&> None None None Á-1=21:x,ñ B=4:' })

      // Opened again, it is shown as it was given; its elements may be written one by one instead.
      await chooseNodo(page, nodo(page, 'Entrada'))
      await chooseNodo(page, nodo(page, 'Guardar'))
      await form
        .getByRole('radiogroup', { name: 'De dónde salen los elementos de pedido.lineas.Linea', exact: true })
        .getByRole('radio', { name: 'Uno a uno' })
        .press('Space')
      const first = 'el elemento 1 de pedido.lineas.Linea'
      await way(`${first}.@codigo`, 'Valor')
      await form.getByLabel(`Valor de ${first}.@codigo`).fill('fija')
      await form.getByRole('button', { name: 'Añadir elemento a pedido.lineas.Linea' }).click()
      const second = 'el elemento 2 de pedido.lineas.Linea'
      await way(`${second}.importe`, 'Valor')
      await form.getByLabel(`Valor de ${second}.importe`).fill('3')
      await expresion().toContain('Linea: [{ "@codigo": "fija" }; { importe: 3 }]')
      expect(await run()).toEqual({ dicho: 'Pedido 7 Íñigo <&> None None None fija=None: None=3:' })
    },
  )
})

function guardar() {
  const texto = (nombre: string) => ({ nombre, tipo: 'texto' })
  const renglon = {
    nombre: '',
    tipo: 'objeto',
    campos: [
      texto('sku'),
      { nombre: 'precio', tipo: 'decimal' },
      { nombre: 'marcas', tipo: 'lista', elemento: texto('') },
    ],
  }
  return flujoOf(
    [
      {
        id: 'e',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [
          { nombre: 'numero', tipo: 'entero', requerido: true },
          { nombre: 'renglones', tipo: 'lista', requerido: true, elemento: renglon },
        ],
      },
      {
        id: 'g',
        tipo: 'proceso',
        nombre: 'Guardar',
        servidorId,
        tipoServidor: 'soap',
        tipoObjeto: 'operacion',
        objeto: { nombre: 'guardar' },
      },
      {
        id: 's',
        tipo: 'salida',
        nombre: 'Respuesta',
        estadoHttp: 200,
        parametros: [{ nombre: 'dicho', valorAsignado: { nodo: 'g', ruta: 'cuerpo.guardarResult' } }],
      },
    ],
    'e>g',
    'g>s',
  )
}
