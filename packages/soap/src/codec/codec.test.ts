import { Binario, Fecha } from '@div/contract'
import { describe, expect, test } from 'vitest'
import type { ComplexType, ElementDecl } from '../model/schema.ts'
import { SOAP_ENCODING, XSD, XSI } from '../xml/namespaces.ts'
import { attribute, codecOf, complex, element, group, one, simple, TNS } from './codec-testing.ts'

const text = simple('string')
const integer = simple('int')
const wrap = (content: string) =>
  `<raiz xmlns="${TNS}" xmlns:t="${TNS}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}" xmlns:e="${SOAP_ENCODING}">${content}</raiz>`
const inner = (xml: string) => xml.slice(xml.indexOf('>') + 1, xml.lastIndexOf('<'))

const persona = element(
  'persona',
  complex(
    group('sequence', [
      one(element('nombre', text)),
      one(element('edad', integer, { nillable: true }), { min: 0 }),
      one(element('tag', text), { min: 0, max: Number.POSITIVE_INFINITY }),
    ]),
    { attributes: [attribute('id', integer, true)] },
  ),
)

describe('an element of declared content', () => {
  const codec = codecOf(persona)

  test('is written in the order of its type, whatever that of the data', () => {
    const { xml, errores } = codec.encode({ tag: ['a', 'b'], nombre: 'Ñandú & <Cía>', edad: null, '@id': 7 })
    expect(errores).toEqual([])
    expect(inner(xml)).toBe(
      '<n1:persona id="7"><n1:nombre>Ñandú &amp; &lt;Cía&gt;</n1:nombre><n1:edad xsi:nil="true"/>' +
        '<n1:tag>a</n1:tag><n1:tag>b</n1:tag></n1:persona>',
    )
    expect(codec.decode(xml)).toEqual({
      value: { '@id': 7, nombre: 'Ñandú & <Cía>', edad: null, tag: ['a', 'b'] },
      errores: [],
    })
  })

  test('says of everything that is wrong where it stands', () => {
    const { errores } = codec.decode(
      wrap('<persona><edad>muchos</edad><tag>a</tag><apodo>x</apodo><edad>3</edad></persona>'),
    )
    expect(errores).toEqual([
      { campo: '@id', mensaje: 'Falta este dato.' },
      { campo: 'edad', mensaje: 'Se esperaba un número entero.' },
      { campo: 'apodo', mensaje: 'Este dato no está declarado.' },
      { campo: 'edad', mensaje: 'Está más de una vez.' },
    ])
    expect(codec.decode(wrap('<persona id="1"/>')).errores).toEqual([
      { campo: 'nombre', mensaje: 'Falta este dato.' },
    ])
    expect(codec.encode({ '@id': 1, nombre: 'a\u0000', otro: 1 }).errores).toEqual([
      { campo: 'otro', mensaje: 'Este dato no está declarado.' },
      { campo: 'nombre', mensaje: 'El XML no puede llevar el carácter U+0000.' },
    ])
  })

  test('may be left out where it must be there and may be null', () => {
    const nullable = (name: string) => one(element(name, integer, { nillable: true }))
    const held = codecOf(
      element(
        'pedido',
        complex(
          group('sequence', [
            nullable('a'),
            group('sequence', [nullable('b'), one(element('c', text))]),
            group('sequence', [nullable('d'), one(element('e', text))], { min: 0 }),
            group('choice', [nullable('f'), one(element('g', text))]),
          ]),
        ),
      ),
    )
    const nil = (name: string) => `<n1:${name} xsi:nil="true"/>`
    const { xml, errores } = held.encode({ c: 'x', g: 'y' })
    expect(errores).toEqual([])
    expect(inner(xml)).toBe(`<n1:pedido>${nil('a')}${nil('b')}<n1:c>x</n1:c><n1:g>y</n1:g></n1:pedido>`)
    // Where it depends on the others, it has to be said.
    expect(held.encode({ c: 'x', e: 'z', f: null }).errores).toEqual([
      { campo: 'd', mensaje: 'Falta este dato.' },
    ])
    expect(held.encode({ c: 'x' }).errores).toHaveLength(1)
    // Who sends it must send it.
    expect(held.decode(wrap('<pedido><b>1</b><c>x</c><g>y</g></pedido>')).errores).toEqual([
      { campo: 'a', mensaje: 'Falta este dato.' },
    ])
  })

  test('is understood without namespaces, and with that of its parent', () => {
    const value = { '@id': 1, nombre: 'Ana', tag: [] }
    expect(codec.decode(wrap('<t:persona id="1"><nombre xmlns="">Ana</nombre></t:persona>')).value).toEqual(
      value,
    )
    expect(codec.decode(wrap('<persona id="1"><nombre>Ana</nombre></persona>')).value).toEqual(value)
    expect(
      codec.decode(wrap('<persona id="1"><o:nombre xmlns:o="urn:otro">Ana</o:nombre></persona>')).errores[0],
    ).toEqual({ campo: 'nombre', mensaje: 'Este dato no está declarado.' })
  })
})

