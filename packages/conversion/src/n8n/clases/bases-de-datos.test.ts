import { LIMITS, parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { convert } from '../../convert.ts'

/** What one node of n8n behind a beginning by hand becomes. */
function convertNodo(type: string, parameters: object, typeVersion = 1) {
  const { informe, paquetes } = convert(
    {
      nodes: [
        { name: 'Inicio', type: 'n8n-nodes-base.manualTrigger' },
        { name: 'Nodo', type: `n8n-nodes-base.${type}`, typeVersion, parameters },
      ],
      connections: { Inicio: { main: [[{ node: 'Nodo' }]] } },
    },
    { limits: LIMITS },
  )
  const nodo = parseFlujo(paquetes[0]?.proceso.flujo).nodos.find(({ tipo }) => tipo === 'proceso')
  return { linea: informe[1], objeto: nodo && Reflect.get(nodo, 'objeto'), parametros: nodo?.parametros }
}

const donde = (condition: string) => ({ values: [{ column: 'estado', condition, value: 'x' }] })
const porEstado = { columna: 'estado', operador: '=', parametro: 'donde1' }

test.each([
  ['microsoftSql', { operation: 'delete', table: 'a' }, 'tomado', { filtro: [{ columna: 'id' }] }],
  [
    'microsoftSql',
    { operation: 'delete', table: 'a', deleteKey: 'codigo' },
    'tomado',
    { filtro: [{ columna: 'codigo' }] },
  ],
  ['postgres', { operation: 'deleteTable', table: 'a' }, 'aproximado', { todas: true }],
  ['mySql', { operation: 'deleteTable', table: 'a', deleteCommand: 'delete' }, 'aproximado', { todas: true }],
  [
    'postgres',
    { operation: 'deleteTable', table: 'a', deleteCommand: 'delete', where: donde('equal') },
    'tomado',
    { filtro: [porEstado] },
  ],
  [
    'postgres',
    {
      operation: 'deleteTable',
      table: 'a',
      deleteCommand: 'delete',
      where: donde('equal'),
      combineConditions: 'OR',
    },
    'tomado',
    { filtro: { o: [porEstado] } },
  ],
])('%s that deletes with %o is «%s»', (type, parameters, veredicto, kept) => {
  const { linea, objeto } = convertNodo(type, parameters)
  expect(linea?.veredicto).toBe(veredicto)
  expect(objeto).toEqual({ tabla: 'a', operacion: 'eliminar', ...kept })
})

test('what deletes every row says so', () => {
  expect(convertNodo('postgres', { operation: 'deleteTable', table: 'a' }).linea?.mensaje).toContain(
    'Borra todas las filas.',
  )
})

test('a condition that is not known is not another one', () => {
  const parameters = {
    operation: 'deleteTable',
    table: 'a',
    deleteCommand: 'delete',
    where: donde('SIMILAR TO'),
  }
  const { linea, objeto } = convertNodo('postgres', parameters)
  expect(linea?.veredicto).toBe('noTomado')
  expect(linea?.mensaje).toContain('«SIMILAR TO»')
  expect(objeto).toBeUndefined()
})

test.each([
  [
    "=select * from a where b like '%{{ $json.x }}%' and c = {{ $json.y }}",
    'select * from a where b like :x and c = :y',
    [
      ['x', '"%" & SI(ES_LOGICO(DE_PARES([]).x); A_JSON(DE_PARES([]).x); DE_PARES([]).x) & "%"'],
      ['y', 'DE_PARES([]).y'],
    ],
  ],
  ["=select '{{ $json.x }}' as x, 'it''s' as y", "select :x as x, 'it''s' as y", [['x', 'DE_PARES([]).x']]],
  [
    "=insert into a (b, c) values ('{{ $json.x }}', '{{ $json.x }}')",
    'insert into a (b, c) values (:x, :x2)',
    [
      ['x', 'DE_PARES([]).x'],
      ['x2', 'DE_PARES([]).x'],
    ],
  ],
  [
    '=select * from a where b = {{ $json.x }} order by b limit {{ $json.n }}',
    'select * from a where b = :x order by b limit :n',
    [
      ['x', 'DE_PARES([]).x'],
      ['n', 'DE_PARES([]).n'],
    ],
  ],
])('%s is a statement whose values are bound', (query, sql, bound) => {
  const { objeto, parametros } = convertNodo('postgres', { operation: 'executeQuery', query })
  expect(objeto).toEqual({ sql })
  expect(parametros?.map(({ nombre, expresion }) => [nombre, expresion])).toEqual(bound)
})

test.each([
  '=select * from {{ $json.t }}',
  '=select * from dbo.{{ $json.t }} where a = 1',
  '=select * from a, {{ $json.t }}',
  '=insert into {{ $json.t }} values (1)',
  '=update {{ $json.t }} set a = 1',
  '=select * from a join {{ $json.t }} on 1 = 1',
  '=truncate table {{ $json.t }}',
  '=select * from a order by {{ $json.c }}',
  '=select * from a order by lower(b) {{ $json.d }}',
  '=select * from "a{{ $json.t }}"',
  '=select * from a where b_{{ $json.c }} = 1',
  '=select 1 -- {{ $json.c }}',
  "=select 'a {{ $json.c }}",
  '={{ $json.sql }}',
  '=select * from a where {{ $json.c }}',
  '=select * from a where b = 1 and {{ $json.c }}',
  '=select * from a where b = 1 {{ $json.mas }}',
  '=select * from a where b in {{ $json.l }}',
  '=select {{ $json.columnas }} from a',
  '=insert into a ({{ $json.columnas }}) values (1)',
  '=insert into a (b) values {{ $json.filas }}',
  '=update a set {{ $json.cambios }} where b = 1',
  "=select * from a where b > now() - interval '{{ $json.n }} days'",
])('%s computes more than values: it is not taken', (query) => {
  const { linea, objeto } = convertNodo('postgres', { operation: 'executeQuery', query })
  expect(linea?.veredicto).toBe('noTomado')
  expect(objeto).toBeUndefined()
})

test.each([
  '=select * from a where id in ({{ $json.ids }})',
  '=insert into a (b, c) values ({{ $json.fila }})',
  '=select * from a where {{ $json.columna }} = 1',
  '=select {{ $json.x }} as x from a',
])('%s may compute more than values: it is told', (query) => {
  const { linea, objeto } = convertNodo('postgres', { operation: 'executeQuery', query })
  expect(linea?.veredicto).toBe('aproximado')
  expect(objeto).toBeDefined()
})

test.each([
  '=select * from a where b between {{ $json.x }} and {{ $json.y }} and c like {{ $json.z }}',
  '=select f({{ $json.x }}) from a where b = any({{ $json.y }}) or c = -{{ $json.z }}::int',
  '=insert into a (b) values ({{ $json.x }}) on conflict (b) do update set c = {{ $json.y }}, d = {{ $json.z }}',
  '=exec p {{ $json.x }}, {{ $json.y }}',
  "=select * from a where b = '' || {{ $json.x }} limit {{ $json.n }} offset {{ $json.m }}",
])('%s computes nothing but values', (query) => {
  expect(convertNodo('postgres', { operation: 'executeQuery', query }).linea?.veredicto).toBe('tomado')
})

test.each([
  [{ operation: 'insert', table: 'a', columns: '={{ Object.keys($json).join() }}' }],
  [{ operation: 'select', table: { value: '={{ $json.t }}' } }],
  [{ operation: 'select', table: 'a', sort: { values: [{ column: '={{ $json.c }}' }] } }],
])('computed names in %o are not taken', (parameters) => {
  expect(convertNodo('postgres', parameters).linea?.veredicto).toBe('noTomado')
})

test('a number that an expression computes is told of', () => {
  const { linea } = convertNodo('postgres', { operation: 'select', table: 'a', limit: '={{ $json.n }}' })
  expect([linea?.veredicto, linea?.mensaje.includes('quedó en 50')]).toEqual(['aproximado', true])
})
