import { readFile } from 'node:fs/promises'
import { TIPOS_NODO, type TipoNodo } from '@div/contract'
import { hallazgosDe, llamada, type NodoDePrueba } from '@div/engine/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NODOS } from './catalogo.ts'
import { STEPS } from './steps.ts'

const readPage = (tipo: TipoNodo) => readFile(new URL(`${tipo}/${tipo}.md`, import.meta.url), 'utf8')

/** A flow in which the examples of the pages take their places by their ids. */
const AROUND: readonly NodoDePrueba[] = [
  { id: 'n1', tipo: 'entrada', parametros: [{ nombre: 'id' }, { nombre: 'lineas', tipo: 'lista' }] },
  llamada('n2'),
  { id: 'n3', tipo: 'transformacion' },
  { id: 'n4', tipo: 'splitter-split', lista: { nodo: 'n1', ruta: 'lineas' } },
  llamada('n6'),
  { id: 'n7', tipo: 'splitter-join', split: 'n4' },
  { id: 'n5', tipo: 'salida' },
]

/** The titles of a node type's own fields, as its form shows them. */
function titlesOf(schema: unknown): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { title?: string }> }
  return Object.values(properties).flatMap(({ title }) => title ?? [])
}

describe.each(TIPOS_NODO)('%s', (tipo) => {
  const schema = z.toJSONSchema(NODOS[tipo].config, { io: 'input' })

  test('has a step and a schema for its form', () => {
    expect(STEPS[tipo].definition).toBe(NODOS[tipo])
    expect(schema).toMatchObject({ type: 'object' })
  })

  test('has a page in Spanish: what it is for, its options by the names of its form', async () => {
    const page = await readPage(tipo)
    expect(page.split('\n')[0]).toBe(`# ${NODOS[tipo].label}`)
    expect(page.match(/^## .*$/gm)).toEqual(['## Opciones', '## Ejemplo'])
    for (const title of titlesOf(schema)) expect(page).toContain(`**${title}`)
  })

  test('has an example in its page that can stand in a flow as it is', async () => {
    const [, text = ''] = /```json\n([\s\S]+?)```/.exec(await readPage(tipo)) ?? []
    const example: NodoDePrueba = JSON.parse(text)
    expect(example.tipo).toBe(tipo)
    const nodos = AROUND.map((nodo) => (nodo.id === example.id ? example : nodo))
    expect(nodos).toContain(example)
    const fromN3 = tipo === 'condicion' ? 'n3:nuevo>n4 n3:preferente' : 'n3'
    expect(hallazgosDe(nodos, `n1>n2>n3 ${fromN3}>n4 n4:elemento>n6>n7>n5`)).toEqual([])
  })
})
