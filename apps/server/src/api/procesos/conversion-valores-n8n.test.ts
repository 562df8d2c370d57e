import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTraductor, type Traductor, VALORES } from './conversion-testing.ts'

let traductor: Traductor
beforeAll(async () => {
  traductor = await startTraductor()
})
afterAll(() => traductor.close())

type NodoDeN8n = readonly [tipo: string, version: number, parametros: object]

const nodoDeN8n = (name: string, [tipo, typeVersion, parameters]: NodoDeN8n) => ({
  name,
  type: `n8n-nodes-base.${tipo}`,
  typeVersion,
  parameters,
})

/** A flow of n8n that is called with `items`, does one thing with each, and answers all that comes of them. */
async function runN8n(nodo: NodoDeN8n, items: readonly unknown[]): Promise<unknown> {
  const { paquetes } = await traductor.convert({
    nodes: [
      nodoDeN8n('Llamada', [
        'webhook',
        2,
        { httpMethod: 'POST', path: 'a', responseMode: 'lastNode', responseData: 'allEntries' },
      ]),
      nodoDeN8n('Separar', ['splitOut', 1, { fieldToSplitOut: 'body.items' }]),
      nodoDeN8n('Nodo', nodo),
    ],
    connections: {
      Llamada: { main: [[{ node: 'Separar' }]] },
      Separar: { main: [[{ node: 'Nodo' }]] },
    },
  })
  const { salida } = await traductor.run(await traductor.bring(paquetes[0]), { items })
  return salida
}
describe('a condition of n8n holds for the values for which it held there', () => {
  const elementos = VALORES.map((v, i) => ({ i, v }))
  const conVersion2 = (
    operation: string,
    rightValue?: unknown,
    type = 'string',
    leftValue = '={{ $json.v }}',
  ) => ({
    conditions: { conditions: [{ leftValue, rightValue, operator: { type, operation } }] },
  })

  const sinMayusculas = ({ conditions }: ReturnType<typeof conVersion2>) => ({
    conditions: { ...conditions, options: { caseSensitive: false } },
  })

  test.each<[string, number, object, unknown[]]>([
    ['exists', 2.2, conVersion2('exists'), VALORES.filter((v) => v !== null)],
    ['notExists', 2.2, conVersion2('notExists'), [null]],
    [
      'exists, whatever its capitals',
      2.2,
      sinMayusculas(conVersion2('exists')),
      VALORES.filter((v) => v !== null),
    ],
    ['notExists, whatever its capitals', 2.2, sinMayusculas(conVersion2('notExists')), [null]],
    ['empty', 2.2, conVersion2('empty'), ['', null, [], {}]],
    ['notEmpty', 2.2, conVersion2('notEmpty'), [false, true, 0, 5, ' ', '0', 'a', ['a'], { b: 1 }]],
    ['true', 2.2, conVersion2('true', '', 'boolean'), [true]],
    ['false', 2.2, conVersion2('false', '', 'boolean'), [false, null]],
    ['equals an empty text', 2.2, conVersion2('equals', ''), ['', null]],
    ['notEquals a', 2.2, conVersion2('notEquals', 'a'), VALORES.filter((v) => v !== 'a')],
    ['equals 0', 2.2, conVersion2('equals', 0, 'number'), [0, '0']],
    ['gt 0', 2.2, conVersion2('gt', 0, 'number'), [5]],
    ['contains a', 2.2, conVersion2('contains', 'a'), ['a', ['a']]],
    [
      'notContains a',
      2.2,
      conVersion2('notContains', 'a'),
      VALORES.filter((v) => v !== 'a' && String(v) !== 'a'),
    ],
    [
      'what an expression takes for true',
      2.2,
      conVersion2('true', '', 'boolean', '={{ !!$json.v }}'),
      [true, 5, ' ', '0', 'a', [], ['a'], {}, { b: 1 }],
    ],
    [
      'isEmpty',
      1,
      { conditions: { string: [{ value1: '={{ $json.v }}', operation: 'isEmpty' }] } },
      ['', null, [], {}],
    ],
    ['equal false', 1, { conditions: { boolean: [{ value1: '={{ $json.v }}', value2: false }] } }, [false]],
  ])('%s', async (_, version, conditions, kept) => {
    const left = await runN8n(['filter', version, conditions], elementos)
    expect((left as typeof elementos).map(({ v }) => v)).toEqual(kept)
  })

  test.each([
    ['b$', ['ab', 'xAb', 'b']],
    ['/^A/i', ['ab', 'ABC', 'a\nc']],
    ['/a.c/s', ['a\nc']],
  ])('of the pattern %s a part is enough', async (patron, kept) => {
    const textos = ['ab', 'xAb', 'b', 'ABC', 'a\nc', '', null]
    const left = await runN8n(
      ['filter', 2.2, conVersion2('regex', patron)],
      textos.map((v) => ({ v })),
    )
    expect((left as { v: unknown }[]).map(({ v }) => v)).toEqual(kept)
  })

  test('where it does not look at capitals, neither does what comes of it', async () => {
    const conditions = sinMayusculas(conVersion2('startsWith', 'AB'))
    expect(await runN8n(['filter', 2.2, conditions], [{ v: 'abc' }, { v: 'b' }, { v: null }])).toEqual([
      { v: 'abc' },
    ])
  })
})

