import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTraductor, type Traductor, VALORES } from './conversion-testing.ts'

let traductor: Traductor
beforeAll(async () => {
  traductor = await startTraductor()
})
afterAll(() => traductor.close())

/** Nodes of Node-RED one behind the other, between a call and its answer. */
async function bringNodeRed(...nodos: readonly object[]) {
  const chain = [{ type: 'http in', method: 'post', url: '/a' }, ...nodos, { type: 'http response' }]
  const { paquetes } = await traductor.convert(
    chain.map((nodo, index) => ({ id: `n${index}`, z: 't', wires: [[`n${index + 1}`]], ...nodo })),
  )
  const { call } = await traductor.bringCalled(paquetes[0])
  return call
}

describe('a rule of Node-RED holds for the values for which it held there', () => {
  test.each<[object, unknown[]]>([
    [{ t: 'true' }, [true]],
    [{ t: 'false' }, [false]],
    [{ t: 'null' }, [null]],
    [{ t: 'nnull' }, VALORES.filter((v) => v !== null)],
    [{ t: 'empty' }, ['', [], {}]],
    [{ t: 'nempty' }, [' ', '0', 'a', ['a'], { b: 1 }]],
    [{ t: 'eq', v: '5', vt: 'num' }, [5]],
    [{ t: 'gt', v: '0', vt: 'num' }, [5]],
    [{ t: 'hask', v: 'b', vt: 'str' }, [{ b: 1 }]],
  ])('%o', async (rule, held) => {
    const { paquetes } = await traductor.convert([
      { id: 'e', z: 't', type: 'http in', method: 'post', url: '/a', wires: [['s']] },
      {
        id: 's',
        z: 't',
        type: 'switch',
        property: 'payload.v',
        rules: [rule, { t: 'else' }],
        checkall: 'false',
        wires: [['si'], ['no']],
      },
      { id: 'si', z: 't', type: 'http response', statusCode: '201', wires: [] },
      { id: 'no', z: 't', type: 'http response', statusCode: '202', wires: [] },
    ])
    const { call } = await traductor.bringCalled(paquetes[0])
    const found: unknown[] = []
    for (const v of VALORES) if ((await call({ v })).estadoHttp === 201) found.push(v)
    expect(found).toEqual(held)
  })

  test('of a pattern a part is enough, and it may not look at capitals', async () => {
    const regla = (resto: object) => ({
      type: 'switch',
      property: 'payload.v',
      rules: [{ t: 'regex', v: '^a', vt: 'str', ...resto }],
      wires: [['n2']],
    })
    const exact = await bringNodeRed(regla({}))
    const any = await bringNodeRed(regla({ case: true }))
    const held = async (call: typeof exact, v: string) => (await call({ v })).salida !== null
    expect([
      await held(exact, 'abc'),
      await held(exact, 'Abc'),
      await held(any, 'Abc'),
      await held(any, 'bA'),
    ]).toEqual([true, false, true, false])
  })
})

