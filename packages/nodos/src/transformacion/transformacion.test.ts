import { Fecha } from '@div/contract'
import { validateFlujo } from '@div/engine'
import { depsOf, describeHallazgos, flujoDe, runFlujo, salida } from '@div/engine/testing'
import { describe, expect, test } from 'vitest'

/** What a transformation makes of a value. */
async function transform(valor: unknown, campos: object): Promise<unknown> {
  const flujo = flujoDe(
    [
      { id: 'a', tipo: 'transformacion', parametros: [{ nombre: 'v', valor }] },
      { id: 't', tipo: 'transformacion', lista: { nodo: 'a', ruta: 'v' }, ...campos },
      salida('s', { cuerpo: 't' }),
    ],
    'e>a>t>s',
  )
  const { result } = await runFlujo(flujo)
  return result.error ?? result.respuesta?.cuerpo
}

const filas = [
  { id: 1, pais: 'ES', total: 10 },
  { id: 2, pais: 'CL', total: 0.1 },
  { id: 3, pais: 'ES', total: 0.2 },
  { id: 4, pais: null, total: null },
]
const ids = (answer: unknown) => (answer as { elementos: { id: number }[] }).elementos.map(({ id }) => id)

test('without a list its fields are what it puts out', async () => {
  const parametros = [
    { nombre: 'doble', expresion: 'e.n * 2', orden: 2 },
    { nombre: 'fijo', valor: 'x', orden: 1 },
  ]
  const flujo = flujoDe(
    [{ id: 't', tipo: 'transformacion', parametros }, salida('s', { cuerpo: 't' })],
    'e>t>s',
  )
  const { result } = await runFlujo(flujo, { entrada: { n: 4 } })
  expect(JSON.stringify(result.respuesta?.cuerpo)).toBe('{"fijo":"x","doble":8}')
})