test.each([
  ['boolean', ' 1 ', true, 'true'],
  ['int', '+007', 7, '7'],
  ['long', '9223372036854775807', '9223372036854775807', '9223372036854775807'],
  ['decimal', '1234567890123456789.10', '1234567890123456789.10', '1234567890123456789.10'],
  ['decimal', '-0.5', -0.5, '-0.5'],
  ['double', '1.5E3', 1500, '1500'],
  ['double', 'INF', 'INF', 'INF'],
  ['date', '2026-11-22+01:00', new Fecha(2026, 11, 22), '2026-11-22'],
  [
    'dateTime',
    '2026-11-22T10:00:00.5+02:00',
    new Date('2026-11-22T08:00:00.500Z'),
    '2026-11-22T08:00:00.500Z',
  ],
  ['dateTime', '2026-11-22T10:00:00', '2026-11-22T10:00:00', '2026-11-22T10:00:00'],
  ['base64Binary', ' aGk= ', new Binario(Buffer.from('hi')), 'aGk='],
  ['hexBinary', '6869', new Binario(Buffer.from('hi')), '6869'],
  ['token', '  a   b\n', 'a b', 'a b'],
  ['string', ' a  b ', ' a  b ', ' a  b '],
  ['duration', 'P1DT2H', 'P1DT2H', 'P1DT2H'],
] as const)('a value of %s: %s', (type, written, value, rewritten) => {
  const codec = codecOf(element('v', simple(type)))
  expect(codec.decode(wrap(`<v>${written}</v>`))).toEqual({ value, errores: [] })
  expect(inner(codec.encode(value).xml)).toBe(`<n1:v>${rewritten}</n1:v>`)
})

test.each([
  ['int', '2147483648'],
  ['unsignedByte', '-1'],
  ['decimal', '1e3'],
  ['boolean', 'sí'],
  ['date', '2026-02-30'],
  ['dateTime', '2026-11-22'],
  ['base64Binary', 'a'],
  ['duration', 'P'],
] as const)('a text that is no %s: %s', (type, written) => {
  const codec = codecOf(element('v', simple(type)))
  expect(codec.decode(wrap(`<v>${written}</v>`)).errores).toHaveLength(1)
})

test('a number needs no exponent where the type has none', () => {
  const codec = codecOf(element('v', simple('decimal')))
  expect(inner(codec.encode(1e21).xml)).toContain('>1000000000000000000000<')
  expect(inner(codec.encode(1.5e-7).xml)).toContain('>0.00000015<')
})

