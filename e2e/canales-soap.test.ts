import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Flujo } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo } from './canvas.ts'
import { flujoOf } from './flujos.ts'
import { type Product, startStoryProduct, until } from './product.ts'
import { createProceso } from './publish-proceso.ts'
import { expectStored } from './stored-flujo.ts'

const run = promisify(execFile)
const hasPhp = await run('php', ['-r', 'exit(extension_loaded("soap") ? 0 : 1);']).then(
  () => true,
  () => false,
)

let product: Product
beforeAll(async () => {
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
})
afterAll(() => product.stop())

const SALUDAR: Flujo = {
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      posicion: { x: 0, y: 0 },
      parametros: [
        { nombre: 'nombre', tipo: 'texto', requerido: true },
        { nombre: 'veces', tipo: 'lista', elemento: { nombre: '', tipo: 'entero' } },
      ],
    },
    {
      id: 'n2',
      tipo: 'salida',
      nombre: 'Saludo',
      posicion: { x: 300, y: 0 },
      parametros: [
        { nombre: 'saludo', tipo: 'texto', expresion: '"¡Hola, " & n1.nombre & "!"' },
        { nombre: 'suma', tipo: 'entero', expresion: 'SUMA(n1.veces)' },
      ],
    },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
}

function cobrar() {
  const pedido = {
    nombre: '',
    tipo: 'objeto',
    campos: [
      { nombre: 'sku', tipo: 'texto' },
      { nombre: 'precio', tipo: 'decimal' },
      { nombre: 'dias', tipo: 'lista', elemento: { nombre: '', tipo: 'fecha' } },
    ],
  }
  const pedidos = { nombre: 'pedidos', tipo: 'lista', requerido: true, elemento: pedido }
  return flujoOf(
    [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [pedidos] },
      { id: 'n2', tipo: 'salida', nombre: 'Respuesta', estadoHttp: 200 },
    ],
    'n1>n2',
  )
}

/** What SoapClient makes of the WSDL and calls. */
const PHP = `
$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE]);
echo json_encode($client->__soapCall($argv[2], [json_decode($argv[3], true)]), JSON_UNESCAPED_UNICODE);`

async function callByPhp(wsdl: string, operacion: string, data: object): Promise<unknown> {
  const { stdout } = await run('php', ['-r', PHP, '--', wsdl, operacion, JSON.stringify(data)])
  return JSON.parse(stdout)
}