describe('a node of n8n makes of its items what it made there', () => {
  const assign = (campos: Record<string, [tipo: string, valor: unknown]>) => ({
    assignments: {
      assignments: Object.entries(campos).map(([name, [type, value]]) => ({ name, type, value })),
    },
  })

  test.each<[string, NodoDeN8n, unknown[], unknown]>([
    [
      'Set of the first version keeps the others',
      [
        'set',
        1,
        {
          values: {
            string: [{ name: 'a.b', value: '={{ $json.n }}' }],
            boolean: [{ name: 'c', value: false }],
          },
        },
      ],
      [{ n: 0 }],
      [{ n: 0, a: { b: 0 }, c: false }],
    ],
    [
      'Set of version 3.2 keeps them too, and reads JSON',
      [
        'set',
        3.2,
        {
          fields: {
            values: [
              { name: 'n', type: 'numberValue', numberValue: '={{ $json.t }}' },
              {
                name: 'l',
                type: 'arrayValue',
                arrayValue: '=[{{ $json.f }}, {{ $json.nada }}, "{{ $json.t }}"]',
              },
              { name: 'o', type: 'objectValue', objectValue: '{ "x": 1 }' },
            ],
          },
        },
      ],
      [{ t: '5', f: false }],
      [{ t: '5', f: false, n: 5, l: [false, null, '5'], o: { x: 1 } }],
    ],
    [
      'Set of version 3.2 writes yes and no as texts, and leaves out what is usual',
      [
        'set',
        3.2,
        {
          include: 'none',
          fields: {
            values: [
              { name: 'si', type: 'booleanValue' },
              { name: 'tambien', type: 'booleanValue', booleanValue: 'true' },
              { name: 'no', type: 'booleanValue', booleanValue: 'false' },
              { name: 'f', type: 'booleanValue', booleanValue: '={{ $json.f }}' },
              { name: 't', stringValue: '={{ $json.n }}' },
              { name: 'vacio' },
              { name: 'n', type: 'numberValue' },
              { name: 'l', type: 'arrayValue' },
              { name: 'o', type: 'objectValue' },
            ],
          },
        },
      ],
      [{ f: false, n: 5 }],
      [{ si: true, tambien: true, no: false, f: false, t: '5', vacio: '', n: 0, l: [], o: {} }],
    ],
    [
      'Set takes the first of several that is something',
      [
        'set',
        3.4,
        assign({
          de: [
            'string',
            '={{ $json.telefono || $json.movil || $json.direccion || $json.contacto || $json.correo || "nadie" }}',
          ],
        }),
      ],
      [{ telefono: '', movil: 0, correo: 'a@a.example' }, { contacto: false }],
      [{ de: 'a@a.example' }, { de: 'nadie' }],
    ],
    [
      'Set of version 3.4 does not',
      ['set', 3.4, assign({ a: ['string', '={{ $json.n }}'] })],
      [{ n: 0, b: 1 }],
      [{ a: '0' }],
    ],
    [
      'Set leaves out what it is told to',
      [
        'set',
        3.4,
        {
          includeOtherFields: true,
          include: 'except',
          excludeFields: 'b, c',
          ...assign({ d: ['number', 0] }),
        },
      ],
      [{ a: '', b: 1, c: 2 }],
      [{ a: '', d: 0 }],
    ],
    [
      'Set as JSON',
      [
        'set',
        3.4,
        {
          mode: 'raw',
          jsonOutput:
            '={ "f": {{ $json.f }}, "n": {{ $json.nada }}, "c": {{ $json.c }}, "t": "<{{ $json.t }}>", "o": {{ $json.o }}, "s": {{ JSON.stringify($json.t) }} }',
        },
      ],
      [{ f: false, c: 0, t: '', o: { a: [] } }],
      [{ f: false, n: null, c: 0, t: '<>', o: { a: [] }, s: '' }],
    ],
    [
      'Rename Keys',
      ['renameKeys', 1, { keys: { key: [{ currentKey: 'a', newKey: 'b' }] } }],
      [{ a: 0, c: '' }],
      [{ c: '', b: 0 }],
    ],
    [
      'Sort',
      [
        'sort',
        1,
        { sortFieldsUi: { sortField: [{ fieldName: 'a', order: 'descending' }, { fieldName: 'b' }] } },
      ],
      [
        { a: 1, b: 2 },
        { a: 2, b: 1 },
        { a: 1, b: 1 },
      ],
      [
        { a: 2, b: 1 },
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ],
    ],
    [
      'Limit',
      ['limit', 1, { maxItems: 2, keep: 'lastItems' }],
      [{ a: 1 }, { a: 2 }, { a: 3 }],
      [{ a: 2 }, { a: 3 }],
    ],
    [
      'Remove Duplicates by all but a field',
      ['removeDuplicates', 1, { compare: 'allFieldsExcept', fieldsToExclude: 'n' }],
      [
        { a: 0, n: 1 },
        { a: '', n: 2 },
        { a: 0, n: 3 },
        { a: null, n: 4 },
      ],
      [
        { a: 0, n: 1 },
        { a: '', n: 2 },
        { a: null, n: 4 },
      ],
    ],
    [
      'Aggregate leaves out what is missing, and keeps what is false',
      ['aggregate', 1, { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'c.v' }] } }],
      [{ c: { v: 0 } }, { c: { v: null } }, {}, { c: { v: false } }, { c: { v: '' } }],
      [{ v: [0, false, ''] }],
    ],
    [
      'Split Out',
      ['splitOut', 1, { fieldToSplitOut: 'l' }],
      [{ l: [{ a: 0 }, { a: false }] }, { l: [] }, {}],
      [{ a: 0 }, { a: false }],
    ],
    [
      'Crypto',
      ['crypto', 1, { type: 'SHA256', value: '={{ $json.a }}', dataPropertyName: 'h' }],
      [{ a: '' }],
      [{ a: '', h: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }],
    ],
    [
      'Date & Time',
      ['dateTime', 2, { operation: 'formatDate', date: '={{ $json.d }}', format: 'dd/MM/yyyy' }],
      [{ d: '2026-03-09T10:00:00Z' }],
      [{ d: '2026-03-09T10:00:00Z', formattedDate: '09/03/2026' }],
    ],
    ['XML to JSON', ['xml', 1, { dataPropertyName: 'x' }], [{ x: '<a><b>0</b></a>' }], [{ a: { b: '0' } }]],
    [
      'JSON to XML of one field',
      ['xml', 1, { mode: 'jsonToxml' }],
      [{ a: { b: 0 } }],
      [{ data: '<a><b>0</b></a>' }],
    ],
    [
      'JSON to XML of several fields',
      ['xml', 1, { mode: 'jsonToxml' }],
      [{ a: false, b: '' }],
      [{ data: expect.stringMatching(/^<root><a>(true|false|FALSO)<\/a><b(\/|><\/b)>/) }],
    ],
  ])('%s', async (_, nodo, items, expected) => {
    const made = await runN8n(nodo, items)
    expect(Array.isArray(made) ? made : [made]).toEqual(expected)
  })
})

