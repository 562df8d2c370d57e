import { describe, expect, test } from 'vitest'
import { compileFlujo, validateFlujo } from './index.ts'
import {
  depsOf,
  describeHallazgos,
  flujoDe,
  hallazgosDe,
  joinNamed,
  llamada,
  mapea,
  type NodoDePrueba,
  salida,
  splitNamed,
} from './testing.ts'

const s = salida('s')

describe('fields', () => {
  test.each<[string, NodoDePrueba, string[]]>([
    [
      'a formula that is not one, with its place',
      mapea('a', [{ nombre: 'x', expresion: '1 + ' }]),
      [
        'a parametros[0].expresion: Falta algo aquí: un valor, un operador o un paréntesis. (posición 5 de la fórmula)',
      ],
    ],
    [
      'a function that does not exist',
      mapea('a', [{ nombre: 'x', expresion: 'NADA(1)' }]),
      ['a parametros[0].expresion: No existe la función «NADA». (posición 1 de la fórmula)'],
    ],
    [
      'a parameter without a name',
      mapea('a', [{ nombre: '', valor: 1 }]),
      ['a parametros[0].nombre: Falta el nombre.'],
    ],
    [
      'a name twice',
      mapea('a', [
        { nombre: 'x', valor: 1 },
        { nombre: 'x', valor: 2 },
      ]),
      ['a parametros: El nombre «x» está repetido.'],
    ],
    [
      'a name that reaches behind plain data',
      mapea('a', [{ nombre: '__proto__', valor: 1 }]),
      ['a parametros[0].nombre: El nombre «__proto__» está reservado.'],
    ],
    [
      'a type that does not fit',
      mapea('a', [{ nombre: 'x', tipo: 'texto', valorAsignado: { nodo: 'e', ruta: 'n' } }]),
      [
        'a parametros[0]: Se declara texto y recibe entero: al ejecutar pasa como entero, sin convertirse. Añada una conversión.',
      ],
    ],
    [
      'a type that could be converted',
      mapea('a', [{ nombre: 'x', tipo: 'fecha', expresion: '"a" & e.n' }]),
      [
        'a parametros[0]: Se declara fecha y recibe texto: al ejecutar pasa como texto, sin convertirse. Añada una conversión.',
      ],
    ],
    [
      'a type that never could',
      mapea('a', [{ nombre: 'x', tipo: 'fecha', expresion: 'e.n > 1' }]),
      ['a parametros[0]: Se declara fecha y recibe booleano, que no se puede convertir en fecha.'],
    ],
    [
      'a type that a driver may convert',
      llamada('a', {}, { parametros: [{ nombre: 'x', tipo: 'fecha', expresion: 'e.n > 1' }] }),
      [
        'a parametros[0]: Se declara fecha y recibe booleano: al ejecutar pasa como booleano, sin convertirse. Añada una conversión.',
      ],
    ],
    [
      'a literal of another type',
      mapea('a', [{ nombre: 'x', tipo: 'entero', valor: 'hola' }]),
      ['a parametros[0].valor: Se declara entero y el valor es «hola». Se esperaba un número entero.'],
    ],
    [
      'a long literal of another type',
      mapea('a', [{ nombre: 'x', tipo: 'fecha', valor: [`${'9'.repeat(80)}`] }]),
      [
        `a parametros[0].valor: Se declara fecha y el valor es ["${'9'.repeat(58)}…. Se esperaba una fecha AAAA-MM-DD.`,
      ],
    ],
    [
      'a default of another type',
      mapea('a', [{ nombre: 'x', tipo: 'lista', expresion: '[]', defecto: 7 }]),
      ['a parametros[0].defecto: Se declara lista y el valor es 7. Se esperaba una lista.'],
    ],
    [
      'literals that can be read as their types',
      mapea('a', [
        { nombre: 'a', tipo: 'entero', valor: '7' },
        { nombre: 'b', tipo: 'fecha', valor: '2026-01-02' },
        { nombre: 'c', tipo: 'objeto', valor: { x: 1 }, campos: [{ nombre: 'y' }] },
        { nombre: 'd', tipo: 'booleano', valor: '' },
      ]),
      [],
    ],
    [
      'a value from two places, and from three',
      mapea('a', [
        { nombre: 'x', valor: 0, expresion: '1' },
        { nombre: 'y', valor: 'a', valorAsignado: { nodo: 'e', ruta: 'n' }, expresion: '1' },
      ]),
      [
        'a parametros[0]: «x» tiene a la vez un valor escrito y una fórmula: deje solo uno.',
        'a parametros[1]: «y» tiene a la vez un valor escrito, un dato y una fórmula: deje solo uno.',
      ],
    ],
    [
      'a value from nowhere',
      mapea('a', [{ nombre: 'x' }]),
      ['a parametros[0]: «x» no tiene valor y será nulo: escriba uno, elija un dato o use una fórmula.'],
    ],
    [
      'null for a value, alone and beside a formula',
      mapea('a', [
        { nombre: 'x', valor: null },
        { nombre: 'y', valor: null, expresion: '1' },
      ]),
      [],
    ],
    [
      'an integer where a decimal is declared',
      mapea('a', [{ nombre: 'x', tipo: 'decimal', valorAsignado: { nodo: 'e', ruta: 'n' } }]),
      [],
    ],
    [
      'a server that does not exist',
      llamada('a', {}, { servidorId: 'ninguno' }),
      ['a servidorId: No existe el servidor.'],
    ],
    ['no server', llamada('a', {}, { servidorId: '' }), ['a servidorId: Elija un servidor.']],
  ])('%s', (_what, nodo, expected) => {
    expect(hallazgosDe([nodo, s], 'e>a>s')).toEqual(expected)
  })

  test.each([
    ['two places is an error', { valor: 1, expresion: '1' }, 'error'],
    ['nowhere is a warning', {}, 'aviso'],
  ])('a value from %s', (_what, origen, gravedad) => {
    const nodo = mapea('a', [{ nombre: 'x', ...origen }])
    expect(validateFlujo(flujoDe([nodo, s], 'e>a>s'), depsOf())).toMatchObject([{ gravedad }])
  })

  test.each([
    ['could be converted is a warning', '"a" & e.n', 'aviso'],
    ['never could is an error', 'e.n > 1', 'error'],
  ])('a type that %s', (_what, expresion, gravedad) => {
    const nodo = mapea('a', [{ nombre: 'x', tipo: 'fecha', expresion }])
    expect(validateFlujo(flujoDe([nodo, s], 'e>a>s'), depsOf())).toMatchObject([{ gravedad }])
  })

  test('a slip of the pen is found, however deep', () => {
    const nodo = {
      id: 'a',
      tipo: 'transformacion',
      pasoss: [],
      politica: { reintentos: { maximo: 1, max: 1 } },
    }
    expect(hallazgosDe([nodo, s], 'e>a>s')).toEqual([
      'a politica.reintentos.maximo: Este dato no existe aquí. Los que hay: esperaMs, factor, max.',
    ])
    expect(hallazgosDe([{ id: 'a', tipo: 'transformacion', pasoss: [] }, s], 'e>a>s')).toEqual([
      'a pasoss: Este dato no existe aquí. Los que hay: nota, politica, lista, pasos, id, tipo, nombre, posicion, parametros.',
    ])
  })
})