describe('a step', () => {
  test.each<[string, object[], number[]]>([
    ['filtrar by a formula', [{ tipo: 'filtrar', expresion: 'elemento.total > 0.1' }], [1, 3]],
    [
      'filtrar by a rule',
      [
        {
          tipo: 'filtrar',
          regla: {
            y: [{ izquierda: { expresion: 'elemento.pais' }, operador: 'igual', derecha: { valor: 'ES' } }],
          },
        },
      ],
      [1, 3],
    ],
    ['ordenar upwards, nothing last', [{ tipo: 'ordenar', por: [{ campo: 'total' }] }], [2, 3, 1, 4]],
    [
      'ordenar downwards, nothing last',
      [{ tipo: 'ordenar', por: [{ campo: 'total', sentido: 'descendente' }] }],
      [1, 3, 2, 4],
    ],
    [
      'ordenar by two fields',
      [{ tipo: 'ordenar', por: [{ campo: 'pais' }, { campo: 'total' }] }],
      [2, 3, 1, 4],
    ],
    ['limitar', [{ tipo: 'limitar', cantidad: 2, desde: 1 }], [2, 3]],
    [
      'after another',
      [
        { tipo: 'filtrar', expresion: 'elemento.pais = "ES"' },
        { tipo: 'limitar', cantidad: 1 },
      ],
      [1],
    ],
  ])('%s', async (_what, pasos, expected) => {
    expect(ids(await transform(filas, { pasos }))).toEqual(expected)
  })

  test('ordenar puts values of any types in the order of ORDENAR', async () => {
    const mixed = [{ v: 'b' }, { v: 2 }, { v: null }, { v: 'a' }, { v: '1' }, { v: true }]
    const sorted = await transform(mixed, { pasos: [{ tipo: 'ordenar', por: [{ campo: 'v' }] }] })
    expect(sorted).toMatchObject({ elementos: ['1', 2, 'a', 'b', true, null].map((v) => ({ v })) })
  })

  test('agrupar adds up each group, exactly, and leaves out what is missing', async () => {
    const agregados = [
      { nombre: 'cuantos', funcion: 'cuenta' },
      { nombre: 'suma', funcion: 'suma', campo: 'total' },
      { nombre: 'media', funcion: 'promedio', campo: 'total' },
      { nombre: 'menor', funcion: 'minimo', campo: 'total' },
      { nombre: 'mayor', funcion: 'maximo', campo: 'total' },
      { nombre: 'uno', funcion: 'primero', campo: 'id' },
    ]
    expect(await transform(filas, { pasos: [{ tipo: 'agrupar', por: ['pais'], agregados }] })).toEqual({
      elementos: [
        { pais: 'ES', cuantos: 2, suma: 10.2, media: 5.1, menor: 0.2, mayor: 10, uno: 1 },
        { pais: 'CL', cuantos: 1, suma: 0.1, media: 0.1, menor: 0.1, mayor: 0.1, uno: 2 },
        { pais: null, cuantos: 1, suma: 0, media: null, menor: null, mayor: null, uno: 4 },
      ],
      total: 3,
    })
  })

  test.each([
    [
      'interna',
      undefined,
      [
        { id: 1, pais: 'ES', total: 10, nombre: 'España' },
        { id: 3, pais: 'ES', total: 0.2, nombre: 'España' },
      ],
    ],
    [
      'izquierda',
      'de',
      [
        { id: 1, pais: 'ES', total: 10, de: { pais: 'ES', nombre: 'España' } },
        { id: 2, pais: 'CL', total: 0.1, de: null },
        { id: 3, pais: 'ES', total: 0.2, de: { pais: 'ES', nombre: 'España' } },
        { id: 4, pais: null, total: null, de: null },
      ],
    ],
  ])('unir %s puts rows of two lists side by side', async (modo, en, expected) => {
    const paises = [
      { pais: 'ES', nombre: 'España' },
      { pais: null, nombre: 'nadie' },
    ]
    const flujo = flujoDe(
      [
        {
          id: 'a',
          tipo: 'transformacion',
          parametros: [
            { nombre: 'v', valor: filas },
            { nombre: 'p', valor: paises },
          ],
        },
        {
          id: 't',
          tipo: 'transformacion',
          lista: { nodo: 'a', ruta: 'v' },
          pasos: [
            {
              tipo: 'unir',
              con: { nodo: 'a', ruta: 'p' },
              modo,
              claves: [{ izquierda: 'pais', derecha: 'pais' }],
              ...(en && { en }),
            },
          ],
        },
        salida('s', { x: 't.elementos' }),
      ],
      'e>a>t>s',
    )
    expect((await runFlujo(flujo)).result.respuesta?.cuerpo).toEqual({ x: expected })
  })

  test.each([
    ['json', 'leer', '{"a":[1,2]}', { a: [1, 2] }],
    ['json', 'escribir', { a: 1 }, '{"a":1}'],
    ['csv', 'escribir', [{ a: 1, b: 'x;y' }], 'a,b\r\n1,x;y\r\n'],
    ['base64', 'escribir', 'hola', 'aG9sYQ=='],
    ['xml', 'leer', '<a><b>1</b><b>2</b></a>', { a: { b: ['1', '2'] } }],
  ])('convertir %s %s', async (formato, sentido, valor, expected) => {
    expect(await transform(valor, { pasos: [{ tipo: 'convertir', formato, sentido }] })).toEqual({
      valor: expected,
    })
  })
})