describe('what answers a webhook of n8n', () => {
  async function answer(nodo: NodoDeN8n, body: object) {
    const { paquetes } = await traductor.convert({
      nodes: [
        nodoDeN8n('Llamada', ['webhook', 2, { httpMethod: 'POST', path: 'a', responseMode: 'responseNode' }]),
        nodoDeN8n('Nodo', nodo),
      ],
      connections: { Llamada: { main: [[{ node: 'Nodo' }]] } },
    })
    const { salida, estadoHttp } = await traductor.run(await traductor.bring(paquetes[0]), body)
    return [estadoHttp, salida]
  }

  test.each<[string, NodoDeN8n, object, unknown[]]>([
    [
      'JSON with what was computed in it',
      [
        'respondToWebhook',
        1.1,
        {
          respondWith: 'json',
          responseBody: '={ "ok": {{ $json.body.ok }}, "n": {{ $json.body.n }} }',
          options: { responseCode: 201 },
        },
      ],
      { ok: false, n: null },
      [201, { ok: false, n: null }],
    ],
    [
      'a text',
      ['respondToWebhook', 1.1, { respondWith: 'text', responseBody: '=n: {{ $json.body.n }}' }],
      { n: 0 },
      [200, 'n: 0'],
    ],
    [
      'an error',
      ['stopAndError', 1, { errorMessage: '=No hay {{ $json.body.n }}' }],
      { n: 0 },
      [500, { error: 'No hay 0' }],
    ],
  ])('%s', async (_, nodo, body, expected) => {
    expect(await answer(nodo, body)).toEqual(expected)
  })
})

test('what a flow of n8n answers to another one is what that goes on with', async () => {
  const called = await traductor.convert({
    name: 'Sumar uno',
    nodes: [
      nodoDeN8n('Inicio', ['executeWorkflowTrigger', 1.1, { workflowInputs: { values: [{ name: 'n' }] } }]),
      nodoDeN8n('Más', [
        'set',
        3.4,
        { assignments: { assignments: [{ name: 'n', type: 'number', value: '={{ $json.n + 1 }}' }] } },
      ]),
    ],
    connections: { Inicio: { main: [[{ node: 'Más' }]] } },
  })
  await traductor.bringPublished(called.paquetes[0])
  const workflowId = { value: 'w1', cachedResultName: 'Sumar uno' }
  const made = await runN8n(
    ['executeWorkflow', 1.2, { workflowId, workflowInputs: { value: { n: '={{ $json.n }}' } } }],
    [{ n: 0 }, { n: -1 }],
  )
  expect(made).toEqual([{ n: 1 }, { n: 0 }])
})
