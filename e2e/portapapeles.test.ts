import type { ProcesoGuardado } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn, openTab } from './browser.ts'
import { chooseNodo, inspector, nodo } from './canvas.ts'
import { flujoOf } from './flujos.ts'
import { type Product, startStoryProduct } from './product.ts'
import { expectStored } from './stored-flujo.ts'

let product: Product

beforeAll(async () => {
  product = await startStoryProduct()
})
afterAll(() => product.stop())

async function create(nombre: string): Promise<string> {
  const { json } = await product.api('POST', '/procesos', { nombre })
  return (json as ProcesoGuardado).id
}

describeInBrowser('the clipboard of parameters', () => {
  test('parameters go from one node to another by the rules of the clipboard', async () => {
    const id = await create('Portapapeles')
    const page = await openSignedIn(product, `/flujo/${id}`)
    const menu = async (item: string) => {
      await inspector(page).getByRole('button', { name: 'Parámetros del nodo' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await chooseNodo(page, nodo(page, 'Entrada'))
    await menu('Pegar parámetros')
    await page.getByText('No hay datos en el clipboard').waitFor()
    await inspector(page).getByRole('button', { name: 'Añadir dato' }).click()
    await menu('Copiar parámetros')
    await page.getByText('1 parámetros copiados al clipboard').waitFor()
    await menu('Pegar parámetros')
    await page.getByText('Los nodos de entrada no pueden recibir paste').waitFor()
    await chooseNodo(page, nodo(page, 'Salida'))
    await menu('Pegar parámetros')
    await page.getByText('1 parámetros pegados correctamente').waitFor()
    await inspector(page).getByRole('button', { name: 'Entrada › dato1: cambiar el dato de dato1' }).waitFor()
    await menu('Vaciar el clipboard')
    await page.getByText('El clipboard ha sido vaciado').waitFor()

    // All of it is told again, the newest first, also what was refused and also in another tab.
    await page.getByRole('button', { name: 'Registro del clipboard' }).click()
    const log = page.getByRole('list', { name: 'Operaciones del clipboard' }).getByRole('listitem')
    await log.first().waitFor()
    const told = await log.allInnerTexts()
    const [emptied = '', pasted = '', refused = '', copied = '', first = ''] = told
    expect(told).toHaveLength(5)
    expect(emptied).toMatch(/Vaciar.*Hecho/s)
    expect(pasted).toMatch(/Pegar.*Hecho.*Entrada \(n1\) → Salida \(n2\).*Portapapeles · 1 parámetro/s)
    expect(refused).toMatch(/No permitido.*Los nodos de entrada no pueden recibir paste/s)
    expect(copied).toMatch(/Copiar.*Entrada \(n1\)/s)
    expect(first).toContain('No hay datos en el clipboard')
  })

  test('what the clipboard refuses says why: by node, by servidor, by age and by what is in it; a reference is lost on the way to another proceso', async () => {
    const llamada = (id: string, nombre: string, tipoServidor: string) => ({
      id,
      tipo: 'proceso',
      nombre,
      tipoServidor,
      tipoObjeto: 'consulta',
      parametros: [{ nombre: 'id', valor: 7 }],
    })
    const flujo = flujoOf(
      [
        { id: 'e', tipo: 'entrada', nombre: 'Entrada', parametros: [{ nombre: 'id', tipo: 'entero' }] },
        llamada('a', 'En PostgreSQL', 'postgresql'),
        llamada('b', 'En MySQL', 'mysql'),
        { id: 'c', tipo: 'condicion', nombre: 'País', casos: [] },
        { id: 's', tipo: 'salida', nombre: 'Salida' },
      ],
      'e>a',
      'a>b',
    )
    const { json } = await product.api('POST', '/procesos', { nombre: 'Negativas', flujo })
    const other = await create('Al otro lado')
    const page = await openSignedIn(product, `/flujo/${(json as ProcesoGuardado).id}`)
    const does = async (nombre: string, keys: 'Shift+C' | 'Shift+V', told: string, tab = page) => {
      await nodo(tab, nombre).press('Space')
      await nodo(tab, nombre).press(keys)
      await tab.getByText(told).first().waitFor()
    }
    /** As time, an older tab or another program may change what was copied. */
    const change = (how: string) =>
      page.evaluate(`{
        const held = JSON.parse(localStorage.getItem('lienzo:parametros'));
        ${how};
        localStorage.setItem('lienzo:parametros', JSON.stringify(held))
      }`)
    await does('Salida', 'Shift+C', 'Los nodos de salida no pueden copiar datos')
    await does('País', 'Shift+C', 'Los nodos de condición no soportan copy/paste')
    await does('En PostgreSQL', 'Shift+C', '1 parámetros copiados al clipboard')
    const servers = 'No se puede pegar: tipos de servidor incompatibles (postgresql → mysql)'
    await does('En MySQL', 'Shift+V', servers)
    await change('held.timestamp -= 600_001')
    await does('Salida', 'Shift+V', 'Los datos del clipboard han expirado (>10 minutos)')

    await does('Entrada', 'Shift+C', '1 parámetros copiados al clipboard')
    await change("held.datos = [{ nombre: 'id' }]")
    await does('En MySQL', 'Shift+V', 'Los datos no pasan la validación de integridad')
    await change("held.version = '0.9'")
    await does('Salida', 'Shift+V', 'Error al pegar los datos')

    // In another tab and another proceso there is no such node.
    await does('Entrada', 'Shift+C', '1 parámetros copiados al clipboard')
    const beside = await openTab(page)
    await beside.goto(`/flujo/${other}`)
    await does('Salida', 'Shift+V', '1 parámetros pegados correctamente', beside)
    await expectStored(product, other, ({ nodos }) => nodos[1]?.parametros).toEqual([
      { nombre: 'id', tipo: 'entero', orden: 1, valor: '' },
    ])
  })
})
