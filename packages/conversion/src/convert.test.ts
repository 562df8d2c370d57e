import { AppError, conversionSchema, LIMITS, parseFlujo } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert } from './convert.ts'
import { FLUJOS, readFlujo } from './flujos-testing.ts'
import { CLASES_DE_N8N } from './n8n/clases.ts'
import { CLASES_DE_NODE_RED } from './node-red/clases.ts'

test.each(FLUJOS)('the report of $archivo says what became of every node', async ({ archivo }) => {
  const { informe, faltantes, formato } = convert(readFlujo(archivo), { limits: LIMITS })
  const report = JSON.stringify({ formato, informe, faltantes }, null, 2)
  await expect(`${report}\n`).toMatchFileSnapshot(`${archivo}.informe.json`)
})

test('a loop of n8n is a region, and what comes back to it is what leaves it', () => {
  const { informe, paquetes } = convert(
    {
      nodes: [
        { name: 'Inicio', type: 'n8n-nodes-base.manualTrigger' },
        {
          name: 'Lotes',
          type: 'n8n-nodes-base.splitInBatches',
          typeVersion: 3,
          parameters: { batchSize: 1 },
        },
        {
          name: 'Doble',
          type: 'n8n-nodes-base.set',
          typeVersion: 3,
          parameters: {
            assignments: { assignments: [{ name: 'n', value: '={{ $json.n * 2 }}', type: 'number' }] },
          },
        },
        { name: 'Fin', type: 'n8n-nodes-base.noOp' },
      ],
      connections: {
        Inicio: { main: [[{ node: 'Lotes' }]] },
        Lotes: { main: [[{ node: 'Fin' }], [{ node: 'Doble' }]] },
        Doble: { main: [[{ node: 'Lotes' }]] },
      },
    },
    { limits: LIMITS },
  )
  expect(informe.map(({ nodo, veredicto, destino }) => [nodo, veredicto, destino])).toEqual([
    ['Inicio', 'tomado', undefined],
    ['Lotes', 'tomado', 'Elementos para Lotes → Lotes → Fin de Lotes'],
    ['Doble', 'tomado', 'Doble'],
    ['Fin', 'tomado', undefined],
  ])
  expect(paquetes).toHaveLength(1)
})

test('what is not understood is told with its text, and kept in the drawing', () => {
  const { informe, paquetes } = convert(
    {
      nodes: [
        { name: 'Inicio', type: 'n8n-nodes-base.manualTrigger' },
        {
          name: 'Raro',
          type: 'n8n-nodes-base.set',
          typeVersion: 3,
          parameters: {
            assignments: { assignments: [{ name: 'x', value: '={{ $json.a.match(/b/)[0] }}' }] },
          },
        },
        { name: 'Otro', type: 'n8n-nodes-community.nadie', parameters: { clave: 1 } },
      ],
      connections: { Inicio: { main: [[{ node: 'Raro' }]] }, Raro: { main: [[{ node: 'Otro' }]] } },
    },
    { limits: LIMITS },
  )
  expect(informe.slice(1)).toEqual([
    {
      nodo: 'Raro',
      tipo: 'n8n-nodes-base.set',
      veredicto: 'aproximado',
      mensaje:
        'Una transformación con los mismos campos. No se entendió «$json.a.match(/b/)[0]»: quedó nulo.',
      destino: 'Raro',
    },
    {
      nodo: 'Otro',
      tipo: 'n8n-nodes-community.nadie',
      veredicto: 'noTomado',
      mensaje:
        'Esta clase de nodo no tiene igual aquí. Lo que llevaba escrito y es secreto no está en la nota.',
    },
  ])
  expect(JSON.stringify(paquetes)).toContain('No tomado: Otro')
})

/* Whatever a file holds, it is told of every node once, or refused with a sentence. */

const nombre = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor', 'ñ «»')
const texto = fc.constantFrom(
  '',
  '={{ $json.x }}',
  "={{ $('a').item.json.y }}",
  'payload.x',
  '{{payload}}',
  '={{ }}',
  'https://a.example/{{x}}',
  '1',
  '={{ ((((',
  'select ?',
)
const valor: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  valor: fc.oneof(
    { maxDepth: 3 },
    texto,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('valor'), { maxLength: 3 }),
    fc.dictionary(nombre, tie('valor'), { maxKeys: 3 }),
  ),
})).valor
const CAMPOS_N8N = [
  'conditions',
  'rules',
  'values',
  'assignments',
  'query',
  'url',
  'operation',
  'mode',
  'table',
  'columns',
  'fieldToSplitOut',
  'respondWith',
  'rule',
  'topic',
  'workflowId',
]
const CAMPOS_NODE_RED = [
  'rules',
  'property',
  'topic',
  'url',
  'method',
  'template',
  'payload',
  'props',
  'links',
  'multi',
  'mode',
  'query',
  'temp',
  'action',
]

