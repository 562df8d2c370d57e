import { expect, test } from 'vitest'
import { readImportado } from './read-importado.ts'

test.each([
  ['a workflow of n8n', { nodes: [], connections: {} }],
  ['a list of Node-RED', [{ id: 'a', type: 'tab' }]],
  ['flows of Node-RED with their revision', { flows: [], rev: '1' }],
])('%s is for the server to convert', (_, documento) => {
  expect(readImportado(JSON.stringify(documento))).toEqual({ isPaquete: false, reasons: [], documento })
})

test('anything else is read as a proceso that was exported', () => {
  expect(readImportado('{"formato": "otro"}')).toMatchObject({
    isPaquete: false,
    reasons: expect.arrayContaining([expect.stringMatching(/^formato: /)]),
  })
})

test.each(['{"hola": 1}', '7', 'null'])('%s is said to be neither, in one sentence', (text) => {
  expect(readImportado(text)).toEqual({
    isPaquete: false,
    reasons: [expect.stringMatching(/^No es un proceso exportado de DIV ni un flujo de n8n o de Node-RED/)],
  })
})
