import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasSshd, startSshd, type TestArchivos } from '@div/servidores/testing-archivos'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, inspector, nodo } from './canvas.ts'
import { flujoOf } from './flujos.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'
import { expectStored } from './stored-flujo.ts'

const PEDIDOS = `<?xml version="1.0"?>
<p:pedidos xmlns:p="urn:pedidos" xmlns="urn:pedidos">
  <pedido id="7" urgente="true"><cliente>Ñandú &amp; hijos</cliente><linea><importe>10.50</importe></linea></pedido>
  <pedido id="8"><cliente>Año</cliente></pedido>
</p:pedidos>`
const PRINCIPAL = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:pedidos" targetNamespace="urn:pedidos"
    elementFormDefault="qualified">
  <xs:include schemaLocation="../comunes/a-lineas.xsd"/>
  <xs:element name="pedidos"><xs:complexType><xs:sequence>
    <xs:element name="pedido" maxOccurs="unbounded"><xs:complexType>
      <xs:sequence>
        <xs:element name="cliente" type="xs:string"/>
        <xs:element name="linea" type="Linea" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:attribute name="id" type="xs:int" use="required"/>
      <xs:attribute name="urgente" type="xs:boolean"/>
    </xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`
/** A chameleon: it is of the namespace of who includes it. */
const LINEAS = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:complexType name="Linea"><xs:sequence><xs:element name="importe" type="xs:decimal"/></xs:sequence></xs:complexType>
</xs:schema>`
const file = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
const XSDS = [file('a-lineas.xsd', LINEAS), file('pedidos.xsd', PRINCIPAL)]

const LEIDOS = [
  { '@id': 7, '@urgente': true, cliente: 'Ñandú & hijos', linea: [{ importe: 10.5 }] },
  { '@id': 8, cliente: 'Año', linea: [] },
]

let product: Product
let archivos: TestArchivos
let servidorId: string
beforeAll(async () => {
  if (!hasSshd) return
  ;[product, archivos] = await Promise.all([startStoryProduct({ DIV_SAMPLES: '0' }), startSshd()])
  await writeFile(join(archivos.carpeta, 'pedidos.xml'), PEDIDOS)
  const { otraClave: _, ...config } = archivos.config
  const { json } = await product.api('POST', '/servidores', {
    nombre: 'Archivos de pedidos',
    tipoServidor: 'sftp',
    permitirRedPrivada: true,
    // Its key takes its time to be opened where many others work.
    pool: { esperaMs: 60_000 },
    config,
  })
  servidorId = idOf(json)
})
afterAll(async () => {
  await product?.stop()
  await archivos?.stop()
})

/** As a person does: what names the other is not chosen first. */
async function uploadXsds(page: Page, form: Locator): Promise<Locator> {
  const field = form.getByRole('group', { name: 'Archivos XSD' })
  const chooser = page.waitForEvent('filechooser')
  await field.getByRole('button', { name: 'Subir archivos' }).click()
  await (await chooser).setFiles(XSDS)
  await field.getByRole('button', { name: 'a-lineas.xsd', exact: true }).waitFor()
  return field
}

