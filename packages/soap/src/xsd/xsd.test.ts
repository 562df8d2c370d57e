import { expect, test } from 'vitest'
import { describeType, readDocuments, schemaText } from '../testing.ts'

const sequence = (content: string) => `<sequence>${content}</sequence>`
const complex = (content: string, name = 'T') => `<complexType name="${name}">${content}</complexType>`
const simple = (content: string, name = 'T') => `<simpleType name="${name}">${content}</simpleType>`
const derive = (kind: 'extension' | 'restriction', base: string, content: string, of = 'complexContent') =>
  `<${of}><${kind} base="${base}">${content}</${kind}></${of}>`

test.each<[feature: string, schema: string, means: string]>([
  [
    'a sequence',
    complex(sequence('<element name="a" type="x:int"/><element name="b" type="x:string" minOccurs="0"/>')),
    '(a-:int, b-:string?)',
  ],
  [
    'a repeated element',
    complex(sequence('<element name="a" type="x:int" minOccurs="0" maxOccurs="unbounded"/>')),
    '(a-:int*{0,})',
  ],
  [
    'a repeated group',
    complex('<sequence maxOccurs="9"><element name="a" type="x:int"/></sequence>'),
    '(a-:int*){1,9}',
  ],
  [
    'an element twice',
    complex(
      sequence(
        '<element name="a" type="x:int"/><element name="b" type="x:int"/><element name="a" type="x:int"/>',
      ),
    ),
    '(a-:int*, b-:int, a-:int*)',
  ],
  [
    'an element in two branches',
    complex(
      '<choice><sequence><element name="a" type="x:int"/><element name="b" type="x:int"/></sequence><element name="a" type="x:int"/></choice>',
    ),
    '((a-:int, b-:int) | a-:int)',
  ],
  [
    'what cannot come',
    complex(
      sequence(
        '<element name="a" type="x:int" minOccurs="0" maxOccurs="0"/><element name="b" type="x:int"/>',
      ),
    ),
    '(b-:int)',
  ],
  [
    'all',
    complex('<all><element name="a" type="x:int" minOccurs="0"/><element name="b" type="x:int"/></all>'),
    'all(a-:int?, b-:int)',
  ],
  [
    'any',
    complex(sequence('<any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>')),
    '(any(##other lax){0,})',
  ],
  [
    'any of namespaces',
    complex(sequence('<any namespace="##targetNamespace ##local urn:o"/>')),
    '(any(urn:t,,urn:o strict))',
  ],
  ['nothing', complex(''), ''],
  [
    'mixed content',
    '<complexType name="T" mixed="true"><sequence><element name="a" type="x:int"/></sequence></complexType>',
    'mixed (a-:int)',
  ],
  ['text alone as mixed content', '<complexType name="T" mixed="true"/>', 'mixed ()'],
  ['nillable', complex(sequence('<element name="a" type="x:int" nillable="true"/>')), '(a-:int!)'],
  ['a qualified form', complex(sequence('<element name="a" form="qualified" type="x:int"/>')), '(a:int)'],
  [
    'a reference',
    `<element name="a" type="x:date"/>${complex(sequence('<element ref="t:a" maxOccurs="2"/>'))}`,
    '(a:date*{1,2})',
  ],
  [
    'a type inside',
    complex(
      sequence(
        '<element name="a"><complexType><sequence><element name="b" type="x:int"/></sequence></complexType></element>',
      ),
    ),
    '(a-:[(b-:int)])',
  ],
  ['an element without a type', complex(sequence('<element name="a"/>')), '(a-:anyType)'],
  [
    'attributes',
    complex('<attribute name="a" type="x:int" use="required"/><attribute name="b"/><anyAttribute/>'),
    '@a:int @b:anySimpleType? @*',
  ],
  [
    'a group',
    `<group name="G"><sequence><element name="a" type="x:int"/></sequence></group>${complex('<group ref="t:G" maxOccurs="unbounded"/>')}`,
    '(a-:int*){1,}',
  ],
  [
    'a group in a group',
    `<group name="G"><choice><element name="a" type="x:int"/><group ref="t:H"/></choice></group><group name="H"><sequence><element name="b" type="x:int"/></sequence></group>${complex(sequence('<group ref="t:G" minOccurs="0"/><element name="c" type="x:int"/>'))}`,
    '((a-:int | (b-:int))?, c-:int)',
  ],
  [
    'attribute groups',
    `<attributeGroup name="G"><attribute name="a" type="x:int"/><attributeGroup ref="t:H"/></attributeGroup><attributeGroup name="H"><attribute name="b" type="x:int"/><anyAttribute/></attributeGroup>${complex('<attributeGroup ref="t:G"/>')}`,
    '@a:int? @b:int? @*',
  ],
  [
    'an extension',
    `${complex(`${sequence('<element name="a" type="x:int"/>')}<attribute name="x" type="x:int"/>`, 'B')}${complex(derive('extension', 't:B', `${sequence('<element name="b" type="x:int"/>')}<attribute name="y" type="x:int"/>`))}`,
    '@x:int? @y:int? ((a-:int), (b-:int))',
  ],
  [
    'an extension without more',
    `${complex(sequence('<element name="a" type="x:int"/>'), 'B')}${complex(derive('extension', 't:B', ''))}`,
    '(a-:int)',
  ],
  [
    'an extension that repeats an element',
    `${complex(sequence('<element name="a" type="x:int"/>'), 'B')}${complex(derive('extension', 't:B', sequence('<element name="a" type="x:int"/>')))}`,
    '((a-:int*), (a-:int*))',
  ],
  [
    'a restriction',
    `${complex(`${sequence('<element name="a" type="x:int" minOccurs="0"/><element name="b" type="x:int" minOccurs="0"/>')}<attribute name="x"/><attribute name="y"/>`, 'B')}${complex(derive('restriction', 't:B', `${sequence('<element name="a" type="x:int"/>')}<attribute name="x" use="prohibited"/>`))}`,
    '@y:anySimpleType? (a-:int)',
  ],
  [
    'simple content',
    complex(
      derive(
        'extension',
        'x:decimal',
        '<attribute name="moneda" type="x:string" use="required"/>',
        'simpleContent',
      ),
    ),
    '@moneda:string #:decimal',
  ],
  [
    'simple content of simple content',
    `${complex(derive('extension', 'x:decimal', '<attribute name="a" type="x:string"/>', 'simpleContent'), 'B')}${complex(derive('extension', 't:B', '<attribute name="b" type="x:string"/>', 'simpleContent'))}`,
    '@a:string? @b:string? #:decimal',
  ],
  [
    'restricted simple content',
    `${complex(derive('extension', 'x:string', '<attribute name="a" type="x:string"/>', 'simpleContent'), 'B')}${complex(derive('restriction', 't:B', '<maxLength value="3"/>', 'simpleContent'))}`,
    '@a:string? #:string',
  ],
  ['complex content of a simple type', complex(derive('extension', 'x:int', '')), '#:int'],
  [
    'a type that contains itself',
    complex(sequence('<element name="hijo" type="t:T" minOccurs="0"/>')),
    '(hijo-:T?)',
  ],
  [
    'an extension inside its base',
    `${complex(sequence('<element name="otro" type="t:T" minOccurs="0"/>'), 'B')}${complex(derive('extension', 't:B', sequence('<element name="b" type="x:int"/>')))}`,
    '((otro-:T?), (b-:int))',
  ],
  ['a list', simple('<list itemType="x:int"/>'), 'T'],
  [
    'wsdl:arrayType',
    complex(
      derive('restriction', 'soapenc:Array', '<attribute ref="soapenc:arrayType" wsdl:arrayType="x:int[]"/>'),
    ),
    'array of item:int',
  ],
  [
    'two dimensions',
    complex(
      derive(
        'restriction',
        'soapenc:Array',
        '<attribute ref="soapenc:arrayType" wsdl:arrayType="x:int[,]"/>',
      ),
    ),
    'array of item:int,',
  ],
  [
    'arrays of arrays',
    complex(
      derive(
        'restriction',
        'soapenc:Array',
        '<attribute ref="soapenc:arrayType" wsdl:arrayType="x:int[][2]"/>',
      ),
    ),
    'array of item:[array of item:int]',
  ],
  [
    'an array by its element',
    complex(
      derive(
        'restriction',
        'soapenc:Array',
        sequence('<element name="fila" type="x:date" maxOccurs="unbounded"/>'),
      ),
    ),
    'array of fila:date',
  ],
  [
    'an extended array',
    complex(
      derive('extension', 'soapenc:Array', '<attribute ref="soapenc:arrayType" wsdl:arrayType="t:T[]"/>'),
    ),
    'array of item:T',
  ],
  [
    'two elements called alike',
    `<element name="a" type="x:date"/>${complex(sequence('<element name="a" type="x:int"/><element ref="t:a"/>'))}`,
    '(a-:int, a_2:date)',
  ],
  [
    'a name that data may not have',
    complex(sequence('<element name="__proto__" type="x:int"/>')),
    '(__proto___-:int)',
  ],
  [
    'a draft of XML Schema',
    `<complexType name="T" xmlns:old="http://www.w3.org/1999/XMLSchema"><sequence><element name="a" type="old:timeInstant"/></sequence></complexType>`,
    '(a-:dateTime)',
  ],
  [
    'soapenc types',
    complex(sequence('<element name="a" type="soapenc:int"/><element name="b" type="soapenc:base64"/>')),
    '(a-:int, b-:base64)',
  ],
  [
    'explicit anyType',
    complex(derive('restriction', 'x:anyType', sequence('<element name="a" type="x:int"/>'))),
    '(a-:int)',
  ],
])('%s', async (_feature, schema, means) => {
  const { schema: read, avisos } = await readDocuments({ 'a.xsd': schemaText(schema) })
  expect(describeType(read.types.get('{urn:t}T'))).toBe(means)
  expect(avisos).toEqual([])
})

