import { LIMITS, parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { convert } from '../convert.ts'
import { CLASES_DE_NODE_RED } from './clases.ts'

type Ajustes = Readonly<Record<string, unknown>>

/** Settings of every kind of entry, as the editor exports them. */
const EJEMPLOS: Readonly<Record<string, readonly Ajustes[]>> = {
  MySQLdatabase: [{ host: '127.0.0.1', db: 'tienda' }],
  batch: [{ mode: 'count', count: 10 }],
  catch: [{ scope: null }],
  change: [
    {
      rules: [
        { t: 'set', p: 'payload.a', to: '0', tot: 'num' },
        { t: 'set', p: 'b', to: 'payload.x', tot: 'msg' },
      ],
    },
    { rules: [{ t: 'change', p: 'payload', from: 'a', fromt: 'str', to: 'b', tot: 'str' }] },
    {
      rules: [
        { t: 'delete', p: 'payload.a' },
        { t: 'move', p: 'topic', to: 'payload.tema' },
      ],
    },
    { rules: [{ t: 'set', p: 'cuenta', pt: 'flow', to: '1' }] },
  ],
  comment: [{ info: 'Una nota' }],
  complete: [{ scope: ['n'] }],
  csv: [
    { sep: ';', multi: 'mult', hdrin: true },
    { sep: ',', temp: 'id,nombre', multi: 'one' },
  ],
  debug: [{ complete: 'payload' }],
  delay: [
    { pauseType: 'delay', timeout: '5', timeoutUnits: 'minutes' },
    { pauseType: 'rate', rate: '1' },
  ],
  'e-mail': [{ server: 'smtp.a.example', name: 'a@a.example, b@b.example' }, { server: 'smtp.a.example' }],
  exec: [{ command: 'ls' }],
  file: [{ filename: '/tmp/a' }],
  'file in': [{ filename: '/tmp/a' }],
  function: [{ func: 'return msg;' }],
  group: [{ nodes: [] }],
  'http in': [
    { url: '/clientes/:id', method: 'get' },
    { url: '/clientes', method: 'post' },
  ],
  'http request': [
    { url: 'https://a.example/clientes/{{payload.id}}?q=1', method: 'GET', ret: 'obj' },
    { url: 'https://a.example/pedidos', method: 'POST', ret: 'txt' },
    { url: '', method: 'GET' },
  ],
  'http response': [{ statusCode: '201', headers: { 'content-type': 'text/plain' } }],
  inject: [
    {
      props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }],
      payload: '5',
      payloadType: 'num',
      topic: 'a',
      crontab: '0 7 * * *',
    },
    { payload: 'x', payloadType: 'str', repeat: '60' },
  ],
  join: [{ mode: 'custom', build: 'array' }],
  json: [
    { property: 'payload' },
    { property: 'payload.a', action: 'obj' },
    { property: 'payload', action: 'str' },
  ],
  'link call': [{ links: [] }],
  'link in': [{ links: [] }],
  'link out': [{ mode: 'link', links: [] }],
  'mqtt in': [{ topic: 'planta/#', broker: 'b' }],
  'mqtt out': [
    { topic: 'planta/a', qos: '1', retain: 'true', broker: 'b' },
    { topic: '', broker: 'b' },
  ],
  'mqtt-broker': [{ broker: '127.0.0.1' }],
  mysql: [{ mydb: 'd' }],
  postgreSQLConfig: [{ host: '127.0.0.1' }],
  postgresql: [
    { query: 'select * from a where b = {{ msg.payload.b }}', postgreSQLConfig: 'p' },
    { query: 'select * from a where b = $1', postgreSQLConfig: 'p' },
    { query: 'select * from {{ msg.payload.tabla }}', postgreSQLConfig: 'p' },
  ],
  range: [
    { minin: '0', maxin: '1023', minout: '0', maxout: '100', action: 'clamp', round: true },
    { minin: '-10', maxin: '10', minout: '0', maxout: '1', action: 'roll' },
    { minin: '1', maxin: '1', minout: '0', maxout: '1' },
  ],
  rbe: [{ func: 'rbe' }],
  sort: [
    { target: 'payload', targetType: 'msg', msgKey: 'precio', msgKeyType: 'jsonata', order: 'descending' },
    { targetType: 'seq' },
  ],
  split: [{ splt: '\\n' }],
  status: [{ scope: null }],
  subflow: [{ name: 'Sumar', in: [], out: [] }],
  switch: [
    { property: 'payload.a', rules: [{ t: 'empty' }, { t: 'nempty' }, { t: 'else' }], checkall: 'false' },
    {
      property: 'payload',
      rules: [
        { t: 'regex', v: '^a', vt: 'str', case: true },
        { t: 'btwn', v: '1', vt: 'num', v2: '5', v2t: 'num' },
      ],
    },
    { property: 'payload', rules: [{ t: 'istype', v: 'string' }] },
  ],
  tab: [{ label: 'Hoja' }],
  template: [
    { template: 'Hola {{payload.nombre}} y {{{payload.html}}}', syntax: 'mustache' },
    { template: '{ "a": 1 }', syntax: 'plain', output: 'json', field: 'payload.b' },
  ],
  trigger: [{ op1: '1', op2: '0' }],
  xml: [{ property: 'payload' }],
  yaml: [{ property: 'payload' }],
}

const BEGINS = new Set(['http in', 'inject', 'mqtt in', 'catch', 'status', 'complete', 'link in'])
/** What stands beside the wires. */
const UNWIRED = new Set([
  'MySQLdatabase',
  'comment',
  'group',
  'mqtt-broker',
  'postgreSQLConfig',
  'subflow',
  'tab',
])

/** What an example becomes behind a call, before a node that reads what leaves it. */
function convertEjemplo(tipo: string, ajustes: Ajustes) {
  const isUnwired = UNWIRED.has(tipo)
  const nodo = {
    id: 'n',
    type: tipo,
    name: 'Nodo',
    ...(!isUnwired && { z: 't', wires: [['lee']] }),
    ...ajustes,
  }
  const begins = isUnwired ? ['lee'] : ['n']
  const llamada = { id: 'e', type: 'http in', z: 't', method: 'post', url: '/a', wires: [begins] }
  const lee = {
    id: 'lee',
    type: 'change',
    name: 'Lee',
    z: 't',
    rules: [{ t: 'set', p: 'leido', to: 'payload.x', tot: 'msg' }],
    wires: [[]],
  }
  const { informe, paquetes } = convert(BEGINS.has(tipo) ? [nodo, lee] : [llamada, nodo, lee], {
    limits: LIMITS,
  })
  const { nodos, notas } = parseFlujo(paquetes[0]?.proceso.flujo)
  const line = informe.find(({ nodo: nombre, tipo: kind }) => kind === tipo && nombre !== 'Lee')
  return {
    tipo,
    ajustes,
    veredicto: line?.veredicto,
    mensaje: line?.mensaje,
    nodos: nodos.map(({ posicion: _, ...kept }) => kept),
    notas: notas?.map(({ texto }) => texto),
  }
}

test('there is an example of every kind of entry', () => {
  expect(Object.keys(EJEMPLOS).toSorted()).toEqual(Object.keys(CLASES_DE_NODE_RED).toSorted())
})

test.each(Object.entries(EJEMPLOS))('%s becomes what stands beside its settings', async (tipo, ejemplos) => {
  const made = ejemplos.map((ajustes) => convertEjemplo(tipo, ajustes))
  const file = `__fixtures__/clases/${tipo.replaceAll(' ', '-')}.json`
  await expect(`${JSON.stringify(made, null, 2)}\n`).toMatchFileSnapshot(file)
})