describe('transactions', () => {
  const dentro = (id: string, campos: object = {}) => llamada(id, {}, { transaccion: 't', ...campos })

  test.each<[string, NodoDePrueba[], string, string[]]>([
    [
      'of two servers',
      [dentro('a'), dentro('b', { servidorId: 's2' }), s],
      'e>a>b>s',
      ['b transaccion: La transacción «t» solo puede usar un servidor.'],
    ],
    [
      'around a wait',
      [dentro('a'), llamada('espera', { admiteTransaccion: false }), dentro('b'), s],
      'e>a>espera>b>s',
      [
        'espera transaccion: Una llamada a un servicio o una espera no puede estar dentro de la transacción «t»: retendría la conexión.',
      ],
    ],
    [
      'before a wait',
      [dentro('a'), dentro('b'), llamada('espera', { admiteTransaccion: false }), s],
      'e>a>b>espera>s',
      [],
    ],
    [
      'of a wait',
      [dentro('a'), dentro('b', { objeto: { admiteTransaccion: false } }), s],
      'e>a>b>s',
      [
        'b transaccion: Una llamada a un servicio o una espera no puede estar dentro de la transacción «t»: retendría la conexión.',
      ],
    ],
    [
      'that goes on after a failure of a later call',
      [
        dentro('a', { politica: { enError: 'continuar' } }),
        dentro('b', { politica: { enError: 'rama' } }),
        s,
      ],
      'e>a>b>s b:error>s',
      [
        'b politica.enError: Si este nodo falla y el proceso sigue, lo que la transacción «t» hizo antes se confirma igualmente.',
      ],
    ],
    [
      'that goes on after a failure of one of its items',
      [
        dentro('z'),
        splitNamed('p'),
        dentro('a', { politica: { enError: 'continuar' } }),
        joinNamed('j', 'p'),
        s,
      ],
      'e>p p:elemento>a>j>z>s',
      [
        'a politica.enError: Si este nodo falla y el proceso sigue, lo que la transacción «t» hizo antes se confirma igualmente.',
      ],
    ],
    [
      'that retries, and ends when that does not help',
      [dentro('a'), dentro('b', { politica: { enError: 'detener', reintentos: { max: 1 } } }), s],
      'e>a>b>s',
      [],
    ],
  ])('%s', (_what, nodos, conexiones, expected) => {
    expect(hallazgosDe(nodos, conexiones)).toEqual(expected)
  })
})