test.each<[what: string, schema: string, means: string, aviso: string]>([
  [
    'a type that is missing is anything',
    complex(sequence('<element name="a" type="t:Falta"/>')),
    '(a-:anyType)',
    'No se encuentra el tipo t:Falta ({urn:t}Falta).',
  ],
  [
    'a prefix that is missing means the own namespace',
    complex(sequence('<element name="a" type="sin:B"/>')) + complex('', 'B'),
    '(a-:B)',
    'No se encuentra el tipo sin:B (B); se toma {urn:t}B.',
  ],
  [
    'a default namespace that is missing means that of XML Schema',
    `<complexType name="T" xmlns=""><sequence xmlns="http://www.w3.org/2001/XMLSchema"><element xmlns="" xmlns:y="http://www.w3.org/2001/XMLSchema" name="n" type="y:int"/><x:element xmlns="" name="a" type="string"/></sequence></complexType>`
      .replace('<complexType name="T" xmlns="">', '<complexType name="T">')
      .replace('<element xmlns="" xmlns:y="http://www.w3.org/2001/XMLSchema" name="n" type="y:int"/>', ''),
    '(a-:string)',
    'No se encuentra el tipo string (string); se toma {http://www.w3.org/2001/XMLSchema}string.',
  ],
  [
    'a type derived from itself',
    complex(derive('extension', 't:T', sequence('<element name="a" type="x:int"/>'))),
    '(a-:int)',
    'El tipo {urn:t}T se deriva de sí mismo.',
  ],
  [
    'a group that holds itself',
    `<group name="G"><sequence><element name="a" type="x:int"/><group ref="t:G"/></sequence></group>${complex('<group ref="t:G"/>')}`,
    '(a-:int)',
    'El grupo t:G se contiene a sí mismo.',
  ],
])('%s', async (_what, schema, means, aviso) => {
  const { schema: read, avisos } = await readDocuments({ 'a.xsd': schemaText(schema) })
  expect(describeType(read.types.get('{urn:t}T'))).toBe(means)
  expect(avisos).toEqual([aviso])
})