describeInBrowser('a canal of SOAP', () => {
  test.skipIf(!hasPhp)('is published from the canvas, and PHP calls it by its WSDL', async () => {
    const id = await createProceso(product, 'Saludar a alguien', SALUDAR)
    const page = await openSignedIn(product, `/flujo/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Canal o tarea' }).click()
    await page.getByRole('menuitem', { name: 'Publicar como canal' }).click()
    await dialog.getByText('SOAP', { exact: true }).click()
    expect(await dialog.getByLabel('Operación').inputValue()).toBe('SaludarAAlguien')
    await dialog.getByLabel('Operación').fill('Saludar a')
    await dialog.getByText(/sin espacios; empiece/).waitFor()
    await dialog.getByLabel('Operación').fill('Saludar')
    await dialog.getByRole('combobox', { name: 'Quién puede llamar' }).click()
    await page.getByRole('option', { name: 'Cualquiera' }).click()
    await dialog.getByRole('button', { name: 'Publicar' }).click()
    const wsdl = (await dialog.getByRole('link', { name: 'Abrir el WSDL' }).getAttribute('href')) ?? ''
    expect(wsdl).toMatch(/\/soap\/saludar-a-alguien\?wsdl$/)

    await until(
      () => product.motor('GET', '/soap/saludar-a-alguien?wsdl'),
      ({ status }) => status === 200,
    )
    expect(await callByPhp(wsdl, 'Saludar', { nombre: 'Íñigo', veces: [1, 2] })).toEqual({
      saludo: '¡Hola, Íñigo!',
      suma: 3,
    })

    await dialog.getByRole('link', { name: /^Abrir el canal/ }).click()
    await page.getByRole('link', { name: 'WSDL' }).waitFor()
  })

  test.skipIf(!hasPhp)(
    'answers lists whose elements are declared on the canvas, and PHP reads them by its WSDL',
    { timeout: 120_000 },
    async () => {
      const id = await createProceso(product, 'Cobrar pedidos', cobrar())
      const page = await openSignedIn(product, `/flujo/${id}`)
      await chooseNodo(page, nodo(page, 'Respuesta'))
      const form = inspector(page)
      const add = async (nombre: string) => {
        await form.getByRole('button', { name: 'Añadir campo' }).click()
        await form.getByLabel('Nombre del campo').last().fill(nombre)
      }
      const take = async (label: string, option: string) => {
        await form.getByLabel(`Dato de ${label}`, { exact: true }).fill(option)
        await page.getByRole('option', { name: option }).first().click()
      }
      const way = (label: string, name: string) =>
        form
          .getByRole('radiogroup', { name: `Cómo se da ${label}`, exact: true })
          .getByRole('radio', { name })
          .press('Space')

      // As it comes, with what it is made of.
      await add('pedidos')
      await take('pedidos', 'pedidos')
      await form.getByRole('button', { name: 'Declarar sus campos como llegan' }).click()
      await form.getByRole('region', { name: 'Elementos de pedidos' }).getByLabel('Tipo de sku').waitFor()

      // Of its own: declared, and given item by item.
      await add('cobros')
      await form.getByRole('combobox', { name: 'Tipo de cobros' }).click()
      await page.getByRole('option', { name: 'Lista', exact: true }).click()
      const cobros = form.getByRole('region', { name: 'Elementos de cobros' })
      await cobros.getByRole('button', { name: 'Decir qué es cada elemento' }).click()
      await cobros.getByRole('button', { name: 'Campo de cada elemento' }).click()
      await cobros.getByLabel('Nombre del dato').fill('total')
      await cobros.getByRole('combobox', { name: 'Tipo de total' }).click()
      await page.getByRole('option', { name: 'Decimal', exact: true }).click()
      await way('cobros', 'Elementos')
      await take('la lista de cobros', 'pedidos')
      await way('cada elemento de cobros.total', 'Fórmula')
      await form.getByLabel('Fórmula de cada elemento de cobros.total').fill('elemento.precio * 1.21')
      await expectStored(product, id, ({ nodos }) => nodos.at(-1)?.parametros.at(-1)).toEqual({
        nombre: 'cobros',
        tipo: 'lista',
        elemento: { nombre: '', tipo: 'objeto', campos: [{ nombre: 'total', tipo: 'decimal' }] },
        expresion: 'MAPEAR(n1.pedidos; { total: elemento.precio * 1.21 })',
      })

      await page.getByRole('button', { name: 'Canal o tarea' }).click()
      await page.getByRole('menuitem', { name: 'Publicar como canal' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('SOAP', { exact: true }).click()
      await dialog.getByRole('combobox', { name: 'Quién puede llamar' }).click()
      await page.getByRole('option', { name: 'Cualquiera' }).click()
      await dialog.getByRole('button', { name: 'Publicar' }).click()
      const wsdl = (await dialog.getByRole('link', { name: 'Abrir el WSDL' }).getAttribute('href')) ?? ''
      await until(
        () => product.motor('GET', '/soap/cobrar-pedidos?wsdl'),
        ({ status }) => status === 200,
      )
      const pedidos = [
        { sku: 'Ñ-1', precio: 10, dias: ['2024-02-29', '2026-11-23'] },
        { sku: 'B', precio: 100, dias: ['2026-01-01', '2026-01-02'] },
      ]
      expect(await callByPhp(wsdl, 'CobrarPedidos', { pedidos })).toEqual({
        pedidos: pedidos.map((each) => ({ ...each, precio: String(each.precio) })),
        cobros: [{ total: '12.1' }, { total: '121' }],
      })
    },
  )

  test('is made by hand: its processes are operations, each of its own name', async () => {
    const page = await openSignedIn(product, '/canales/config/new')
    await page.getByLabel('Nombre').fill('Clientes por SOAP')
    await page.getByRole('radio', { name: 'SOAP' }).check()
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByRole('heading', { name: 'Asignar procesos' }).waitFor()
    await page.getByLabel('Buscar entre los disponibles').fill('consultar')
    await page.getByRole('button', { name: 'Asignar Consultar cliente' }).click()
    expect(await page.getByLabel('Operación').inputValue()).toBe('ConsultarCliente')
    await page.getByLabel('Operación').fill('Problema')
    await page.getByText(/El WSDL ya usa este nombre/).waitFor()
    expect(await page.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true)
    await page.getByLabel('Operación').fill('VerCliente')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Procesos asignados', { exact: true }).waitFor()
    const described = await until(
      () => product.motor('GET', '/soap/clientes-por-soap?wsdl'),
      ({ text }) => text.includes('VerCliente'),
    )
    expect(described.status).toBe(200)
  })
})