describe('a cursor', () => {
  const over = (...nodos: NodoDePrueba[]) => [
    ...nodos,
    splitNamed('p', { lista: { nodo: 'q', ruta: 'filas' }, cursor: true }),
    llamada('d'),
    joinNamed('j', 'p'),
    s,
  ]

  test.each<[string, NodoDePrueba[], string, string[]]>([
    ['over a reading', over(llamada('q', { lotes: [] })), 'e>q>p p:elemento>d>j>s', []],
    [
      'over what has no cursor',
      over(llamada('q')),
      'e>q>p p:elemento>d>j>s',
      ['p cursor: «q» no se puede leer con cursor.'],
    ],
    [
      'over a reading that others use too',
      over(llamada('q', { lotes: [] }), llamada('z')),
      'e>q>p p:elemento>d>j>s q>z',
      ['p cursor: Un cursor lee de un nodo proceso que solo lleva a este nodo.'],
    ],
  ])('%s', (_what, nodos, conexiones, expected) => {
    expect(hallazgosDe(nodos, conexiones)).toEqual(expected)
  })
})

describe('a document', () => {
  test.each([
    ['null', null],
    ['a text', 'flujo'],
    ['another version', { version: 2, nodos: [], conexiones: [] }],
    ['more than its fields', { version: 1, nodos: [], conexiones: [], extra: 1 }],
    ['a node of no type', { version: 1, nodos: [{ id: 'a', tipo: 'nada', nombre: 'a' }], conexiones: [] }],
    [
      'an id that no formula could name',
      { version: 1, nodos: [{ id: '1-a', tipo: 'salida', nombre: 'a' }], conexiones: [] },
    ],
  ])('that is %s has findings and no plan', (_what, documento) => {
    const result = compileFlujo(documento, depsOf())
    expect(result.ok).toBe(false)
    expect(validateFlujo(documento, depsOf()).length).toBeGreaterThan(0)
  })

  test.each<[string, object, string]>([
    [
      'a node of no type',
      { id: 'a', tipo: 'nada', nombre: 'a' },
      'a tipo: Este valor no se admite. Use uno de estos: entrada, proceso,',
    ],
    [
      'a field of another type',
      { ...s, nombre: 's', estadoHttp: 'ok' },
      's estadoHttp: Se esperaba un número y llegó un texto.',
    ],
    [
      'a step of no kind',
      { id: 'a', tipo: 'transformacion', nombre: 'a', pasos: [{ tipo: 'mezclar' }] },
      'a pasos[0].tipo: Este valor no se admite. Use uno de estos: convertir, filtrar, ordenar, agrupar, unir, limitar.',
    ],
    [
      'a field that nobody declared',
      { ...s, nombre: 's', x: 1 },
      's x: Este dato no existe aquí. Los que hay: nota, politica, estadoHttp, tipoContenido, cabeceras, id, tipo, nombre, posicion, parametros.',
    ],
  ])('with %s says so in Spanish, and where', (_what, nodo, expected) => {
    const found = describeHallazgos(validateFlujo({ version: 1, nodos: [nodo], conexiones: [] }, depsOf()))
    expect(found).toContainEqual(expect.stringContaining(expected))
  })

  test('of a version that is not known yet says so', () => {
    expect(describeHallazgos(validateFlujo({ version: 2, nodos: [], conexiones: [] }, depsOf()))).toEqual([
      '- version: Este valor no se admite. Escriba: 1.',
    ])
  })

  test('with more combinations of branches than can be told apart says so', () => {
    const count = 18
    const ids = Array.from({ length: count }, (_, index) => index)
    const casos = [{ nombre: 'si', expresion: 'e.n = 1' }]
    const nodos: NodoDePrueba[] = [
      ...ids.map((index) => ({ id: `x${index}`, tipo: 'condicion', casos })),
      ...ids.map((index) => ({ id: `y${index}`, tipo: 'condicion', casos })),
      mapea('z'),
    ]
    const conexiones = ids.map((index) => `e>x${index} x${index}:si>y${index} y${index}:si>z`).join(' ')
    expect(hallazgosDe(nodos, conexiones)).toContainEqual(
      expect.stringMatching(/^- conexiones: .*combinaciones de ramas/),
    )
  })

  test('of more nodes than the limit says so', () => {
    const flujo = flujoDe([mapea('a'), s], 'e>a>s')
    expect(describeHallazgos(validateFlujo(flujo, depsOf(undefined, { nodos: 2 })))).toEqual([
      '- nodos: El proceso tiene 3 nodos; el límite es 2.',
    ])
  })

  test('with a warning only is compiled, and says it', () => {
    const result = compileFlujo(flujoDe([mapea('a')], 'e>a'), depsOf())
    expect(result).toMatchObject({ ok: true, avisos: [{ gravedad: 'aviso' }] })
  })

  test('in the browser, without servers, is checked as far as that goes', () => {
    expect(
      validateFlujo(flujoDe([llamada('a', {}, { servidorId: 'ninguno' }), s], 'e>a>s'), depsOf()),
    ).toEqual([])
  })
})

