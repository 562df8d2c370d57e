import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from './add-person.ts'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { chooseNodo, nodo } from './canvas.ts'
import { flujoOf } from './flujos.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'
import { expectStored } from './stored-flujo.ts'

let product: Product
let proveedor: ProveedorDePrueba
let tienda: string

beforeAll(async () => {
  proveedor = await startProveedor()
  product = await startStoryProduct({ DIV_SAMPLES: '1' })
  await product.api('POST', '/servidores', {
    nombre: 'Modelos',
    tipoServidor: 'openai',
    permitirRedPrivada: true,
    config: { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modelo: 'chico' },
  })
  const [servidor] = (await product.api('GET', '/servidores?q=Tienda')).json as { id: string }[]
  tienda = idOf(servidor)
})
afterAll(async () => {
  await product.stop()
  await proveedor.close()
})

const greeting = () =>
  flujoOf(
    [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'id', tipo: 'entero', requerido: true, ejemplo: 1, orden: 1 }],
      },
      { id: 'n2', tipo: 'salida', nombre: 'Salida', estadoHttp: 200 },
    ],
    'n1>n2',
  )

/** What a model answers that keeps the entrada and looks the client up. */
function proposal({ ruta = 'filas[0].correo', origen = 'n3' } = {}): string {
  const contenido = (fields: object) => JSON.stringify(fields)
  return JSON.stringify({
    explicacion: 'Busca al cliente en la tienda y devuelve su correo.',
    consultas: [],
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', contenido: '' },
      {
        id: 'n3',
        tipo: 'proceso',
        nombre: 'Buscar cliente',
        contenido: contenido({
          servidorId: tienda,
          tipoServidor: 'sqlite',
          tipoObjeto: 'consulta',
          objeto: { sql: 'select nombre, correo from clientes where id = :id' },
          parametros: [{ nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } }],
        }),
      },
      {
        id: 'n2',
        tipo: 'salida',
        nombre: 'Correo',
        contenido: contenido({
          estadoHttp: 200,
          parametros: [{ nombre: 'correo', valorAsignado: { nodo: origen, ruta } }],
        }),
      },
    ],
    conexiones: [
      { origen: 'n1', destino: 'n3', salida: '' },
      { origen: 'n3', destino: 'n2', salida: '' },
    ],
  })
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Asistente' })
const stage = (page: Page) => page.getByRole('region', { name: 'Propuesta del asistente' })

async function ask(page: Page, peticion: string) {
  await panel(page).getByRole('textbox').fill(peticion)
  await panel(page).getByRole('button', { name: 'Proponer' }).click()
}