test('facets of all steps hold together, alternatives of one step are one pattern', async () => {
  const { schema } = await readDocuments({
    'a.xsd': schemaText(
      simple(
        '<restriction base="x:token"><pattern value="[A-Z]+"/><pattern value="[0-9]+"/><maxLength value="8"/></restriction>',
        'B',
      ) +
        simple(
          '<restriction base="t:B"><pattern value=".{2,}"/><maxLength value="4"/><enumeration value="AB"/><enumeration value="12"/></restriction>',
        ),
    ),
  })
  const type = schema.types.get('{urn:t}T')
  expect(type?.kind === 'simple' && type.facets).toEqual({
    whiteSpace: 'collapse',
    patterns: ['([A-Z]+)|([0-9]+)', '.{2,}'],
    maxLength: 4,
    enumeration: ['AB', '12'],
  })
})

test('unions and lists keep their members, named and inside', async () => {
  const { schema } = await readDocuments({
    'a.xsd': schemaText(
      simple('<union memberTypes="x:int t:B"><simpleType><restriction base="x:date"/></simpleType></union>') +
        simple(
          '<list><simpleType><restriction base="x:int"><maxInclusive value="9"/></restriction></simpleType></list>',
          'B',
        ),
    ),
  })
  const type = schema.types.get('{urn:t}T')
  const union = type?.kind === 'simple' && type.variety.kind === 'union' ? type.variety.members : []
  expect(union.map((member) => member.name ?? member.variety.kind)).toEqual([
    '{http://www.w3.org/2001/XMLSchema}int',
    '{urn:t}B',
    'atomic',
  ])
  expect(union[1]?.variety).toMatchObject({ kind: 'list', item: { facets: { maxInclusive: '9' } } })
})