test.each([
  [{ enumeration: ['A', 'B'] }, 'C', 'Use uno de estos valores: A, B.'],
  [{ patterns: [String.raw`[A-Z]\d{2}`] }, 'A1', String.raw`No tiene la forma pedida: [A-Z]\d{2}`],
  [{ patterns: [String.raw`\i\c*`, 'a^b|.*'] }, '1a', String.raw`No tiene la forma pedida: \i\c*`],
  [{ maxLength: 2 }, '€€€', 'El largo máximo es 2.'],
  [{ length: 2 }, 'a', 'El largo mínimo es 2.'],
] as const)('facets of a text: %j', (facets, written, mensaje) => {
  const type = simple('string', facets)
  expect(codecOf(element('v', type)).decode(wrap(`<v>${written}</v>`)).errores).toEqual([
    { campo: '', mensaje },
  ])
  expect(codecOf(element('v', type), { facets: false }).decode(wrap(`<v>${written}</v>`)).errores).toEqual([])
})

test('bounds of decimals are compared exactly', () => {
  const codec = codecOf(
    element('v', simple('decimal', { maxInclusive: '99999999999999999.99', fractionDigits: 2 })),
  )
  expect(codec.decode(wrap('<v>99999999999999999.99</v>')).errores).toEqual([])
  expect(codec.decode(wrap('<v>100000000000000000.00</v>')).errores[0]?.mensaje).toContain('máximo')
  expect(codec.decode(wrap('<v>1.234</v>')).errores[0]?.mensaje).toContain('decimales')
})

describe('content models', () => {
  const choice = codecOf(
    element(
      'pago',
      complex(
        group('choice', [
          one(element('tarjeta', text)),
          group('sequence', [one(element('banco', text)), one(element('cuenta', text))]),
        ]),
      ),
    ),
  )

  test('of a choice exactly one is there, and whole', () => {
    expect(choice.decode(wrap('<pago><tarjeta>1</tarjeta></pago>')).errores).toEqual([])
    expect(choice.decode(wrap('<pago/>')).errores[0]?.mensaje).toBe(
      'Falta uno de estos datos: tarjeta, banco con cuenta.',
    )
    expect(choice.decode(wrap('<pago><tarjeta/><banco/><cuenta/></pago>')).errores[0]?.mensaje).toContain(
      'Solo',
    )
    expect(choice.encode({ banco: 'B' }).errores).toEqual([{ campo: 'cuenta', mensaje: 'Falta este dato.' }])
  })

  test('of a sequence that is repeated the values go round by round', () => {
    const many = Number.POSITIVE_INFINITY
    const pairs = codecOf(
      element(
        'pares',
        complex(
          group(
            'sequence',
            [
              one(element('k', text), { repeated: true }),
              one(element('v', integer), { repeated: true, min: 0 }),
            ],
            { min: 0, max: many },
          ),
        ),
      ),
    )
    const { xml } = pairs.encode({ k: ['a', 'b'], v: [1, 2] })
    expect(inner(xml)).toBe('<n1:pares><n1:k>a</n1:k><n1:v>1</n1:v><n1:k>b</n1:k><n1:v>2</n1:v></n1:pares>')
    expect(pairs.decode(xml).value).toEqual({ k: ['a', 'b'], v: [1, 2] })
  })

  test('a type may contain itself', () => {
    const particles: ReturnType<typeof one>[] = []
    const nodo: ComplexType = complex(group('sequence', particles))
    const raiz = element('nodo', nodo)
    particles.push(one(element('valor', integer)), one(element('hijo', nodo), { min: 0, max: 9 }))
    const codec = codecOf(raiz)
    const value = {
      valor: 1,
      hijo: [
        { valor: 2, hijo: [] },
        { valor: 3, hijo: [{ valor: 4, hijo: [] }] },
      ],
    }
    expect(codec.decode(codec.encode(value).xml)).toEqual({ value, errores: [] })
    expect(codec.decode(wrap('<nodo><valor>1</valor><hijo><valor>x</valor></hijo></nodo>')).errores).toEqual([
      { campo: 'hijo[0].valor', mensaje: 'Se esperaba un número entero.' },
    ])
    let deep: unknown = { valor: 1, hijo: [] }
    for (let level = 0; level < 25; level++) deep = { valor: 1, hijo: [deep] }
    expect(codec.encode(deep).errores[0]?.mensaje).toBe('Tiene demasiados niveles.')
  })

  test('a member of a substitution group is a field of its own', () => {
    const circulo = element('circulo', integer)
    const figura = element('figura', text, {
      abstract: true,
      substitutes: [circulo, element('cuadro', text)],
    })
    const codec = codecOf(element('dibujo', complex(group('sequence', [one(figura)]))))
    expect(codec.decode(wrap('<dibujo><circulo>3</circulo></dibujo>'))).toEqual({
      value: { circulo: 3 },
      errores: [],
    })
    expect(inner(codec.encode({ circulo: 3 }).xml)).toBe('<n1:dibujo><n1:circulo>3</n1:circulo></n1:dibujo>')
    expect(codec.encode({}).errores).toEqual([{ campo: 'figura', mensaje: 'Falta este dato.' }])
  })

  test('a derived type is told by its name', () => {
    const perro: ComplexType = complex(
      group('sequence', [one(element('nombre', text)), one(element('raza', text))]),
      {
        name: `{${TNS}}Perro`,
      },
    )
    const animal: ComplexType = complex(group('sequence', [one(element('nombre', text))]), {
      name: `{${TNS}}Animal`,
      abstract: true,
      derived: [perro],
    })
    const codec = codecOf(element('animal', animal))
    const value = { '@xsi:type': 'Perro', nombre: 'Tobi', raza: 'can' }
    const { xml, errores } = codec.encode(value)
    expect(errores).toEqual([])
    expect(xml).toContain('<n1:animal xsi:type="n1:Perro"><n1:nombre>')
    expect(codec.decode(xml)).toEqual({ value, errores: [] })
    expect(codec.decode(wrap('<animal/>')).errores[0]?.mensaje).toContain('xsi:type')
    expect(codec.encode({ nombre: 'x' }).errores[0]?.mensaje).toContain('Perro')
  })

  test('text beside attributes is #, and mixed text is kept', () => {
    const precio = element(
      'precio',
      complex({ kind: 'simple', type: simple('decimal') }, { attributes: [attribute('moneda', text)] }),
    )
    const codec = codecOf(precio)
    expect(codec.decode(wrap('<precio moneda="EUR">1.5</precio>')).value).toEqual({
      '@moneda': 'EUR',
      '#': 1.5,
    })
    expect(inner(codec.encode({ '#': 1.5, '@moneda': 'EUR' }).xml)).toBe(
      '<n1:precio moneda="EUR">1.5</n1:precio>',
    )
    expect(inner(codec.encode(2).xml)).toBe('<n1:precio>2</n1:precio>')
    const mixed = codecOf(
      element('p', complex(group('sequence', [one(element('b', text), { min: 0 })]), { mixed: true })),
    )
    expect(mixed.decode(wrap('<p>Hola <b>tú</b></p>')).value).toEqual({ b: 'tú', '#': 'Hola' })
  })
})

