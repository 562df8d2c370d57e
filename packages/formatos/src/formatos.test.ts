import { Fecha } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Formato, Notacion } from './define-formato.ts'
import { compileFormato, FORMATOS_DE_REGISTROS } from './formatos.ts'
import { streamRegistros } from './read-registros.ts'
import { readIn, reglas } from './testing.ts'

const FORMATOS: Readonly<Record<string, Formato>> = FORMATOS_DE_REGISTROS

describe.each(Object.entries(FORMATOS))('%s', (_nombre, { opciones, ejemplos, compile }) => {
  test.each(ejemplos.map((ejemplo, at) => [at + 1, ejemplo] as const))(
    'its example %i is read, however it is cut, and written',
    (_at, { opciones: given, texto, registros }) => {
      const notacion = compile(opciones.parse(given))
      for (const pieceLength of [1, 2, 3, 7, texto.length]) {
        expect(readIn(pieceLength, texto, notacion)).toEqual(registros)
      }
      expect(notacion.write(registros, reglas())).toBe(texto)
    },
  )

  test('what is no document of it is read or refused in a sentence, within its limits', () => {
    const notacion = compile(opciones.parse(ejemplos[0]?.opciones ?? {}))
    const noise = fc.string({ unit: fc.constantFrom(...'",;\'\\\n\r{}[]:+?~*|ab1 \u0000ñ'), maxLength: 200 })
    fc.assert(
      fc.property(noise, fc.integer({ min: 1, max: 20 }), (text, pieceLength) => {
        const read = (length: number) => {
          try {
            return readIn(length, text, notacion)
          } catch (error) {
            return (error as Error).message
          }
        }
        expect(read(pieceLength)).toEqual(read(Math.max(1, text.length)))
      }),
    )
  })

  test('a record that does not end is refused at its limit', () => {
    const notacion = compile(opciones.parse(ejemplos[0]?.opciones ?? {}))
    const lector = notacion.openLector(reglas({ maximoRegistro: 1_000 }))
    const endless = () => {
      for (let count = 0; count < 1_000; count++) lector.push(count === 0 ? '"x' : 'x'.repeat(200))
    }
    expect(endless).toThrow(/1000 caracteres|«"x/)
  })
})

test('a first line of which the separator is found out is looked at once, however it comes', () => {
  const { includes } = String.prototype
  let looked = 0
  const spy = vi.spyOn(String.prototype, 'includes').mockImplementation(function (this: string, ...sought) {
    looked += this.length
    return includes.apply(this, sought)
  })
  const lector = compileFormato('csv', {})?.openLector(reglas())
  for (let count = 0; count < 60_000; count++) lector?.push('x')
  spy.mockRestore()
  expect(lector?.end()).toEqual([])
  expect(looked).toBeLessThanOrEqual(120_000)
})

const celda = fc.string({ unit: fc.constantFrom(...'ab ñ",;|\'\\\n\r#\t'), maxLength: 8 })
const nombre = fc
  .string({ unit: fc.constantFrom(...'abcñ"; '), minLength: 1, maxLength: 5 })
  .map((each) => `c${each}`.trim())
/** As what is read. */
const PLAIN = { noNullPrototype: true }

const filas = fc.uniqueArray(nombre, { minLength: 2, maxLength: 4 }).chain((names) =>
  fc.array(fc.record(Object.fromEntries(names.map((each) => [each, fc.option(celda)])), PLAIN), {
    minLength: 1,
    maxLength: 6,
  }),
)

describe('any records that are written as CSV are read as they were', () => {
  test.each([
    { separador: ',' as const, csv: {} },
    { separador: ';' as const, csv: { comillas: "'" as const, finDeLinea: 'lf' as const } },
    { separador: '\t' as const, csv: { escapado: 'barra' as const, comentario: '#', recortar: true } },
    { separador: '|' as const, csv: { finDeLinea: 'cr' as const } },
  ])('%j', ({ separador, csv }) => {
    const notacion = FORMATOS_DE_REGISTROS.csv.compile(
      FORMATOS_DE_REGISTROS.csv.opciones.parse({ separador, csv }),
    )
    fc.assert(
      fc.property(filas, fc.integer({ min: 1, max: 9 }), (registros, pieceLength) => {
        expect(readIn(pieceLength, notacion.write(registros, reglas()), notacion)).toEqual(registros)
      }),
    )
  })
})

test('a CSV without quotes has no line for what is alone in its record and empty', () => {
  const { opciones, compile } = FORMATOS_DE_REGISTROS.csv
  const notacion = compile(opciones.parse({ csv: { comillas: '', cabecera: false } }))
  for (const a of [null, ''])
    expect(() => notacion.write([{ a: '1' }, { a }], reglas())).toThrow(
      'un registro de un solo valor, y vacío',
    )
  expect(notacion.write([{ a: null, b: 1 }], reglas())).toBe(',1\r\n')
})

// Were the rest of the text looked through at each of them, this would take minutes.
test('a CSV text of nothing but escaped characters is read', () => {
  const { opciones, compile } = FORMATOS_DE_REGISTROS.csv
  const notacion = compile(opciones.parse({ separador: ',', csv: { escapado: 'barra', cabecera: false } }))
  const text = `"${'\\\\'.repeat(1_000_000)}"`
  const registros = readIn(text.length, text, notacion, reglas({ maximoRegistro: 2_000_000 }))
  expect(registros).toEqual([{ c1: '\\'.repeat(1_000_000) }])
})

describe('a CSV that cannot be taken says where', () => {
  const csv = (opciones: object) =>
    FORMATOS_DE_REGISTROS.csv.compile(FORMATOS_DE_REGISTROS.csv.opciones.parse(opciones))
  test.each<[string, object, string, string]>([
    ['too many', {}, 'a,b\n1,2\n1,2,3\n', 'línea 3: tiene 3 valores y se esperaban 2'],
    ['too few', {}, 'a,b\n"1\n",2\n3\n', 'línea 4: tiene 1 valores y se esperaban 2'],
    ['an open quote', {}, 'a,b\n1,"2\n', 'línea 2: las comillas que se abren no se cierran'],
    ['text behind a quote', {}, 'a,b\n1,"2"3\n', 'línea 2: detrás de unas comillas'],
    [
      'a number',
      { csv: { columnas: [{ nombre: 'b', tipo: 'entero' }] } },
      'a,b\n1,x\n',
      'línea 2, campo «b»: «x» no es un número entero',
    ],
    [
      'a comma',
      { separador: ';', csv: { decimal: 'coma', columnas: [{ nombre: 'b', tipo: 'decimal' }] } },
      'a;b\n1;1.5\n',
      'campo «b»: «1.5» no es un número',
    ],
    [
      'a day',
      { csv: { columnas: [{ nombre: 'b', tipo: 'fecha', patron: 'dd/mm/aaaa' }] } },
      'a,b\n1,31/02/2026\n',
      'campo «b»: «31/02/2026» no es una fecha dd/mm/aaaa',
    ],
    ['a column', { csv: { columnas: [{ nombre: 'c' }] } }, 'a,b\n1,2\n', 'falta la columna «c»'],
    ['a name', {}, 'a,__proto__\n1,2\n', '«__proto__» no puede ser el nombre de un dato'],
  ])('%s', (_what, opciones, text, sentence) => {
    expect(() => readIn(3, text, csv(opciones))).toThrow(sentence)
  })

  test.each<[string, object, string, unknown[]]>([
    [
      'groups of thousands',
      { separador: ';', csv: { decimal: 'coma', columnas: [{ nombre: 'b', tipo: 'decimal' }] } },
      'b;c\n1.234.567,89;x\n',
      [{ b: 1234567.89, c: 'x' }],
    ],
    [
      'missing values',
      { csv: { irregulares: 'completar' } },
      'a,b\n1\n1,2,3\n',
      [
        { a: '1', b: null },
        { a: '1', b: '2' },
      ],
    ],
    [
      'comments and blank lines',
      { csv: { comentario: '#' } },
      '#x\na,b\n\n#y,z,w\n1,2',
      [{ a: '1', b: '2' }],
    ],
    ['the separator that the first line has', {}, 'a;b\n1;2,5', [{ a: '1', b: '2,5' }]],
    ['a mark of UTF-8', {}, '\ufeffa,b\n1,2', [{ a: '1', b: '2' }]],
    ['names that repeat', {}, 'a,a,\n1,2,3', [{ a: '1', a_1: '2', '': '3' }]],
    ['a last empty value', {}, 'a,b\n1,', [{ a: '1', b: null }]],
    [
      'names of columns without a header',
      { csv: { cabecera: false, columnas: [{ nombre: 'x', tipo: 'entero' }, { nombre: 'y' }] } },
      '1,2',
      [{ x: 1, y: '2' }],
    ],
  ])('and takes %s', (_what, opciones, text, registros) => {
    expect(readIn(2, text, csv(opciones))).toEqual(registros)
  })
})

describe('fixed widths', () => {
  const columnas = [
    { nombre: 'texto', largo: 6 },
    { nombre: 'entero', largo: 17, tipo: 'entero' as const, relleno: '0' },
    { nombre: 'decimal', largo: 20, tipo: 'decimal' as const, decimales: 3 },
    { nombre: 'dia', largo: 10, tipo: 'fecha' as const, patron: 'dd/mm/aaaa' },
    { nombre: 'si', largo: 1, tipo: 'booleano' as const, patron: 'S/N' },
  ]
  test.each(['lineas', 'seguidos'] as const)(
    'any records that are written are read as they were: %s',
    (registros) => {
      const { opciones, compile } = FORMATOS_DE_REGISTROS.anchoFijo
      const notacion = compile(opciones.parse({ anchoFijo: { columnas, registros } }))
      const registro = fc.record(
        {
          texto: fc.string({ unit: fc.constantFrom(...'abñ "'), maxLength: 6 }).map((each) => each.trimEnd()),
          entero: fc.option(fc.maxSafeInteger()),
          decimal: fc.option(fc.integer({ min: -1e9, max: 1e9 }).map((each) => each / 1_000)),
          dia: fc.option(
            fc.integer({ min: 0, max: 40_000 }).map((each) => Fecha.fromEpochMs(each * 86_400_000)),
          ),
          si: fc.option(fc.boolean()),
        },
        PLAIN,
      )
      fc.assert(
        fc.property(
          fc.array(registro, { maxLength: 5 }),
          fc.integer({ min: 1, max: 60 }),
          (all, pieceLength) => {
            expect(readIn(pieceLength, notacion.write(all, reglas()), notacion)).toEqual(all)
          },
        ),
      )
    },
  )

  test('whatever a column may be filled up with, its values are read as they were', () => {
    const { opciones, compile } = FORMATOS_DE_REGISTROS.anchoFijo
    const valores = {
      entero: fc.maxSafeInteger(),
      decimal: fc.integer({ min: -1e9, max: 1e9 }).map((each) => each / 1_000),
      fecha: fc.integer({ min: 0, max: 40_000 }).map((each) => Fecha.fromEpochMs(each * 86_400_000)),
      booleano: fc.boolean(),
    }
    const caso = fc.constantFrom(...(Object.keys(valores) as (keyof typeof valores)[])).chain((tipo) =>
      fc.record({
        tipo: fc.constant(tipo),
        valor: valores[tipo] as fc.Arbitrary<unknown>,
        relleno: fc.constantFrom(...' 0123456789+-.,eE*_tfSN'),
        alineacion: fc.constantFrom('automatica', 'izquierda', 'derecha'),
        decimales: fc.constantFrom(undefined, ...(tipo === 'decimal' ? [3] : [])),
        patron: fc.constantFrom('', ...(tipo === 'booleano' ? ['S/N', '1/0'] : [])),
      }),
    )
    fc.assert(
      fc.property(caso, ({ valor, ...columna }) => {
        const parsed = opciones.safeParse({
          anchoFijo: { columnas: [{ nombre: 'a', largo: 30, ...columna }] },
        })
        if (!parsed.success) {
          expect(parsed.error.issues.map(({ path }) => path.at(-1))).toEqual(['relleno'])
          return
        }
        const notacion = compile(parsed.data)
        expect(readIn(30, notacion.write([{ a: valor }], reglas()), notacion)).toEqual([{ a: valor }])
      }),
      { numRuns: 1_000 },
    )
  })

  test.each<[object, string]>([
    [{ tipo: 'entero', relleno: '0', alineacion: 'izquierda' }, 'Cambiaría el número'],
    [{ tipo: 'decimal', relleno: '9' }, 'Cambiaría el número'],
    [{ tipo: 'decimal', relleno: '-' }, 'Cambiaría el número'],
    [{ tipo: 'fecha', relleno: '0' }, 'Cambiaría la fecha'],
    [{ tipo: 'booleano', patron: '1/0', relleno: '0' }, 'Es de los textos'],
  ])('a column %j is not taken', (columna, sentence) => {
    const { error } = FORMATOS_DE_REGISTROS.anchoFijo.opciones.safeParse({
      anchoFijo: { columnas: [{ nombre: 'a', largo: 10, ...columna }] },
    })
    expect(error?.issues).toMatchObject([{ message: expect.stringContaining(sentence) }])
  })

  const compile = (anchoFijo: object) => {
    const parsed = FORMATOS_DE_REGISTROS.anchoFijo.opciones.parse({ anchoFijo })
    return FORMATOS_DE_REGISTROS.anchoFijo.compile(parsed)
  }
  test.each<[string, Notacion, unknown, string]>([
    [
      'a text',
      compile({ columnas }),
      { texto: 'demasiado' },
      'elemento 1, campo «texto»: «demasiado» no cabe en 6 caracteres',
    ],
    [
      'decimals',
      compile({ columnas }),
      { decimal: 0.0001 },
      'campo «decimal»: «0.0001» tiene más de 3 decimales',
    ],
    ['a number', compile({ columnas }), { entero: 'x' }, 'campo «entero»: «x» no es un número entero'],
    ['lines', compile({ columnas }), { texto: 'a\nb' }, 'campo «texto»: tiene varias líneas'],
  ])('%s that does not fit is refused, never cut', (_what, notacion, registro, sentence) => {
    expect(() => notacion.write([registro], reglas())).toThrow(sentence)
  })

  test.each<[string, object, string]>([
    ['no columns', {}, 'Añada al menos una columna.'],
    [
      'columns over each other',
      {
        columnas: [
          { nombre: 'a', largo: 5 },
          { nombre: 'b', largo: 2, inicio: 3 },
        ],
      },
      'mismas posiciones que «a»',
    ],
    [
      'one name twice',
      {
        columnas: [
          { nombre: 'a', largo: 5 },
          { nombre: 'a', largo: 2 },
        ],
      },
      'Ya hay una columna',
    ],
    [
      'a day without a year',
      { columnas: [{ nombre: 'a', largo: 5, tipo: 'fecha', patron: 'dd/mm' }] },
      'no dice el año',
    ],
    [
      'a code of another length',
      { codigoLargo: 2, columnas: [{ nombre: 'a', largo: 5, inicio: 3, registro: 'D' }] },
      'El código tiene 2 caracteres.',
    ],
  ])('%s are found', (_what, anchoFijo, sentence) => {
    const { error } = FORMATOS_DE_REGISTROS.anchoFijo.opciones.safeParse({ anchoFijo })
    expect(error?.issues.map(({ message }) => message).join()).toContain(sentence)
  })
})

describe('EDI', () => {
  const componente = fc.string({ unit: fc.constantFrom(..."ab+:'?* ~"), maxLength: 5 })
  const elemento = fc.oneof(componente, fc.array(componente, { minLength: 2, maxLength: 3 }))
  const segmento = fc.record(
    {
      segmento: fc.constantFrom('BGM', 'LIN'),
      elementos: fc.array(elemento, { maxLength: 4 }),
    },
    PLAIN,
  )

  test.each([{}, { una: true, saltos: true }])(
    'any segments that are written are read as they were: %j',
    (edi) => {
      const { opciones, compile } = FORMATOS_DE_REGISTROS.edi
      const notacion = compile(opciones.parse({ edi }))
      fc.assert(
        fc.property(
          fc.array(segmento, { maxLength: 5 }),
          fc.integer({ min: 1, max: 40 }),
          (all, pieceLength) => {
            expect(readIn(pieceLength, notacion.write(all, reglas()), notacion)).toEqual(all)
          },
        ),
      )
    },
  )

  test('the signs of an X12 are those that its header has', () => {
    const isa =
      'ISA|00|          |00|          |ZZ|ABC            |ZZ|DEF            |261121|1200|U|00401|000000001|0|P|>!\n'
    const notacion = compileFormato('edi', {})
    if (!notacion) throw new Error('no notation')
    expect(readIn(10, `${isa}N1|ST|a>b!`, notacion).slice(-1)).toEqual([
      { segmento: 'N1', elementos: ['ST', ['a', 'b']] },
    ])
    expect(readIn(200, isa, notacion)).toMatchObject([{ segmento: 'ISA', elementos: { 15: '>' } }])
  })

  const grupos = [
    { segmento: 'UNH', hasta: ['UNZ'] },
    { segmento: 'NAD', dentroDe: 'UNH', nombre: 'partes', hasta: ['UNS'] },
    { segmento: 'LIN', dentroDe: 'UNH', nombre: 'lineas', hasta: ['UNS'] },
    { segmento: 'PRI', dentroDe: 'LIN', nombre: 'precios' },
  ]
  const agrupado = () =>
    FORMATOS_DE_REGISTROS.edi.compile(FORMATOS_DE_REGISTROS.edi.opciones.parse({ edi: { grupos } }))

  test('any headers with their lines that are written are read as they were', () => {
    const suelto = (nombre: string) =>
      fc.record({ segmento: fc.constant(nombre), elementos: fc.array(elemento, { maxLength: 2 }) }, PLAIN)
    const list = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 3 })
    const grupo = (
      nombre: string,
      inner: Record<string, fc.Arbitrary<unknown>> = {},
    ): fc.Arbitrary<Record<string, unknown>> =>
      fc.record(
        {
          segmento: fc.constant(nombre),
          elementos: fc.array(elemento, { maxLength: 2 }),
          ...inner,
          segmentos: list(suelto('DTM')),
          cierre: fc.constant([]),
        },
        PLAIN,
      )
    const linea = grupo('LIN', { precios: list(grupo('PRI')) })
    const pedido = fc
      .tuple(grupo('UNH', { partes: list(grupo('NAD')), lineas: list(linea) }), fc.boolean())
      .map(([each, isClosed]) => {
        const hasInner = [each.partes, each.lineas].some((inner) => Array.isArray(inner) && inner.length > 0)
        return { ...each, cierre: isClosed && hasInner ? [{ segmento: 'UNS', elementos: ['S'] }] : [] }
      })
    const todos = fc.array(fc.oneof(pedido, suelto('UNZ')), { maxLength: 4 })
    fc.assert(
      fc.property(todos, fc.integer({ min: 1, max: 40 }), (all, pieceLength) => {
        const notacion = agrupado()
        expect(readIn(pieceLength, notacion.write(all, reglas()), notacion)).toEqual(all)
      }),
    )
  })

  test('a line without its header, and a header beyond the limit, are refused', () => {
    expect(() => readIn(5, "UNH+1'UNZ+1'LIN+1'", agrupado())).toThrow(
      'segmento 3: «LIN» va dentro de «UNH», que no ha empezado',
    )
    const endless = `UNH+1'${"LIN+1'".repeat(1_000)}`
    expect(() => readIn(5, endless, agrupado(), reglas({ maximoRegistro: 1_000 }))).toThrow(
      'pasa de 1000 caracteres',
    )
    expect(() => agrupado().write([{ segmento: 'UNH', lineas: 3 }], reglas())).toThrow(
      '«lineas» de «UNH» es una lista',
    )
  })

  test.each<[object[], string]>([
    [[{ segmento: 'LIN', dentroDe: 'UNH', nombre: 'a' }], 'Ponga antes el grupo'],
    [[{ segmento: 'UNH' }, { segmento: 'UNH' }], 'Ya hay un grupo que empieza así.'],
    [[{ segmento: 'UNH' }, { segmento: 'LIN', dentroDe: 'UNH' }], 'Diga cómo se llama la lista.'],
    [[{ segmento: 'UNH', nombre: 'cierre' }], 'reservado'],
    [[{ segmento: 'UNH', nombre: '__proto__' }], 'reservado'],
  ])('the groups %j are not taken', (given, sentence) => {
    const { error } = FORMATOS_DE_REGISTROS.edi.opciones.safeParse({ edi: { grupos: given } })
    expect(error?.issues.map(({ message }) => message).join()).toContain(sentence)
  })

  test('what X12 cannot escape is refused', () => {
    const notacion = FORMATOS_DE_REGISTROS.edi.compile(
      FORMATOS_DE_REGISTROS.edi.opciones.parse({ edi: { norma: 'x12' } }),
    )
    expect(() => notacion.write([{ segmento: 'N1', elementos: ['a*b'] }], reglas())).toThrow('lleva un signo')
  })
})

test('of JSON Lines the line that is none is told', () => {
  const notacion = compileFormato('jsonl', {})
  if (!notacion) throw new Error('no notation')
  expect(() => readIn(4, '{"a":1}\n\n{a}\n', notacion)).toThrow('línea 3: el texto no es JSON')
  expect(() => readIn(4, '{"__proto__":1}', notacion)).toThrow('«__proto__» no puede ser')
})

test('bytes are decoded however they are cut', async () => {
  const notacion = compileFormato('lineas', {})
  if (!notacion) throw new Error('no notation')
  const bytes = new TextEncoder().encode('\ufeffaño €\nñ')
  async function* oneByOne() {
    for (const byte of bytes) yield Uint8Array.of(byte)
  }
  const lines: unknown[] = []
  for await (const some of streamRegistros(oneByOne(), notacion, { ...reglas(), codificacion: 'utf-8' }))
    lines.push(...some)
  expect(lines).toEqual(['año €', 'ñ'])
})