test('members of a substitution group of any depth stand for its head, and take its type', async () => {
  const { schema } = await readDocuments({
    'a.xsd': schemaText(
      `<element name="figura" type="x:string" abstract="true"/><element name="poligono" substitutionGroup="t:figura" abstract="true"/>
       <element name="cuadrado" substitutionGroup="t:poligono"/><element name="circulo" substitutionGroup="t:figura"/>`,
    ),
  })
  const names = (name: string) => schema.elements.get(name)?.substitutes.map((each) => each.name)
  expect(names('{urn:t}figura')).toEqual(['{urn:t}circulo', '{urn:t}cuadrado'])
  expect(names('{urn:t}poligono')).toEqual(['{urn:t}cuadrado'])
  expect(describeType(schema.elements.get('{urn:t}cuadrado')?.type)).toBe('string')
})

test('a type knows which types may stand for it', async () => {
  const { schema } = await readDocuments({
    'a.xsd': schemaText(
      `<complexType name="A" abstract="true"/>${complex(derive('extension', 't:A', ''), 'B')}${complex(derive('restriction', 't:B', ''), 'C')}`,
    ),
  })
  const derived = (name: string) => {
    const type = schema.types.get(name)
    return type?.kind === 'complex' && type.derived.map((each) => each.name)
  }
  expect(derived('{urn:t}A')).toEqual(['{urn:t}B', '{urn:t}C'])
  expect(derived('{urn:t}B')).toEqual(['{urn:t}C'])
})

test('whoever refers to a global element or type holds the same object', async () => {
  const { schema } = await readDocuments({
    'a.xsd': schemaText(
      `<element name="e" type="t:T"/>${complex(sequence('<element name="a" type="t:T"/>'))}${complex(sequence('<element ref="t:e"/>'), 'U')}`,
    ),
  })
  const type = schema.types.get('{urn:t}T')
  const user = schema.types.get('{urn:t}U')
  const particle = user?.kind === 'complex' && user.content.kind === 'elements' && user.content.particle
  expect(schema.elements.get('{urn:t}e')?.type).toBe(type)
  expect(particle && particle.kind === 'sequence' && particle.particles[0]).toMatchObject({
    element: { type },
  })
})

test('default, fixed and documentation are kept', async () => {
  const { schema } = await readDocuments({
    'a.xsd': schemaText(
      `<element name="e" type="x:int" default="7"><annotation><documentation>Cuántos
        <b>días</b></documentation></annotation></element><attribute name="v" type="x:string" fixed="1.0"/>`,
    ),
  })
  expect(schema.elements.get('{urn:t}e')).toMatchObject({ default: '7', documentation: 'Cuántos días' })
  expect(schema.attributes.get('{urn:t}v')).toMatchObject({ fixed: '1.0' })
})