describe('convertir', () => {
  const ventas = [
    { dia: new Fecha(2026, 11, 21), importe: 1234.5, nota: 'año' },
    { dia: new Fecha(2026, 11, 22), importe: -0.5, nota: 'b' },
  ]
  const columnas = [
    { nombre: 'dia', tipo: 'fecha', patron: 'dd/mm/aaaa' },
    { nombre: 'importe', tipo: 'decimal' },
  ]
  test.each<[string, object]>([
    ['csv', { separador: ';', csv: { decimal: 'coma', columnas } }],
    ['csv', { codificacion: 'windows-1252', csv: { columnas } }],
    [
      'anchoFijo',
      { anchoFijo: { columnas: [...columnas, { nombre: 'nota' }].map((each) => ({ largo: 12, ...each })) } },
    ],
  ])('%s with %j reads what it writes', async (formato, opciones) => {
    const paso = { tipo: 'convertir', formato, ...opciones }
    const pasos = [
      { ...paso, sentido: 'escribir' },
      { ...paso, sentido: 'leer' },
    ]
    expect(await transform(ventas, { pasos })).toEqual({ elementos: ventas, total: 2 })
  })

  const xsd = `<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:p" elementFormDefault="qualified">
    <element name="pedido"><complexType><sequence>
      <element name="dia" type="x:date"/>
      <element name="linea" maxOccurs="unbounded"><complexType><sequence>
        <element name="articulo" type="x:string"/><element name="cantidad" type="x:int"/>
      </sequence></complexType></element>
    </sequence><attribute name="id" type="x:int" use="required"/></complexType></element>
  </schema>`
  const esquema = { archivos: [{ nombre: 'pedido.xsd', contenido: xsd }] }
  const pedido = { '@id': 7, dia: new Fecha(2026, 11, 21), linea: [{ articulo: 'A-1', cantidad: 2 }] }

  test('XML by its schema has types and lists, both ways', async () => {
    const paso = { tipo: 'convertir', formato: 'xml', esquema }
    const written = await transform({ pedido }, { pasos: [{ ...paso, sentido: 'escribir' }] })
    expect(written).toMatchObject({ valor: expect.stringContaining('<n1:dia>2026-11-21</n1:dia>') })
    const both = [
      { ...paso, sentido: 'escribir' },
      { ...paso, sentido: 'leer' },
    ]
    expect(await transform({ pedido }, { pasos: both })).toEqual({ valor: { pedido } })
  })

  test('what does not keep to the schema says its field', async () => {
    const xml =
      '<pedido xmlns="urn:p" id="7"><dia>2026-11-21</dia><linea><articulo>A</articulo><cantidad>x</cantidad></linea></pedido>'
    const pasos = [{ tipo: 'convertir', formato: 'xml', sentido: 'leer', esquema }]
    expect(await transform(xml, { pasos })).toMatchObject({
      codigo: 'CONVERSION_FALLIDA',
      mensaje: expect.stringContaining('campo «linea[0].cantidad»'),
    })
  })

  test('what cannot be read says its line and its field', async () => {
    const pasos = [
      {
        tipo: 'convertir',
        formato: 'csv',
        sentido: 'leer',
        csv: { columnas: [{ nombre: 'n', tipo: 'entero' }] },
      },
    ]
    expect(await transform('n,x\n1,a\nuno,b', { pasos })).toMatchObject({
      codigo: 'CONVERSION_FALLIDA',
      nodo: 't',
      mensaje: 'No se pudo convertir (CSV): línea 3, campo «n»: «uno» no es un número entero.',
    })
  })

  test('more records than a list may hold are refused', async () => {
    const flujo = flujoDe(
      [
        { id: 'a', tipo: 'transformacion', parametros: [{ nombre: 'v', valor: 'a\n'.repeat(11) }] },
        {
          id: 't',
          tipo: 'transformacion',
          lista: { nodo: 'a', ruta: 'v' },
          pasos: [{ tipo: 'convertir', formato: 'lineas', sentido: 'leer' }],
        },
        salida('s', { x: 't.total' }),
      ],
      'e>a>t>s',
    )
    const { result } = await runFlujo(flujo, { limits: { elementos: 10 } })
    expect(result.error).toMatchObject({ codigo: 'CONVERSION_FALLIDA' })
  })
})

describe('its fields over a list', () => {
  test('are made of each element', async () => {
    const parametros = [
      { nombre: 'n', expresion: 'indice + 1' },
      { nombre: 'total', valorAsignado: { nodo: 'e', ruta: 'n' } },
      { nombre: 'pais', expresion: 'elemento.pais' },
    ]
    expect(await transform(filas.slice(0, 2), { parametros })).toEqual({
      elementos: [
        { n: 1, total: 1, pais: 'ES' },
        { n: 2, total: 1, pais: 'CL' },
      ],
      total: 2,
    })
  })

  test('take sequences one after another, in the order of the list', async () => {
    const parametros = [{ nombre: 'n', expresion: 'CONSECUTIVO("x")' }]
    expect(await transform([7, 8], { parametros })).toEqual({ elementos: [{ n: 1 }, { n: 2 }], total: 2 })
  })
})

test('a step on what is no list is an error of the node', async () => {
  expect(await transform('texto', { pasos: [{ tipo: 'limitar', cantidad: 1 }] })).toMatchObject({
    codigo: 'LISTA_ESPERADA',
    nodo: 't',
  })
})

test('a join of two lists that multiply past the limit is a named error of the node', async () => {
  const v = Array.from({ length: 20 }, () => ({ clave: 1 }))
  const pasos = [
    { tipo: 'unir', con: { nodo: 'a', ruta: 'v' }, claves: [{ izquierda: 'clave', derecha: 'clave' }] },
  ]
  const flujo = flujoDe(
    [
      { id: 'a', tipo: 'transformacion', parametros: [{ nombre: 'v', valor: v }] },
      { id: 't', tipo: 'transformacion', lista: { nodo: 'a', ruta: 'v' }, pasos },
      salida('s'),
    ],
    'e>a>t>s',
  )
  const { result } = await runFlujo(flujo, { limits: { elementos: 399 } })
  expect(result.error).toMatchObject({ codigo: 'LIMITE_SUPERADO', nodo: 't' })
  expect((await runFlujo(flujo, { limits: { elementos: 400 } })).result.estado).toBe('ok')
})