describeInBrowser('XML by its schema', () => {
  test.skipIf(!hasSshd)(
    'is read element by element from a file, with its attributes and its types',
    async () => {
      const id = await createProceso(product, 'Pedidos por SFTP', pedidosDeArchivo())
      const page = await openSignedIn(product, `/flujo/${id}`)
      await chooseNodo(page, nodo(page, 'Leer pedidos'))
      const form = inspector(page)
      await form.getByRole('combobox', { name: 'Formato' }).click()
      await page.getByRole('option', { name: 'XML, un elemento tras otro' }).click()
      await form.getByLabel('Elemento que se repite').fill('pedidos/pedido')
      const run = async () =>
        (await product.api('POST', `/procesos/${id}/ejecutar`, { entrada: {} })).json as { salida: unknown }
      const stored = () =>
        expectStored(product, id, ({ nodos }) => nodos.find((each) => each.id === 'l')?.objeto)

      // Without a schema what stands there is texts.
      await stored().toMatchObject({ formato: 'xml', xml: { elemento: 'pedidos/pedido' } })
      expect((await run()).salida).toMatchObject({
        pedidos: [{ '@id': '7', '@urgente': 'true' }, { '@id': '8' }],
      })

      const field = await uploadXsds(page, form)
      // What includes the other stands first.
      await stored().toMatchObject({
        xml: { archivos: [{ nombre: 'pedidos.xsd' }, { nombre: 'a-lineas.xsd', contenido: LINEAS }] },
      })
      expect((await run()).salida).toEqual({ pedidos: LEIDOS })

      // Whoever pasted them the other way about puts the one first that the others belong to.
      await field.getByRole('button', { name: 'Poner a-lineas.xsd el primero' }).click()
      await form.getByText('El esquema no tiene «pedidos/pedido».').first().waitFor()
      await field.getByRole('button', { name: 'Poner pedidos.xsd el primero' }).click()
      await stored().toMatchObject({
        xml: { archivos: [{ nombre: 'pedidos.xsd' }, { nombre: 'a-lineas.xsd' }] },
      })

      // Without what it includes it is told what is missing; what the schema does not have is a mistake.
      await field.getByRole('button', { name: 'Quitar a-lineas.xsd' }).click()
      await form
        .getByText(/comunes\/a-lineas\.xsd/)
        .first()
        .waitFor()
      await uploadXsds(page, form)
      await form.getByLabel('Elemento que se repite').fill('pedidos/factura')
      await form.getByText('El esquema no tiene «pedidos/factura».').first().waitFor()
    },
  )

  test.skipIf(!hasSshd)('is read record by record in a split with a cursor', async () => {
    const id = await createProceso(product, 'Pedidos uno a uno', pedidosUnoAUno())
    expect((await product.api('POST', `/procesos/${id}/ejecutar`, { entrada: {} })).json).toMatchObject({
      estado: 'ok',
      salida: { vistos: [{ clave: 7 }, { clave: 8 }] },
    })
  })

  test('is a conversion of a transformación, whose schema is uploaded', async () => {
    const id = await createProceso(product, 'Pedidos en un texto', pedidosEnTexto())
    const page = await openSignedIn(product, `/flujo/${id}`)
    await chooseNodo(page, nodo(page, 'Leer pedidos'))
    const form = inspector(page)
    await form.getByRole('button', { name: 'Añadir paso' }).click()
    await page.getByRole('menuitem', { name: /^Convertir/ }).click()
    const paso = form.getByRole('region', { name: 'Paso 1: Convertir' })
    await paso.getByRole('combobox', { name: 'Formato' }).click()
    await page.getByRole('option', { name: 'XML', exact: true }).click()
    const field = await uploadXsds(page, paso)
    const stored = () =>
      expectStored(product, id, ({ nodos }) => nodos.find((each) => each.id === 'l')?.pasos)
    await stored().toMatchObject([
      { formato: 'xml', esquema: { archivos: [{ nombre: 'pedidos.xsd' }, { nombre: 'a-lineas.xsd' }] } },
    ])
    const { json } = await product.api('POST', `/procesos/${id}/ejecutar`, { entrada: { xml: PEDIDOS } })
    expect(json).toMatchObject({ estado: 'ok', salida: { pedidos: { pedidos: { pedido: LEIDOS } } } })

    // Of a schema without files nothing is left.
    await field.getByRole('button', { name: 'Quitar pedidos.xsd' }).click()
    await field.getByRole('button', { name: 'Quitar a-lineas.xsd' }).click()
    await stored().toEqual([{ tipo: 'convertir', formato: 'xml', sentido: 'leer' }])
  })
})

const ENTRADA = { id: 'e', tipo: 'entrada', nombre: 'Entrada' }
const salida = (nombre: string, valorAsignado: object) => ({
  id: 's',
  tipo: 'salida',
  nombre: 'Respuesta',
  estadoHttp: 200,
  parametros: [{ nombre, valorAsignado, orden: 1 }],
})
const leer = (objeto: object) => ({
  id: 'l',
  tipo: 'proceso',
  nombre: 'Leer pedidos',
  servidorId,
  tipoServidor: 'sftp',
  tipoObjeto: 'archivo',
  objeto: { operacion: 'leer', ruta: `${archivos.remota}/pedidos.xml`, ...objeto },
})

function pedidosDeArchivo() {
  return flujoOf([ENTRADA, leer({}), salida('pedidos', { nodo: 'l', ruta: '' })], 'e>l', 'l>s')
}

function pedidosUnoAUno() {
  const xsds = [
    { nombre: 'pedidos.xsd', contenido: PRINCIPAL },
    { nombre: 'a-lineas.xsd', contenido: LINEAS },
  ]
  return flujoOf(
    [
      ENTRADA,
      leer({ formato: 'xml', xml: { elemento: 'pedidos/pedido', archivos: xsds } }),
      {
        id: 'p',
        tipo: 'splitter-split',
        nombre: 'Por pedido',
        lista: { nodo: 'l', ruta: '' },
        cursor: true,
        concurrencia: 1,
        lote: 1,
        enError: 'detener',
      },
      {
        id: 't',
        tipo: 'transformacion',
        nombre: 'Clave',
        parametros: [{ nombre: 'clave', expresion: 'elemento["@id"]', orden: 1 }],
      },
      { id: 'j', tipo: 'splitter-join', nombre: 'Todos', split: 'p', union: { tipo: 'todos' } },
      salida('vistos', { nodo: 'j', ruta: 'elementos' }),
    ],
    'e>l',
    'l>p',
    'p:elemento>t',
    't>j',
    'j>s',
  )
}

function pedidosEnTexto() {
  return flujoOf(
    [
      { ...ENTRADA, parametros: [{ nombre: 'xml', tipo: 'texto', requerido: true, orden: 1 }] },
      {
        id: 'l',
        tipo: 'transformacion',
        nombre: 'Leer pedidos',
        lista: { nodo: 'e', ruta: 'xml' },
        pasos: [],
        parametros: [],
      },
      salida('pedidos', { nodo: 'l', ruta: 'valor' }),
    ],
    'e>l',
    'l>s',
  )
}