describe('content without a type', () => {
  const codec = codecOf(element('v', complex({ kind: 'any' })))

  test('is read as bodies in XML are', () => {
    expect(
      codec.decode(
        wrap('<v><a>1</a><a>2</a><b x="1">t</b><c xsi:nil="true"/><d xsi:type="xsd:int">5</d></v>'),
      ).value,
    ).toEqual({ a: ['1', '2'], b: { '@x': '1', '#': 't' }, c: null, d: 5 })
  })

  test('says the types of its values, and is read back by them', () => {
    const value = {
      texto: 'á',
      numero: 12.5,
      si: true,
      dia: new Fecha(2026, 1, 2),
      cuando: new Date(0),
      nada: null,
      lista: [1, 2],
      matriz: [[1, 2], [3]],
      binario: new Binario(Buffer.from('x')),
      'no es nombre': 'x',
    }
    const { xml, errores } = codec.encode(value)
    expect(errores).toEqual([])
    const { 'no es nombre': other, ...rest } = value
    expect(codec.decode(xml)).toEqual({
      value: { ...rest, campo: other },
      errores: [],
    })
  })

  test('takes arrays as other stacks write them', () => {
    expect(
      codec.decode(
        wrap(
          '<v><a e:arrayType="xsd:int[2]" xsi:type="e:Array"><i xsi:type="xsd:int">1</i><i xsi:type="xsd:int">2</i></a></v>',
        ),
      ).value,
    ).toEqual({ a: [1, 2] })
    expect(
      codec.decode(
        wrap(
          '<v xmlns:m="http://xml.apache.org/xml-soap" xsi:type="m:Map"><item><key>a</key><value xsi:type="xsd:int">1</value></item></v>',
        ),
      ).value,
    ).toEqual({ a: 1 })
  })

  test.each(['__proto__', 'constructor'])('has no field %s', (name) => {
    expect(codec.decode(wrap(`<v><${name}>1</${name}><a/></v>`)).errores).toEqual([
      { campo: name, mensaje: 'Es un nombre de campo reservado.' },
    ])
  })
})