describeInBrowser('the assistant on the canvas', () => {
  test('who may choose its model is led there, and everybody else sees no button until one is chosen', async () => {
    const id = await createProceso(product, 'Sin modelo', greeting())
    const credentials = await addPerson(product, 'operador')
    const other = await openSignedIn(product, `/flujo/${id}`, { credentials })
    await other.getByRole('button', { name: 'Probar' }).waitFor()
    expect(await other.getByRole('button', { name: 'Asistente' }).count()).toBe(0)

    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Asistente' }).click()
    await panel(page).getByText('Falta un modelo').waitFor()
    // There is only one to choose: it is proposed.
    await panel(page).getByRole('button', { name: 'Usar «Modelos»' }).click()
    await panel(page).getByLabel('Describa la integración').waitFor()
    const { revision } = (await product.api('GET', '/ai/asistente/configuracion')).json as {
      revision: number
    }
    await product.api('PUT', '/ai/asistente/configuracion', { servidorId: null, modelo: '', revision })
    await page.reload()
    await page.getByRole('button', { name: 'Asistente' }).click()
    await panel(page).getByRole('link', { name: 'Elegirlo en Configuración' }).click()
    const form = page.getByRole('form', { name: 'Asistente' })
    await form.getByLabel('Servidor de modelos').fill('Modelos')
    await page.getByRole('option', { name: 'Modelos', exact: true }).click()
    await form.getByRole('button', { name: 'Guardar el asistente' }).click()
    await page.getByText('Asistente configurado').waitFor()
    // The other form of the page goes on from there.
    await page.getByRole('button', { name: 'General' }).click()
    await page.getByLabel('Días que se guarda el historial').fill('45')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByText('Configuración guardada').waitFor()
    expect((await product.api('GET', '/ai/asistente')).json).toEqual({ listo: true, motivo: null })
  })

  test('a description becomes a proposal that is looked at, put in as one step, and taken back', async () => {
    const id = await createProceso(product, 'Correo de un cliente', greeting())
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Asistente' }).click()
    proveedor.say({ texto: proposal() })
    await ask(page, 'Que devuelva el correo de un cliente')
    await panel(page).getByText('Busca al cliente en la tienda').waitFor()
    await nodo(page, 'Buscar cliente').and(stage(page).locator('.react-flow__node')).waitFor()
    await panel(page).getByRole('region', { name: 'Buscar cliente: Nuevo' }).waitFor()
    await panel(page).getByRole('region', { name: 'Correo: Cambiado' }).waitFor()
    // Nothing of it is drawn yet.
    await expectStored(product, id, ({ nodos }) => nodos.length).toBe(2)
    await panel(page).getByRole('button', { name: 'Ver el borrador' }).click()
    await stage(page).waitFor({ state: 'detached' })
    await panel(page).getByRole('button', { name: 'Ver la propuesta' }).click()
    await stage(page).waitFor()

    await panel(page).getByRole('button', { name: 'Aplicar' }).click()
    await stage(page).waitFor({ state: 'detached' })
    await expectStored(product, id, ({ nodos }) => nodos.map(({ nombre }) => nombre)).toEqual([
      'Entrada',
      'Buscar cliente',
      'Correo',
    ])
    await page.getByRole('button', { name: 'Deshacer' }).first().click()
    await expectStored(product, id, ({ nodos }) => nodos.map(({ nombre }) => nombre)).toEqual([
      'Entrada',
      'Salida',
    ])
    await page.getByRole('button', { name: 'Rehacer' }).click()
    await expectStored(product, id, ({ nodos }) => nodos.length).toBe(3)
    await page.getByRole('button', { name: 'Probar' }).click()
    await page
      .getByRole('region', { name: 'Prueba' })
      .getByRole('button', { name: 'Ejecutar', exact: true })
      .click()
    await page.getByRole('region', { name: 'Resultado' }).getByText('@').first().waitFor()
  })

  test('what does not pass the validator says why and cannot be put in', async () => {
    const id = await createProceso(product, 'Propuesta rota', greeting())
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Asistente' }).click()
    proveedor.say(...Array.from({ length: 6 }, () => ({ texto: proposal({ origen: 'n8' }) })))
    await ask(page, 'Algo que no sale')
    await panel(page).getByText('Todavía no se puede aplicar').waitFor()
    expect(await panel(page).getByRole('button', { name: 'Aplicar' }).isDisabled()).toBe(true)
    await panel(page).getByText(/n8/).first().waitFor()
    // What follows goes on from what was proposed.
    proveedor.say({ texto: proposal() })
    await ask(page, 'Toma el correo de la búsqueda')
    await panel(page).getByRole('button', { name: 'Aplicar', disabled: false }).waitFor()
    expect(JSON.stringify(proveedor.seen.at(-1)?.body.messages)).toContain('Algo que no sale')
    await panel(page).getByRole('button', { name: 'Descartar' }).click()
    await stage(page).waitFor({ state: 'detached' })
    await expectStored(product, id, ({ nodos }) => nodos.length).toBe(2)
  })

  test('a sentence becomes a formula, with what it comes to, and is put in by a click', async () => {
    const flujo = flujoOf(
      [
        {
          id: 'n1',
          tipo: 'entrada',
          nombre: 'Entrada',
          parametros: [{ nombre: 'nombre', tipo: 'texto', ejemplo: 'Ana', orden: 1 }],
        },
        {
          id: 'n2',
          tipo: 'salida',
          nombre: 'Salida',
          estadoHttp: 200,
          parametros: [{ nombre: 'saludo', expresion: '"Hola"', orden: 1 }],
        },
      ],
      'n1>n2',
    )
    const id = await createProceso(product, 'Fórmula asistida', flujo)
    const page = await openSignedIn(product, `/flujo/${id}`)
    await chooseNodo(page, nodo(page, 'Salida'))
    await page.getByRole('textbox', { name: 'Fórmula de saludo' }).and(page.locator('.cm-content')).click()
    await page.getByRole('button', { name: 'Escribirla con el asistente' }).click()
    const box = page.getByRole('region', { name: 'Fórmula con el asistente' })
    proveedor.say({ texto: '{"expresion":"MAYUSCULAS(n1.nombre)","explicacion":"El nombre en mayúsculas."}' })
    await box.getByLabel('Qué debe calcular').fill('El nombre en mayúsculas')
    await box.getByRole('button', { name: 'Proponer' }).click()
    await box.getByText('ANA').waitFor()
    expect(JSON.stringify(proveedor.seen.at(-1)?.body.messages)).toContain('Ana')
    await box.getByRole('button', { name: 'Insertar' }).click()
    await expectStored(product, id, ({ nodos }) => nodos[1]?.parametros[0]?.expresion).toBe(
      'MAYUSCULAS(n1.nombre)',
    )
  })

  test('a failed run is explained where it was tried and on its page, and leads to the node', async () => {
    const flujo = flujoOf(
      [
        { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
        {
          id: 'n2',
          tipo: 'transformacion',
          nombre: 'Dividir',
          parametros: [{ nombre: 'x', expresion: '1 / 0', orden: 1 }],
        },
        { id: 'n3', tipo: 'salida', nombre: 'Salida', estadoHttp: 200 },
      ],
      'n1>n2',
      'n2>n3',
    )
    const id = await createProceso(product, 'Falla', flujo)
    const answer = {
      texto: '{"causa":"Divide entre cero.","queHacer":["Cambie el divisor."],"nodo":"n2"}',
    }
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Probar' }).click()
    await page
      .getByRole('region', { name: 'Prueba' })
      .getByRole('button', { name: 'Ejecutar', exact: true })
      .click()
    proveedor.say(answer)
    await page.getByRole('button', { name: 'Explicar este error' }).click()
    const explained = page.getByRole('region', { name: 'Explicación del error' })
    await explained.getByText('Divide entre cero.').waitFor()
    await explained.getByRole('button', { name: 'Ir a «Dividir»' }).click()
    await page.getByRole('complementary', { name: 'Inspector' }).waitFor()

    const [run] = (await product.api('GET', `/ejecuciones?procesoId=${id}`)).json as { id: string }[]
    proveedor.say(answer)
    await page.goto(`/ejecuciones/${run?.id}`)
    await page.getByRole('button', { name: 'Explicar este error' }).click()
    await explained.getByText('Cambie el divisor.').waitFor()
    await explained.getByRole('link', { name: 'Ver «Dividir» en el lienzo' }).click()
    await page.getByRole('complementary', { name: 'Inspector' }).getByText('Dividir').first().waitFor()
  })
})