describe('the entrada', () => {
  const entrada = (parametros: object[]): NodoDePrueba => ({ id: 'e', tipo: 'entrada', parametros })
  const coerce = (parametros: object[], given: Record<string, unknown>) => {
    const result = compileFlujo(flujoDe([entrada(parametros), s], 'e>s'), depsOf())
    if (!result.ok) throw new Error(describeHallazgos(result.hallazgos).join())
    return result.plan.entrada.coerce(given)
  }

  test('takes what it declares to its types, and drops the rest', () => {
    expect(
      coerce(
        [
          { nombre: 'n', tipo: 'entero' },
          { nombre: 'x', tipo: 'texto', defecto: 'd' },
        ],
        { n: '7', y: 1 },
      ),
    ).toEqual({ n: 7, x: 'd' })
  })

  test('reports everything that is wrong at once', () => {
    const parametros = [
      { nombre: 'n', tipo: 'entero' },
      { nombre: 'm', tipo: 'texto', requerido: true },
    ]
    expect(() => coerce(parametros, { n: 'x' })).toThrow(
      expect.objectContaining({
        errores: [expect.objectContaining({ campo: 'n' }), expect.objectContaining({ campo: 'm' })],
      }),
    )
  })

  test('never reads what its caller inherited', () => {
    expect(coerce([{ nombre: 'toString', tipo: 'texto' }], {})).toEqual({ toString: null })
  })

  test('with defaults that its own declarations refuse has a finding for each', () => {
    const parametros = [
      { nombre: 'n', tipo: 'entero', defecto: 'hola' },
      { nombre: 'm', tipo: 'entero', defecto: 0, validacion: { minimo: 1 } },
      {
        nombre: 'o',
        tipo: 'objeto',
        campos: [{ nombre: 'l', tipo: 'lista', elemento: { nombre: '', tipo: 'fecha', defecto: 'ayer' } }],
      },
      { nombre: 'p', tipo: 'lista', elemento: { nombre: '', tipo: 'entero' }, defecto: [1, 'x'] },
      { nombre: 'q', tipo: 'fecha', defecto: '2026-01-02' },
    ]
    const flujo = flujoDe([entrada(parametros), s], 'e>s')
    expect(describeHallazgos(validateFlujo(flujo, depsOf()))).toEqual([
      'e parametros[0].defecto: Se declara entero y el valor es «hola». Se esperaba un número entero.',
      'e parametros[1].defecto: Se declara entero y el valor es 0. El mínimo es 1.',
      'e parametros[2].campos[0].elemento.defecto: Se declara fecha y el valor es «ayer». Se esperaba una fecha AAAA-MM-DD.',
      'e parametros[3].defecto[1]: Se declara lista y el valor es [1,"x"]. Se esperaba un número entero.',
    ])
  })

  test('with a pattern that could run without bound is a finding', () => {
    const flujo = flujoDe(
      [entrada([{ nombre: 'n', tipo: 'texto', validacion: { patron: '(?=a)' } }]), s],
      'e>s',
    )
    const [found] = describeHallazgos(validateFlujo(flujo, depsOf()))
    expect(found).toMatch(/^e parametros\[0\]\.validacion\.patron: /)
  })
})
