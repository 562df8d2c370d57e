import { LIMITS, parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { convert } from '../../convert.ts'

/** What a node that decides becomes, of one item of which nothing is known; `fin` are the nodes behind its outputs. */
function convertDecision(type: string, typeVersion: number, parameters: object) {
  const fin = [0, 1, 2, 3].map((salida) => ({
    name: `fin${salida}`,
    type: 'n8n-nodes-base.postgres',
    parameters: { operation: 'executeQuery', query: `select ${salida}` },
  }))
  const { informe, paquetes } = convert(
    {
      nodes: [
        { name: 'Inicio', type: 'n8n-nodes-base.webhook' },
        { name: 'Nodo', type: `n8n-nodes-base.${type}`, typeVersion, parameters },
        ...fin,
      ],
      connections: {
        Inicio: { main: [[{ node: 'Nodo' }]] },
        Nodo: { main: fin.map(({ name }) => [{ node: name }]) },
      },
    },
    { limits: LIMITS },
  )
  const flujo = parseFlujo(paquetes[0]?.proceso.flujo)
  const condicion = flujo.nodos.find(({ tipo }) => tipo === 'condicion')
  const nombreOf = (id: string) => flujo.nodos.find((nodo) => nodo.id === id)?.nombre
  return {
    linea: informe[1],
    casos: condicion && Reflect.get(condicion, 'casos'),
    caminos: flujo.conexiones
      .filter(({ origen }) => origen === condicion?.id)
      .map(({ salida, destino }) => [salida, nombreOf(destino)]),
  }
}

const A = 'entrada.a'
const fila = (operation: string, value1 = '={{ $json.body.a }}') => ({ value1, operation, value2: 'x' })
const dos = { string: [fila('equal'), fila('contains')] }
const CONTIENE = `SI(ES_LISTA(${A}); CONTIENE_ELEMENTO(${A}; "x"); CONTIENE(TEXTO(${A}); "x"))`

test.each([
  ['if', 1, { conditions: dos }, `(${A} = "x") Y (${CONTIENE})`],
  ['if', 1, { conditions: dos, combineOperation: 'any' }, `(${A} = "x") O (${CONTIENE})`],
  ['filter', 1, { conditions: dos }, `(${A} = "x") Y (${CONTIENE})`],
  ['filter', 1, { conditions: dos, combineConditions: 'OR' }, `(${A} = "x") O (${CONTIENE})`],
  ['if', 1, { conditions: { boolean: [{ value1: '={{ $json.body.a }}' }] } }, `${A} = FALSO`],
  ['if', 2, { conditions: { conditions: [v2('true')] } }, `${A} = VERDADERO`],
  ['if', 2, { conditions: { conditions: [v2('false')] } }, `SI_NULO(${A}; FALSO) = FALSO`],
  [
    'if',
    2,
    { conditions: { combinator: 'or', conditions: [v2('true'), v2('empty')] } },
    `(${A} = VERDADERO) O (SI(ES_TEXTO(${A}); ${A} = ""; SI(ES_OBJETO(${A}); CONTAR(CLAVES(${A})) = 0; ES_VACIO(${A}))))`,
  ],
])('%s of version %i with %o decides by its formula', (type, version, parameters, expresion) => {
  expect(convertDecision(type, version, parameters).casos).toEqual([{ nombre: 'si', expresion }])
})

function v2(operation: string) {
  return { leftValue: '={{ $json.body.a }}', operator: { operation } }
}

test('a rule of the first version of Switch leaves by the output that it names', () => {
  const rules = [
    { operation: 'equal', value2: 'x', output: 2 },
    { operation: 'equal', value2: 'y', output: 0 },
    { operation: 'equal', value2: 'z', output: 2 },
  ]
  const { caminos } = convertDecision('switch', 1, { value1: '={{ $json.body.a }}', rules: { rules } })
  expect(caminos.toSorted()).toEqual([
    ['caso1', 'fin2'],
    ['caso2', 'fin0'],
    ['caso3', 'fin2'],
  ])
})

test('a Switch that follows every rule that holds is told of', () => {
  const rules = { values: [{ conditions: { conditions: [v2('true')] } }] }
  const plain = convertDecision('switch', 3, { rules })
  const all = convertDecision('switch', 3, { rules, options: { allMatchingOutputs: true } })
  expect([plain.linea?.veredicto, all.linea?.veredicto]).toEqual(['tomado', 'aproximado'])
})
