import { LIMITS, parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { convert } from '../convert.ts'
import { CLASES_DE_N8N } from './clases.ts'

type Parametros = Readonly<Record<string, unknown>>
/** As n8n exports one: the version decides what is meant by what is not said. */
type Ejemplo = readonly [version: number, parametros: Parametros]

const PREFIJO = 'n8n-nodes-base.'
const TRIGGERS = /^(webhook|cron|emailReadImap)$|Trigger$/
const CALCULADO = '={{ $json.body.nombre }}'
const ids = (...nombres: string[]) => nombres.map((id) => ({ id }))

/** Settings of every kind of node, as its versions write them. */
const EJEMPLOS: Readonly<Record<string, readonly Ejemplo[]>> = {
  aggregate: [
    [1, { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'cliente.id' }] } }],
    [1, { aggregate: 'aggregateAllItemData', destinationFieldName: 'todos', include: 'specifiedFields' }],
    [1, { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: CALCULADO }] } }],
  ],
  code: [[2, { jsCode: 'return items' }]],
  cron: [
    [1, { triggerTimes: { item: [{}, { mode: 'everyWeek' }, { mode: 'everyX', unit: 'minutes' }] } }],
    [1, { triggerTimes: { item: [{ mode: 'everyMinute' }] } }],
    [1, { triggerTimes: { item: [{ mode: 'custom', cronExpression: '5 4 * * *' }] } }],
  ],
  crypto: [
    [1, { value: '={{ $json.body.a }}', dataPropertyName: 'huella' }],
    [1, { action: 'hmac', type: 'SHA256', value: 'x', secret: 'la clave', dataPropertyName: 'firma' }],
    [1, { action: 'generate', dataPropertyName: 'id' }],
    [1, { action: 'sign', value: 'x' }],
    [1, { value: 'x', dataPropertyName: CALCULADO }],
  ],
  dateTime: [
    [2, {}],
    [2, { operation: 'formatDate', date: '={{ $json.body.dia }}', format: 'dd/MM/yyyy' }],
    [2, { operation: 'addToDate', magnitude: '={{ $json.body.dia }}', duration: 3 }],
    [
      2,
      { operation: 'subtractFromDate', magnitude: '={{ $json.body.dia }}', timeUnit: 'hours', duration: 1 },
    ],
    [2, { operation: 'extractDate', date: '={{ $json.body.dia }}' }],
    [1, { value: '={{ $json.body.dia }}', toFormat: 'YYYY' }],
  ],
  emailReadImap: [[2, {}]],
  emailSend: [
    [
      2,
      {
        fromEmail: 'a@a.example',
        toEmail: '={{ $json.body.a }}, b@b.example',
        subject: 'Hola',
        html: '<p>x</p>',
      },
    ],
    [
      2.1,
      {
        fromEmail: 'a@a.example',
        toEmail: 'b@b.example',
        subject: 'x',
        emailFormat: 'text',
        text: '=A {{ $json.body.a }}',
      },
    ],
    [2.1, { operation: 'sendAndWait', toEmail: 'b@b.example' }],
  ],
  errorTrigger: [[1, {}]],
  executeCommand: [[1, { command: 'ls' }]],
  executeWorkflow: [
    [1, { workflowId: 'w1' }],
    [
      1.2,
      {
        workflowId: { value: 'w1', cachedResultName: 'Sumar' },
        workflowInputs: { value: { a: '={{ $json.body.a }}', b: 0 } },
      },
    ],
    [1, { workflowId: '={{ $json.body.flujo }}' }],
  ],
  executeWorkflowTrigger: [
    [1, {}],
    [1.1, { workflowInputs: { values: [{ name: 'a', type: 'number' }] } }],
  ],
  filter: [
    [
      2,
      {
        conditions: {
          conditions: [{ leftValue: '={{ $json.body.a }}', rightValue: 1, operator: { operation: 'gt' } }],
        },
      },
    ],
  ],
  ftp: [
    [1, { protocol: 'sftp', path: '=/entrada/{{ $json.body.nombre }}', binaryPropertyName: 'el archivo' }],
    [1, { operation: 'list', path: '/entrada' }],
    [
      1,
      {
        operation: 'upload',
        path: '/salida/a.txt',
        binaryData: false,
        fileContent: '={{ $json.body.texto }}',
      },
    ],
    [1, { operation: 'rename', oldPath: '/a', newPath: '/b' }],
    [1, { operation: 'delete', path: '/a' }],
    [1, { path: '/a', binaryPropertyName: CALCULADO }],
  ],
  function: [[1, { functionCode: 'return items' }]],
  functionItem: [[1, { functionCode: 'return item' }]],
  html: [[1, { html: '<p></p>' }]],
  httpRequest: [
    [
      4.2,
      {
        url: '=https://a.example/clientes/{{ $json.body.id }}',
        sendQuery: true,
        queryParameters: { parameters: [{ name: 'q', value: 'x' }] },
      },
    ],
    [
      4.2,
      {
        method: 'POST',
        url: 'https://a.example/pedidos',
        sendBody: true,
        specifyBody: 'json',
        jsonBody: '={ "activo": {{ $json.body.activo }}, "nota": "de {{ $json.body.quien }}" }',
      },
    ],
    [1, { requestMethod: 'DELETE', url: 'https://a.example/pedidos/1' }],
    [
      4.2,
      {
        url: 'https://a.example',
        sendHeaders: true,
        headerParameters: { parameters: [{ name: CALCULADO, value: 'x' }] },
      },
    ],
    [4.2, { url: '={{ $json.body.url }}' }],
  ],
  if: [
    [1, { conditions: { string: [{ value1: '={{ $json.body.a }}', operation: 'isEmpty' }] } }],
    [
      2.2,
      {
        conditions: {
          options: { caseSensitive: false },
          conditions: [
            {
              leftValue: '={{ $json.body.a }}',
              rightValue: 'X',
              operator: { type: 'string', operation: 'equals' },
            },
          ],
        },
      },
    ],
  ],
  kafka: [
    [1, { topic: 'pedidos', useKey: true, key: '={{ $json.body.id }}' }],
    [1, { topic: 'pedidos', sendInputData: false, message: '=Va {{ $json.body.a }}' }],
  ],
  kafkaTrigger: [[1, { topic: 'pedidos' }]],
  limit: [
    [1, {}],
    [1, { maxItems: 3, keep: 'lastItems' }],
  ],
  manualTrigger: [[1, {}]],
  merge: [
    [3, {}],
    [3, { mode: 'combine', fieldsToMatchString: 'id' }],
    [3, { mode: 'combine', combineBy: 'combineByPosition' }],
    [3, { mode: 'combineBySql' }],
    [3, { mode: 'chooseBranch', useDataOfInput: 2 }],
    [3, { mode: 'combine', fieldsToMatchString: CALCULADO }],
  ],
  microsoftSql: [[1, { operation: 'executeQuery', query: '=select * from a where b = {{ $json.body.b }}' }]],
  mongoDb: [
    [1, { collection: 'clientes', query: '{ "activo": true }', options: { limit: 5 } }],
    [1, { operation: 'insert', collection: 'clientes', fields: 'nombre, ciudad' }],
    [1, { operation: 'update', collection: 'clientes', updateKey: 'codigo', fields: 'nombre' }],
    [1, { operation: 'delete', collection: 'clientes', query: '{ "activo": false }' }],
    [1, { operation: 'delete', collection: 'clientes' }],
    [1, { operation: 'aggregate', collection: 'clientes' }],
    [1, { collection: 'clientes', query: '={{ $json.body.filtro }}' }],
    [1, { collection: CALCULADO }],
    [1, { operation: 'insert', collection: 'clientes', fields: CALCULADO }],
    [1, { operation: 'update', collection: 'clientes', updateKey: CALCULADO, fields: 'nombre' }],
  ],
  mqtt: [[1, { topic: '=planta/{{ $json.body.id }}', options: { retain: true } }]],
  mqttTrigger: [[1, { topics: 'planta/#' }]],
  mySql: [
    [
      2.4,
      {
        operation: 'select',
        table: { value: 'clientes' },
        where: { values: [{ column: 'id', value: '={{ $json.body.id }}' }] },
        returnAll: true,
      },
    ],
    [
      2.4,
      {
        operation: 'insert',
        table: { value: 'clientes' },
        columns: { value: { value: '={{ $json.body.v }}' } },
      },
    ],
  ],
  noOp: [[1, {}]],
  postgres: [
    [
      2.5,
      {
        operation: 'executeQuery',
        query: 'select * from a where b = $1',
        options: { queryReplacement: '={{ $json.body.b }}' },
      },
    ],
  ],
  rabbitmq: [
    [1, { queue: 'pedidos' }],
    [1, { mode: 'exchange', exchange: 'eventos', routingKey: '=pedido.{{ $json.body.estado }}' }],
    [1, { operation: 'deleteMessage' }],
  ],
  rabbitmqTrigger: [[1, { queue: 'pedidos' }]],
  redis: [
    [1, { key: '=cliente:{{ $json.body.id }}', propertyName: 'el valor' }],
    [1, { operation: 'set', key: 'a', value: '={{ $json.body.a }}', expire: true, ttl: 30 }],
    [1, { operation: 'incr', key: 'a' }],
    [1, { operation: 'delete', key: 'a' }],
    [1, { operation: 'publish', channel: 'avisos', messageData: '={{ $json.body.a }}' }],
    [1, { operation: 'push', list: 'cola', messageData: '={{ $json.body.a }}', tail: true }],
    [1, { operation: 'keys', keyPattern: '*' }],
    [1, { operation: 'set', key: 'a', keyType: 'hash', value: '{}' }],
    [1, { key: 'a', propertyName: CALCULADO }],
  ],
  removeDuplicates: [
    [1, {}],
    [1, { compare: 'selectedFields', fieldsToCompare: 'id, pais.codigo' }],
    [1, { compare: 'allFieldsExcept', fieldsToExclude: 'leido' }],
    [2, { operation: 'removeItemsSeenInPreviousExecutions' }],
  ],
  renameKeys: [
    [1, { keys: { key: [{ currentKey: 'a', newKey: 'b c' }] } }],
    [1, { keys: { key: [{ currentKey: CALCULADO, newKey: 'b' }] } }],
  ],
  respondToWebhook: [
    [
      1.1,
      { respondWith: 'json', responseBody: '={ "ok": {{ $json.body.ok }} }', options: { responseCode: 201 } },
    ],
    [
      1.1,
      {
        respondWith: 'text',
        responseBody: '=Hola {{ $json.body.a }}',
        options: { responseHeaders: { entries: [{ name: 'X-A', value: '1' }] } },
      },
    ],
    [1.1, { respondWith: 'allIncomingItems' }],
    [1.1, { respondWith: 'noData' }],
    [1.1, { respondWith: 'redirect' }],
  ],
  scheduleTrigger: [
    [
      1.2,
      {
        rule: {
          interval: [
            {},
            { field: 'weeks', triggerAtDay: [1, 3], triggerAtHour: 9 },
            { field: 'cronExpression', expression: '*/5 * * * *' },
          ],
        },
      },
    ],
    [1.2, { rule: { interval: [{ field: 'seconds', secondsInterval: 10 }] } }],
    [1.2, { rule: { interval: [{ field: 'minutes' }, { field: 'minutes', minutesInterval: 1 }] } }],
    [1.2, { rule: { interval: [{ field: 'weeks', weeksInterval: 2 }] } }],
  ],
  set: [
    [1, { values: { string: [{ name: 'a', value: '={{ $json.body.a }}' }], boolean: [{ name: 'b' }] } }],
    [2, { keepOnlySet: true, values: { number: [{ name: 'a.b', value: 0 }] } }],
    [
      3.2,
      {
        fields: {
          values: [
            { name: 'o', type: 'objectValue', objectValue: '={ "n": {{ $json.body.n }} }' },
            { name: 'n', type: 'numberValue', numberValue: '={{ $json.body.n }}' },
          ],
        },
      },
    ],
    [3.2, { include: 'selected', includeFields: 'id, nombre', fields: { values: [] } }],
    [
      3.4,
      {
        assignments: {
          assignments: ids('x').map(({ id }) => ({
            id,
            name: 'a.b',
            value: '={{ $json.body.a }}',
            type: 'string',
          })),
        },
        options: { dotNotation: false },
      },
    ],
    [
      3.4,
      {
        includeOtherFields: true,
        include: 'except',
        excludeFields: 'clave',
        assignments: { assignments: [] },
      },
    ],
    [3.4, { mode: 'raw', jsonOutput: '={ "a": {{ $json.body.a }}, "b": "{{ $json.body.b }}" }' }],
    [3.4, { assignments: { assignments: [{ name: CALCULADO, value: 1, type: 'number' }] } }],
  ],
  sort: [
    [1, { sortFieldsUi: { sortField: [{ fieldName: 'a', order: 'descending' }, { fieldName: 'b.c' }] } }],
    [1, { type: 'random' }],
    [1, { sortFieldsUi: { sortField: [{ fieldName: CALCULADO }] } }],
  ],
  splitInBatches: [[3, { batchSize: 2 }]],
  splitOut: [
    [1, { fieldToSplitOut: 'body.lineas' }],
    [1, { fieldToSplitOut: 'body.lineas, body.pagos', include: 'allOtherFields' }],
    [1, { fieldToSplitOut: '={{ $json.body.lineas }}' }],
  ],
  stickyNote: [[1, { content: 'Una nota' }]],
  stopAndError: [[1, { errorMessage: '=Falla {{ $json.body.a }}' }]],
  switch: [
    [1, { value1: '={{ $json.body.a }}', rules: { rules: [{ value2: 'x', output: 1 }] } }],
    [
      3,
      {
        rules: {
          values: [
            {
              outputKey: 'Vacío',
              conditions: {
                conditions: [
                  { leftValue: '={{ $json.body.a }}', operator: { type: 'array', operation: 'empty' } },
                ],
              },
            },
          ],
        },
        options: { fallbackOutput: 'extra' },
      },
    ],
    [3, { mode: 'expression', output: '={{ $json.body.a }}' }],
  ],
  wait: [
    [1, {}],
    [1.1, {}],
    [1.1, { amount: 2, unit: 'minutes' }],
    [1.1, { resume: 'webhook' }],
  ],
  webhook: [
    [2, { path: 'a/:id', httpMethod: 'POST', responseMode: 'lastNode', authentication: 'headerAuth' }],
  ],
  xml: [
    [1, { dataPropertyName: 'body.texto' }],
    [1, { mode: 'jsonToxml' }],
  ],
}