describe('SOAP encoding', () => {
  const item: ElementDecl = element(
    'punto',
    complex(group('sequence', [one(element('x', integer))]), { name: `{${TNS}}Punto` }),
  )
  const lista = complex(
    { kind: 'array', item: item.type, itemName: 'item', dimensions: 1 },
    { name: `{${TNS}}Puntos` },
  )
  const codec = codecOf(element('puntos', lista), { encoded: true })

  test('says types and lengths', () => {
    const { xml } = codec.encode([{ x: 1 }, { x: 2 }])
    expect(inner(xml)).toBe(
      '<n1:puntos xsi:type="n2:Array" n2:arrayType="n1:Punto[2]"><item xsi:type="n1:Punto"><n1:x xsi:type="xsd:int">1</n1:x></item>' +
        '<item xsi:type="n1:Punto"><n1:x xsi:type="xsd:int">2</n1:x></item></n1:puntos>',
    )
  })

  test('refers to what is written elsewhere, but never to itself', () => {
    expect(
      codec.decode(
        wrap('<puntos><item href="#a"/><item href="#a"/></puntos><multiRef id="a"><x>1</x></multiRef>'),
      ).value,
    ).toEqual([{ x: 1 }, { x: 1 }])
    expect(codec.decode(wrap('<puntos><item href="#b"/></puntos>')).errores[0]?.mensaje).toContain('«b»')
    const any = codecOf(element('v', complex({ kind: 'any' })))
    expect(any.decode(wrap('<v id="a"><w href="#a"/></v>')).errores[0]?.mensaje).toBe(
      'Tiene demasiadas referencias.',
    )
  })

  test('a small message cannot have a large element read again and again', () => {
    const points = (count: number, size: number) =>
      wrap(
        `<puntos>${'<item href="#a"/>'.repeat(count)}</puntos><multiRef id="a"><x>${'0'.repeat(size)}1</x></multiRef>`,
      )
    expect(codec.decode(points(50, 1)).errores).toEqual([])
    expect(codec.decode(points(50, 900)).errores[0]?.mensaje).toBe('Tiene demasiadas referencias.')
  })

  test('what refers to what refers multiplies what is counted', () => {
    const any = codecOf(element('v', complex({ kind: 'any' })))
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<r id="n${level}">${`<w href="#n${level + 1}"/>`.repeat(9)}</r>`,
    )
    const { errores } = any.decode(wrap(`<v href="#n0"/>${levels.join('')}<r id="n9">x</r>`))
    expect(errores[0]?.mensaje).toBe('Tiene demasiadas referencias.')
    // What is told of it stays as small as what was read.
    expect(errores.length).toBeLessThan(1_000)
  })

  test('an array as a repeated element is understood', () => {
    const repeated = codecOf(persona)
    expect(
      repeated.decode(
        wrap(
          '<persona id="1"><nombre>A</nombre><tag xsi:type="e:Array" e:arrayType="xsd:string[2]"><i>a</i><i>b</i></tag></persona>',
        ),
      ).value,
    ).toEqual({ '@id': 1, nombre: 'A', tag: ['a', 'b'] })
  })
})