describe('a node of Node-RED makes of its message what it made there', () => {
  const set = (p: string, to: string, tot = 'str') => ({ t: 'set', p, to, tot })

  test.each<[string, object[], object, unknown]>([
    [
      'change sets, moves and deletes',
      [
        {
          type: 'change',
          rules: [
            set('payload.z', '0', 'num'),
            set('payload.f', 'false', 'bool'),
            { t: 'move', p: 'payload.a', to: 'payload.c.d' },
            { t: 'delete', p: 'payload.b' },
          ],
        },
      ],
      { a: '', b: 1 },
      { z: 0, f: false, c: { d: '' } },
    ],
    [
      'change of a text',
      [
        {
          type: 'change',
          rules: [{ t: 'change', p: 'payload.a', from: 'x', fromt: 'str', to: 'y', tot: 'str' }],
        },
      ],
      { a: 'axbx' },
      { a: 'ayby' },
    ],
    [
      'template',
      [{ type: 'template', template: '{{payload.t}}|{{{payload.t}}}|{{payload.n}}' }],
      { t: '<a>', n: 0 },
      '&lt;a&gt;|<a>|0',
    ],
    [
      'template that is JSON',
      [{ type: 'template', template: '{ "n": {{{payload.n}}}, "f": {{{payload.f}}} }', output: 'json' }],
      { n: 0, f: false },
      { n: 0, f: false },
    ],
    [
      'json, of an object',
      [{ type: 'json', property: 'payload.a' }],
      { a: { b: false } },
      { a: '{"b":false}' },
    ],
    ['json, of a text', [{ type: 'json', property: 'payload.a' }], { a: '{"b":null}' }, { a: { b: null } }],
    ['xml', [{ type: 'xml', property: 'payload.a' }], { a: '<r><b>0</b></r>' }, { a: { r: { b: '0' } } }],
    [
      'range',
      [
        {
          type: 'range',
          property: 'payload.a',
          minin: '0',
          maxin: '10',
          minout: '0',
          maxout: '100',
          action: 'clamp',
          round: true,
        },
      ],
      { a: 12 },
      { a: 100 },
    ],
    [
      'sort',
      [
        {
          type: 'sort',
          target: 'payload.l',
          targetType: 'msg',
          msgKey: 'p',
          msgKeyType: 'jsonata',
          order: 'descending',
        },
      ],
      { l: [{ p: 0 }, { p: 2 }] },
      { l: [{ p: 2 }, { p: 0 }] },
    ],
    [
      'split and join',
      [
        { type: 'change', rules: [set('payload', 'payload.l', 'msg')] },
        { type: 'split', splt: '\\n' },
        { type: 'change', rules: [set('payload', 'payload.v', 'msg')] },
        { type: 'join', mode: 'custom', build: 'array' },
      ],
      { l: [{ v: 0 }, { v: false }, { v: '' }] },
      [0, false, ''],
    ],
    [
      'join to a text',
      [
        { type: 'change', rules: [set('payload', 'payload.t', 'msg')] },
        { type: 'split', splt: '\\n' },
        { type: 'join', mode: 'custom', build: 'string', joiner: ',' },
      ],
      { t: 'a\n\nb' },
      'a,,b',
    ],
    [
      'csv',
      [
        { type: 'change', rules: [set('payload', 'payload.t', 'msg')] },
        { type: 'csv', sep: ';', multi: 'mult', hdrin: true },
      ],
      { t: 'a;b\n0;\n' },
      [{ a: '0', b: '' }],
    ],
    [
      'delay',
      [{ type: 'delay', pauseType: 'delay', timeout: '1', timeoutUnits: 'milliseconds' }],
      { a: 0 },
      { a: 0 },
    ],
  ])('%s', async (_, nodos, body, expected) => {
    const call = await bringNodeRed(...nodos)
    expect((await call(body)).salida).toEqual(expected)
  })
})

test('a subflow of Node-RED stands before what calls it, and is found once it is published', async () => {
  const { paquetes, faltantes } = await traductor.convert([
    { id: 't', type: 'tab', label: 'Llama' },
    { id: 'e', z: 't', type: 'http in', method: 'post', url: '/a', wires: [['u']] },
    { id: 'u', z: 't', type: 'subflow:doble', wires: [['r']] },
    { id: 'r', z: 't', type: 'http response', wires: [] },
    {
      id: 'cuatro',
      type: 'subflow',
      name: 'Por cuatro',
      in: [{ wires: [{ id: 'd1' }] }],
      out: [{ wires: [{ id: 'd1', port: 0 }] }],
    },
    {
      id: 'd1',
      z: 'cuatro',
      type: 'range',
      property: 'payload',
      minin: '0',
      maxin: '1',
      minout: '0',
      maxout: '4',
      wires: [[]],
    },
    {
      id: 'doble',
      type: 'subflow',
      name: 'Por ocho',
      in: [{ wires: [{ id: 'm' }] }],
      out: [{ wires: [{ id: 'd2', port: 0 }] }],
    },
    { id: 'm', z: 'doble', type: 'change', rules: [set('payload', 'payload.n', 'msg')], wires: [['d3']] },
    { id: 'd3', z: 'doble', type: 'subflow:cuatro', wires: [['d2']] },
    {
      id: 'd2',
      z: 'doble',
      type: 'range',
      property: 'payload',
      minin: '0',
      maxin: '1',
      minout: '0',
      maxout: '2',
      wires: [[]],
    },
  ])
  expect(paquetes.map(({ proceso }) => proceso.nombre)).toEqual(['Por cuatro', 'Por ocho', 'Llama'])
  expect(faltantes).toEqual([])
  await traductor.bringPublished(paquetes[0])
  await traductor.bringPublished(paquetes[1])
  const { call } = await traductor.bringCalled(paquetes[2])
  expect((await call({ n: 0.5 })).salida).toBe(4)
})

const set = (p: string, to: string, tot: string) => ({ t: 'set', p, to, tot })