/** What an example becomes between a webhook and a node that reads what leaves it; of a beginning, before that. */
function convertEjemplo(tipo: string, [typeVersion, parameters]: Ejemplo) {
  const nodo = { name: 'Nodo', type: `${PREFIJO}${tipo}`, typeVersion, parameters }
  const lee = {
    name: 'Lee',
    type: `${PREFIJO}set`,
    typeVersion: 3.4,
    parameters: { assignments: { assignments: [{ name: 'leido', value: '={{ $json.x }}' }] } },
  }
  const llamada = {
    name: 'Llamada',
    type: `${PREFIJO}webhook`,
    parameters: { path: 'a', httpMethod: 'POST' },
  }
  const isTrigger = TRIGGERS.test(tipo)
  const first = tipo === 'stickyNote' ? 'Lee' : 'Nodo'
  const next = [[{ node: 'Lee' }], [{ node: 'Lee' }]]
  const { informe, paquetes } = convert(
    {
      nodes: isTrigger ? [nodo, lee] : [llamada, nodo, lee],
      connections: {
        Llamada: {
          main: [tipo === 'merge' ? [{ node: first }, { node: first, index: 1 }] : [{ node: first }]],
        },
        Nodo: { main: tipo === 'splitInBatches' ? [[], [{ node: 'Lee' }]] : next },
        Lee: { main: tipo === 'splitInBatches' ? [[{ node: 'Nodo' }]] : [] },
      },
    },
    { limits: LIMITS },
  )
  const { nodos, notas } = parseFlujo(paquetes[0]?.proceso.flujo)
  const { veredicto, mensaje } = informe.find(({ nodo: nombre }) => nombre === 'Nodo') ?? {}
  return {
    tipo,
    version: typeVersion,
    parametros: parameters,
    veredicto,
    mensaje,
    nodos: nodos.map(({ posicion: _, ...kept }) => kept),
    notas: notas?.map(({ texto }) => texto),
  }
}

test('there is an example of every kind of node', () => {
  const kinds = Object.keys(CLASES_DE_N8N).map((tipo) => tipo.slice(PREFIJO.length))
  expect(Object.keys(EJEMPLOS).toSorted()).toEqual(kinds.toSorted())
})

test.each(Object.entries(EJEMPLOS))('%s becomes what stands beside its settings', async (tipo, ejemplos) => {
  const made = ejemplos.map((ejemplo) => convertEjemplo(tipo, ejemplo))
  await expect(`${JSON.stringify(made, null, 2)}\n`).toMatchFileSnapshot(`__fixtures__/clases/${tipo}.json`)
})
