import { LIMITS, parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { convert } from './convert.ts'
import { splitDireccion } from './dibujo/servicio.ts'
import { hideSecretos } from './secretos.ts'

test('settings keep nothing that is secret by its name', () => {
  expect(
    hideSecretos({
      url: 'https://a.example/x?api_key=abc&b=1',
      password: 'abc',
      usuario: 'ana',
      filas: [
        { name: 'Authorization', value: 'Bearer abc' },
        { name: 'Accept', value: 'text/plain' },
      ],
    }),
  ).toEqual({
    url: 'https://a.example/x?api_key=•••&b=1',
    password: '•••',
    usuario: 'ana',
    filas: [
      { name: 'Authorization', value: '•••' },
      { name: 'Accept', value: 'text/plain' },
    ],
  })
})

test('a secret header of a call does not come along', () => {
  const parametros = (parameters: object) => {
    const nodes = [{ name: 'Pedir', type: 'n8n-nodes-base.httpRequest', parameters }]
    const { paquetes, informe } = convert({ nodes }, { limits: LIMITS })
    const { nodos } = parseFlujo(paquetes[0]?.proceso.flujo)
    return { informe, dados: nodos.find(({ tipo }) => tipo === 'proceso')?.parametros }
  }
  const { informe, dados } = parametros({
    url: 'https://a.example/x?token=abc&q=a%3Db=c&mal=%E0%A4',
    specifyHeaders: 'json',
    sendHeaders: true,
    jsonHeaders: '{ "Authorization": "Bearer abc", "Accept": "text/plain" }',
  })
  expect(dados?.map(({ nombre, valor }) => [nombre, valor])).toEqual([
    ['token', ''],
    ['q', 'a=b=c'],
    ['mal', '%E0%A4'],
    ['Authorization', ''],
    ['Accept', 'text/plain'],
  ])
  expect(informe[0]?.mensaje).toContain('El valor de «Authorization» no se trajo')
  expect(JSON.stringify(informe)).not.toContain('abc')
})

const CLAVE = 'sk-live-0123456789abcdef0123'

test.each([
  ['httpRequest', { sendBody: true, specifyBody: 'json', jsonBody: { password: CLAVE, n: 1 } }],
  [
    'httpRequest',
    { sendBody: true, specifyBody: 'json', jsonBody: `={ "password": "${CLAVE}", "n": {{ $json.n }} }` },
  ],
  ['httpRequest', { sendBody: true, bodyParameters: { parameters: [{ name: 'x', value: CLAVE }] } }],
  ['set', { values: { string: [{ name: 'token', value: CLAVE }] } }],
  ['if', { conditions: { string: [{ value1: '={{ $json.token }}', value2: CLAVE }] } }],
  ['crypto', { action: 'hmac', value: 'x', secret: CLAVE }],
  ['code', { jsCode: `const apiKey = '${CLAVE}'` }],
  ['code', { jsCode: `call("Bearer ${CLAVE}")` }],
  ['code', { jsCode: `connect('postgres://ana:${CLAVE}@base/x')` }],
])('a secret within a node %s stays there, and it is told', (type, parameters) => {
  const nodes = [
    {
      name: 'Nodo',
      type: `n8n-nodes-base.${type}`,
      parameters: { url: 'https://a.example/x', ...parameters },
    },
  ]
  const read = convert({ nodes }, { limits: LIMITS })
  expect(JSON.stringify(read)).not.toContain(CLAVE)
  expect(read.informe[0]?.mensaje).toMatch(/no se trajo|no está en la nota/)
})

test('what counts is no secret', () => {
  expect(hideSecretos({ max_tokens: 100 })).toEqual({ max_tokens: 100 })
})

test('an address keeps no credentials', () => {
  expect(splitDireccion('https://ana:abc@a.example/x')).toEqual({
    base: 'https://a.example',
    host: 'a.example',
    ruta: '/x',
    consulta: [],
  })
})

/** The drawing of a list of Node-RED. */
function convertNodeRed(nodos: readonly object[]) {
  const { paquetes, informe } = convert(nodos, { limits: LIMITS })
  return { informe, flujo: parseFlujo(paquetes[0]?.proceso.flujo) }
}

test('forty rules that each write the message several times over make formulas of bounded length', () => {
  const rule = { t: 'change', p: 'payload.a.b', fromt: 'msg', from: 'payload', tot: 'msg', to: 'payload' }
  const { flujo } = convertNodeRed([
    { id: 'a', type: 'mqtt in', wires: [['b']] },
    { id: 'b', type: 'change', rules: Array.from({ length: 40 }, () => rule), wires: [[]] },
  ])
  const formulas = flujo.nodos.flatMap(({ parametros = [] }) =>
    parametros.flatMap(({ expresion }) => expresion ?? []),
  )
  expect(Math.max(...formulas.map((each) => each.length))).toBeLessThanOrEqual(LIMITS.caracteresFormula)
  expect(formulas).not.toContain('NULO')
})

test('a path that is too deep, and a text that is too long, are told of', () => {
  const deep = Array.from({ length: 5_000 }, () => 'a').join('.')
  const { informe } = convertNodeRed([
    { id: 'a', type: 'inject', payload: 'x'.repeat(30_000), payloadType: 'str', wires: [['b']] },
    { id: 'b', type: 'change', rules: [{ t: 'set', p: deep, to: '1', tot: 'num' }], wires: [['c']] },
    { id: 'c', type: 'template', template: '{{payload}}'.repeat(100), wires: [[]] },
  ])
  expect(informe.slice(1).map(({ veredicto }) => veredicto)).toEqual(['aproximado', 'aproximado'])
})

test('what a call brings by two ways is not one and the same', () => {
  const { flujo } = convertNodeRed([
    { id: 'a', type: 'http in', method: 'post', url: '/x', wires: [['b']] },
    {
      id: 'b',
      type: 'change',
      rules: [
        { t: 'set', p: 'uno', to: 'req.query.id', tot: 'msg' },
        { t: 'set', p: 'dos', to: 'payload.id', tot: 'msg' },
      ],
      wires: [[]],
    },
  ])
  expect(flujo.nodos[0]?.parametros?.map(({ nombre, origen }) => [nombre, origen])).toEqual([
    ['id', 'consulta'],
    ['cuerpo', 'cuerpo'],
  ])
  expect(flujo.nodos[1]?.parametros?.map(({ valorAsignado }) => valorAsignado?.ruta)).toEqual([
    'id',
    'cuerpo.id',
  ])
})
