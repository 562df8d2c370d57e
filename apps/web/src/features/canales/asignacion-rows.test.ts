import { expect, test } from 'vitest'
import {
  type AsignacionRow,
  findProblems,
  matches,
  newRow,
  problemsOf,
  toAsignaciones,
} from './asignacion-rows.ts'

const proceso = {
  id: '019a0000-0000-7000-8000-000000000001',
  nombre: 'Consultar cliente',
  versionPublicada: 2,
}
const row = (fields: Partial<AsignacionRow> = {}): AsignacionRow => ({
  ...newRow(proceso, { tipo: 'REST', rows: [], key: 'a' }),
  ...fields,
})

test('a process is assigned to a path of its own name, and never twice to the same', () => {
  const first = row()
  expect(first).toMatchObject({ metodo: 'GET', ruta: '/consultar-cliente', version: 'publicada' })
  expect(newRow(proceso, { tipo: 'REST', rows: [first], key: 'b' }).ruta).toBe('/consultar-cliente-2')
})

test('in a SOAP canal it is an operation', () => {
  const assigned = newRow(proceso, { tipo: 'SOAP', rows: [], key: 'a' })
  expect(toAsignaciones([assigned])).toEqual([
    { procesoId: proceso.id, version: 'publicada', etag: false, operacion: 'ConsultarCliente' },
  ])
})

test.each([
  ['nothing', row(), {}],
  ['a path without its slash', row({ ruta: 'clientes' }), { ruta: expect.stringContaining('Empiece por /') }],
  ['half a parameter', row({ ruta: '/a/x{id}' }), { ruta: expect.stringContaining('parámetro completo') }],
  [
    'a process that is not published',
    row({ versionPublicada: null }),
    { version: expect.stringContaining('Publíquelo primero') },
  ],
  ['a version that was chosen', row({ version: 1 }), {}],
])('%s is told at the field', (_, each, problems) => {
  expect(problemsOf(findProblems([each], 'REST'), 0)).toEqual(problems)
})

test('two rows that would answer the same call clash at the second', () => {
  const rows = [row({ ruta: '/clientes/{id}' }), row({ ruta: '/clientes/{clave}' })]
  const errors = findProblems(rows, 'REST')
  expect(problemsOf(errors, 0)).toEqual({})
  expect(problemsOf(errors, 1).ruta).toContain('choca con GET /clientes/{id}')
})

test('rows are found by process, method and path', () => {
  for (const q of ['cliente', 'get', '/consultar']) expect(matches(row(), q)).toBe(true)
  expect(matches(row(), 'pedido')).toBe(false)
})