test.each([
  [
    'steps without a list',
    { lista: undefined, pasos: [{ tipo: 'limitar', cantidad: 1 }] },
    'lista: Los pasos necesitan saber sobre qué lista trabajan.',
  ],
  [
    'a path that is not one',
    { pasos: [{ tipo: 'ordenar', por: [{ campo: 'a[' }] }] },
    'pasos[0].por[0].campo: La ruta «a[» está mal escrita.',
  ],
  [
    'fixed widths without columns',
    { pasos: [{ tipo: 'convertir', formato: 'anchoFijo', sentido: 'leer' }] },
    'pasos[0].anchoFijo: Diga qué columnas tiene.',
  ],
  [
    'a schema that is none',
    {
      pasos: [
        {
          tipo: 'convertir',
          formato: 'xml',
          sentido: 'leer',
          esquema: { archivos: [{ nombre: 'a.xsd', contenido: '<a/>' }] },
        },
      ],
    },
    'pasos[0].esquema.archivos: El documento a.xsd no se puede leer: su elemento es a, no definitions.',
  ],
  [
    'columns over each other',
    {
      pasos: [
        {
          tipo: 'convertir',
          formato: 'anchoFijo',
          sentido: 'leer',
          anchoFijo: {
            columnas: [
              { nombre: 'a', largo: 5 },
              { nombre: 'b', largo: 2, inicio: 3 },
            ],
          },
        },
      ],
    },
    'pasos[0].anchoFijo.columnas[1].inicio: Está en las mismas posiciones que «a».',
  ],
  [
    'a sum of nothing',
    { pasos: [{ tipo: 'agrupar', por: ['a'], agregados: [{ nombre: 'n', funcion: 'suma' }] }] },
    'pasos[0].agregados[0].campo: Diga de qué campo.',
  ],
  [
    'a group under a reserved name',
    { pasos: [{ tipo: 'agrupar', por: ['__proto__'] }] },
    'pasos[0].por[0]: El nombre «__proto__» está reservado.',
  ],
  [
    'a total under a reserved name',
    {
      pasos: [{ tipo: 'agrupar', por: ['a'], agregados: [{ nombre: '__proto__', funcion: 'cuenta' }] }],
    },
    'pasos[0].agregados[0].nombre: El nombre «__proto__» está reservado.',
  ],
  [
    'rows under a reserved name',
    {
      pasos: [
        {
          tipo: 'unir',
          con: { nodo: 'e', ruta: 'n' },
          claves: [{ izquierda: 'a', derecha: 'a' }],
          en: '__proto__',
        },
      ],
    },
    'pasos[0].en: El nombre «__proto__» está reservado.',
  ],
])('%s is found', (_what, campos, expected) => {
  const flujo = flujoDe(
    [{ id: 't', tipo: 'transformacion', lista: { nodo: 'e', ruta: 'n' }, ...campos }, salida('s')],
    'e>t>s',
  )
  expect(describeHallazgos(validateFlujo(flujo, depsOf()))).toContain(`t ${expected}`)
})

test.each([
  [[{ nombre: 'b', expresion: '1 / 0' }]],
  [
    [
      { nombre: 'a', expresion: '1' },
      { nombre: 'b', expresion: '2 + 1 / 0' },
    ],
  ],
  [
    [
      { nombre: 'a', expresion: 'CONSECUTIVO("x")' },
      { nombre: 'b', expresion: '1 / 0' },
    ],
  ],
])('a formula that fails is told by its parameter and its place in it', async (parametros) => {
  const { result } = await runFlujo(
    flujoDe(
      [
        { id: 't', tipo: 'transformacion', parametros },
        { id: 's', tipo: 'salida' },
      ],
      'e>t>s',
    ),
  )
  expect(result.error).toMatchObject({
    nodo: 't',
    codigo: 'EXPRESION_FALLIDA',
    detalle: { parametro: 'b', operacion: '/', posicion: expect.any(Number) },
  })
})