const deN8n = fc
  .record({
    nodes: fc.array(
      fc.record({
        name: nombre,
        type: fc.oneof(fc.constantFrom(...Object.keys(CLASES_DE_N8N)), nombre),
        typeVersion: fc.constantFrom(1, 2, 3),
        disabled: fc.boolean(),
        onError: fc.constantFrom('stopWorkflow', 'continueErrorOutput'),
        parameters: fc.dictionary(fc.constantFrom(...CAMPOS_N8N), valor),
      }),
      { minLength: 1, maxLength: 7 },
    ),
    connections: fc.array(
      fc.tuple(
        nombre,
        fc.array(fc.array(fc.record({ node: nombre, index: fc.nat(2) }), { maxLength: 2 }), { maxLength: 3 }),
      ),
      { maxLength: 7 },
    ),
  })
  .map(({ nodes, connections }) => ({
    nodes,
    connections: Object.fromEntries(connections.map(([name, main]) => [name, { main }])),
  }))
const deNodeRed = fc.array(
  fc
    .tuple(
      fc.record({
        id: nombre,
        type: fc.oneof(fc.constantFrom(...Object.keys(CLASES_DE_NODE_RED), 'subflow:a'), nombre),
        z: nombre,
        d: fc.boolean(),
        wires: fc.array(fc.array(nombre, { maxLength: 2 }), { maxLength: 3 }),
      }),
      fc.dictionary(fc.constantFrom(...CAMPOS_NODE_RED), valor),
    )
    .map(([own, others]) => ({ ...others, ...own })),
  { minLength: 1, maxLength: 7 },
)

test('a flow of which nothing is drawn but how it begins is a proceso of its own, and one that does not begin is none', () => {
  const { informe, paquetes } = convert(
    [
      { id: 't', type: 'tab', label: 'Hoja' },
      { id: 'a', type: 'http in', z: 't', method: 'get', url: '/a', wires: [['b']] },
      { id: 'b', type: 'http response', z: 't', wires: [] },
      { id: 'c', type: 'inject', z: 't', repeat: '3600', wires: [['d']] },
      { id: 'd', type: 'debug', z: 't', wires: [] },
      { id: 'e', type: 'debug', z: 't', wires: [] },
    ],
    { limits: LIMITS },
  )
  expect(
    paquetes.map(({ proceso: { nombre, flujo } }) => [
      nombre,
      parseFlujo(flujo).nodos.map(({ tipo }) => tipo),
    ]),
  ).toEqual([
    ['Hoja', ['entrada', 'salida']],
    ['Hoja 2', ['entrada', 'salida']],
  ])
  expect(informe.find(({ tipo }) => tipo === 'inject')?.mensaje).toContain('cada 3600 segundos')
})

test('a trigger of n8n that nothing follows is a proceso beside the others', () => {
  const { paquetes } = convert(
    {
      name: 'Dos',
      nodes: [
        { name: 'Inicio', type: 'n8n-nodes-base.manualTrigger' },
        { name: 'Valor', type: 'n8n-nodes-base.set', typeVersion: 3, parameters: {} },
        { name: 'Cada hora', type: 'n8n-nodes-base.scheduleTrigger' },
      ],
      connections: { Inicio: { main: [[{ node: 'Valor' }]] } },
    },
    { limits: LIMITS },
  )
  expect(paquetes.map(({ proceso }) => proceso.nombre)).toEqual(['Dos 1', 'Dos 2'])
})

test('any flow of known and unknown nodes is told of node by node, each exactly once', () => {
  const documento = fc.oneof(
    deN8n.map((each) => ({ each, cuantos: each.nodes.length })),
    deNodeRed.map((each) => ({ each, cuantos: each.length })),
  )
  fc.assert(
    fc.property(documento, ({ each, cuantos }) => {
      const read = attempt(each)
      if (read === null) return
      expect(conversionSchema.parse(read).informe).toHaveLength(cuantos)
    }),
    { numRuns: 400 },
  )
})

test('any document at all is read or refused', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (documento) => void attempt(documento)),
    { numRuns: 300 },
  )
})

/** Null: it was refused. Anything else that is thrown is a bug. */
function attempt(documento: unknown) {
  try {
    return convert(documento, { limits: LIMITS })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
