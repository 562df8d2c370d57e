import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, LIMITS } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Wsdl, WsdlMessage, WsdlPart } from '../model/wsdl.ts'
import { describeType, readDocuments, schemaText } from '../testing.ts'
import { readWsdl } from './read-wsdl.ts'

const FIXTURES = join(import.meta.dirname, '__fixtures__')

async function readFixture(name: string): Promise<Wsdl> {
  return readWsdl({ location: name, limits: LIMITS, load: (location) => readFile(join(FIXTURES, location)) })
}

/** Each port and operation in a line. */
function outline({ services }: Wsdl): string[] {
  return services.flatMap(({ ports }) =>
    ports.flatMap(({ name, version, address, operations }) => [
      `${name} ${version} ${address}`,
      ...operations.map(
        ({ name: operation, style, soapAction, input, output, faults }) =>
          `  ${operation} ${style} «${soapAction}» ${message(input)} → ${output ? message(output) : 'nada'}${faults
            .map((fault) => ` ! ${fault.name} ${fault.part ? part(fault.part) : ''}`)
            .join('')}`,
      ),
    ]),
  )
}

function message({ use, wrapped, parts, headers, attachments }: WsdlMessage): string {
  return [
    use,
    ...(wrapped ? ['wrapped'] : []),
    ...parts.map(part),
    ...headers.map((header) => `^${part(header.part)}`),
    ...attachments.map((each) => `+${each.part} ${each.contentTypes}`),
  ].join(' ')
}

function part(each: WsdlPart): string {
  return `${each.name}=${'element' in each ? `<${describeType(each.element.type)}>` : describeType(each.type)}`
}

test.each<[file: string, outline: string[], avisos: string[]]>([
  [
    'dotnet.wsdl',
    [
      'PedidosSoap 1.1 http://tienda.example/pedidos.asmx',
      '  BuscarPedidos document «http://tienda.example/BuscarPedidos» literal wrapped parameters=<(clienteId:int, estados:ArrayOfString?, desde:dateTime!)> ^Credenciales=<@* (Usuario:string?, Clave:string?)> → literal wrapped parameters=<(BuscarPedidosResult:ArrayOfPedido?)>',
      '  DatosComoDataSet document «http://tienda.example/DatosComoDataSet» literal wrapped parameters=<> → literal wrapped parameters=<(DatosComoDataSetResult:[(schema:anyType!, any(##any strict))]?)>',
      'PedidosSoap12 1.2 http://tienda.example/pedidos.asmx',
      '  BuscarPedidos document «http://tienda.example/BuscarPedidos» literal wrapped parameters=<(clienteId:int, estados:ArrayOfString?, desde:dateTime!)> → literal wrapped parameters=<(BuscarPedidosResult:ArrayOfPedido?)>',
    ],
    ['El puerto PedidosHttpGet no se toma: no es SOAP.'],
  ],
  [
    'axis1.wsdl',
    [
      'Existencias 1.1 http://almacen.example/services/Existencias',
      '  buscar rpc «» encoded codigos=array of item:string filtro=(item-:mapItem*{0,}) → encoded buscarReturn=array of item:Articulo ! SinExistencias fault=(codigo-:string!)',
      '  avisar rpc «» encoded texto=string → nada',
    ],
    [],
  ],
  [
    'cxf/polizas.wsdl',
    [
      'PolizasPort 1.1 https://seguros.example/cxf/polizas',
      '  emitir document «» literal wrapped parameters=<(tomador-:persona?, coberturas-:cobertura!*{0,})> → literal wrapped parameters=<(return-:string?)> ! PolizaRechazada PolizaRechazada=<(codigo-:int!, message-:string?)>',
    ],
    [],
  ],
  [
    'sap-rfc.wsdl',
    [
      'Z_CLIENTES 1.1 http://sap.example:8000/sap/bc/srt/rfc/sap/z_clientes',
      '  Z_CLIENTES document «urn:sap-com:document:sap:rfc:functions:Z_CLIENTES:Z_CLIENTESRequest» literal parameters=<all(I_DESDE-:date10?, T_CLIENTES-:TABLE_OF_ZCLIENTE)> → literal wrapped parameter=<(T_CLIENTES-:TABLE_OF_ZCLIENTE)> ! Z_CLIENTES.Exception Z_CLIENTES.Exception=<(Name-:string, Text-:string?)>',
    ],
    [],
  ],
  [
    'sap-pi.wsdl',
    [
      'HTTP_Port 1.1 http://pi.example:50000/XISOAPAdapter/MessageServlet?senderParty=&senderService=BC',
      '  SI_Factura_Out document «http://sap.com/xi/WebService/soap1.1» literal MT_Factura=<(Cabecera-:[(Numero-:string, Fecha-:date)], Linea-:[@Posicion:integer? (Importe-:decimal)]*{1,})> → nada',
    ],
    [],
  ],
  [
    'gsoap.wsdl',
    [
      'sensores 1.1 http://localhost:80',
      '  leer rpc «» encoded sensor=int desde=dateTime → encoded lecturas=array of item:Lectura',
    ],
    [],
  ],
  [
    'php.wsdl',
    [
      'CalculadoraPort 1.1 http://php.example/calculadora.php',
      '  suma rpc «urn:calculadora#suma» literal a=float b=float → literal resultado=float',
      '  ahora rpc «urn:calculadora#ahora» literal → literal resultado=dateTime',
    ],
    [],
  ],
  [
    'delphi.wsdl',
    [
      'INominaPort 1.1 http://nomina.example/nomina.dll/soap/INomina',
      '  Empleados rpc «urn:NominaIntf-INomina#Empleados» encoded Desde=int Hasta=int → encoded return=array of item:TEmpleado',
      '  Empleados rpc «urn:NominaIntf-INomina#Empleados» encoded Turno=TTurno → encoded return=array of item:TEmpleado',
    ],
    [],
  ],
  [
    'swa.wsdl',
    [
      'Archivo 1.1 http://archivo.example/',
      '  guardar document «urn:guardar» literal datos=<string> +foto image/jpeg,image/png → nada',
    ],
    [],
  ],
])('%s is taken as its author means it', async (file, lines, avisos) => {
  const wsdl = await readFixture(file)
  expect(outline(wsdl)).toEqual(lines)
  expect(wsdl.avisos).toEqual(avisos)
})

test('documentation and encodings are kept', async () => {
  const wsdl = await readFixture('php.wsdl')
  expect(wsdl.services[0]?.ports[0]?.operations[0]?.documentation).toBe('Suma dos números.')
})

test('an included document without a namespace counts for each that includes it', async () => {
  const { schema } = await readFixture('cxf/polizas.wsdl')
  expect([...schema.types.keys()].filter((name) => /importe$|cobertura$/.test(name)).toSorted()).toEqual([
    '{http://api.seguros.example/}cobertura',
    '{http://api.seguros.example/}importe',
    '{http://personas.seguros.example/}cobertura',
    '{http://personas.seguros.example/}importe',
  ])
})

test('a redefinition extends what it redefines, for everybody', async () => {
  const { schema } = await readDocuments({
    'a.xsd': schemaText(`<redefine schemaLocation="b.xsd">
      <complexType name="B"><complexContent><extension base="t:B"><sequence><element name="b" type="x:int"/></sequence></extension></complexContent></complexType>
      <group name="G"><sequence><group ref="t:G"/><element name="d" type="x:int"/></sequence></group>
      <attributeGroup name="AG"><attributeGroup ref="t:AG"/><attribute name="q"/></attributeGroup>
      <simpleType name="S"><restriction base="t:S"><maxLength value="3"/></restriction></simpleType></redefine>`),
    'b.xsd':
      schemaText(`<complexType name="B"><sequence><element name="a" type="x:int"/></sequence></complexType>
      <complexType name="C"><sequence><element name="b" type="t:B"/></sequence></complexType>
      <group name="G"><sequence><element name="c" type="x:int"/></sequence></group>
      <attributeGroup name="AG"><attribute name="p"/></attributeGroup>
      <complexType name="U"><group ref="t:G"/><attributeGroup ref="t:AG"/></complexType>
      <simpleType name="S"><restriction base="x:string"><minLength value="1"/></restriction></simpleType>`),
  })
  const type = (name: string) => schema.types.get(`{urn:t}${name}`)
  const user = type('C')
  const particle = user?.kind === 'complex' && user.content.kind === 'elements' && user.content.particle
  expect(describeType(type('B'))).toBe('((a-:int), (b-:int))')
  expect(particle && particle.kind === 'sequence' && particle.particles[0]).toMatchObject({
    element: { type: type('B') },
  })
  expect(describeType(type('U'))).toBe('@p:anySimpleType? @q:anySimpleType? ((c-:int), d-:int)')
  expect(type('S')).toMatchObject({ facets: { minLength: 1, maxLength: 3 } })
})

test.each([
  ['with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf8')],
  ['in UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['in UTF-16, big endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  [
    'in ISO-8859-1',
    (text: string) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1'),
  ],
  [
    'in ISO-8859-1 that calls itself UTF-8',
    (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`, 'latin1'),
  ],
])('a document %s is read', async (_what, encode) => {
  const text = schemaText('<element name="año" type="x:gYear"/>')
  const { schema } = await readDocuments({ 'a.xsd': encode(text) })
  expect([...schema.elements.keys()]).toEqual(['{urn:t}año'])
})

const refusal = async (documents: Record<string, string>, limits = {}) => {
  try {
    await readDocuments(documents, limits)
  } catch (error) {
    if (error instanceof AppError) return `${error.codigo}: ${error.message}`
    throw error
  }
  return 'taken'
}

test.each<[what: string, content: string, refused: RegExp, limits?: Record<string, number>]>([
  [
    'a billion laughs',
    `<!DOCTYPE x [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;">]><schema xmlns="http://www.w3.org/2001/XMLSchema">&b;</schema>`,
    /DOCTYPE/,
  ],
  [
    'an external entity',
    `<!DOCTYPE x SYSTEM "file:///etc/passwd"><schema xmlns="http://www.w3.org/2001/XMLSchema"/>`,
    /DOCTYPE/,
  ],
  ['deep nesting', schemaText(`${'<sequence>'.repeat(100)}${'</sequence>'.repeat(100)}`), /64 niveles/],
  [
    'many attributes',
    schemaText(`<element ${Array.from({ length: 300 }, (_, index) => `a${index}="" `).join('')}/>`),
    /256 atributos/,
  ],
  ['malformed XML', '<schema><a></schema>', /mal formado/],
  ['a web page', '<html><body/></html>', /es una página web/],
  ['WSDL 2.0', '<description xmlns="http://www.w3.org/ns/wsdl"/>', /WSDL 2\.0/],
  ['too many bytes', schemaText(' '.repeat(2000)), /contratoBytes/, { contratoBytes: 1000 }],
  [
    'too many types',
    schemaText('<simpleType name="a"/><simpleType name="b"/><complexType name="c"/>'),
    /tiposXsd/,
    { tiposXsd: 2 },
  ],
  [
    'groups that multiply',
    schemaText(
      `${Array.from({ length: 40 }, (_, index) => `<group name="g${index}"><sequence><group ref="t:g${index + 1}"/><group ref="t:g${index + 1}"/></sequence></group>`).join('')}
       <group name="g40"><sequence><element name="a"/></sequence></group><complexType name="T"><group ref="t:g0"/></complexType>`,
    ),
    /particulasXsd/,
  ],
  [
    'bases upon bases',
    schemaText(
      Array.from(
        { length: 500 },
        (_, index) =>
          `<complexType name="c${index}"><complexContent><extension base="t:c${index + 1}"/></complexContent></complexType>`,
      ).join(''),
    ),
    /profundidad/,
  ],
])('%s is refused', async (_what, content, refused, limits) => {
  expect(await refusal({ 'a.xsd': content }, limits)).toMatch(refused)
})

test('an imported document that may not be read is done without, and told of', async () => {
  const { avisos } = await readDocuments({
    'a.xsd': schemaText(
      '<import namespace="urn:b" schemaLocation="b.xsd"/><import namespace="urn:c" schemaLocation="c.xsd"/>',
    ),
    'b.xsd':
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><schema xmlns="http://www.w3.org/2001/XMLSchema">&a;</schema>',
  })
  expect(avisos).toEqual([
    'No se pudo leer b.xsd, que importa a.xsd: El documento b.xsd no se puede leer: el XML no puede llevar DOCTYPE.',
    'No se pudo leer c.xsd, que importa a.xsd: El documento c.xsd no se puede leer: falta.',
  ])
})

test('schemas of the standards are never asked for', async () => {
  const asked: string[] = []
  await readWsdl({
    location: 'a.xsd',
    limits: LIMITS,
    load: async (location) => {
      asked.push(location)
      return schemaText(
        '<import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/><complexType name="T"><attribute ref="xml:lang"/></complexType>',
      )
    },
  })
  expect(asked).toEqual(['a.xsd'])
})

test('more files than the limit end the reading', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [
      `${index}.xsd`,
      schemaText(`<include schemaLocation="${index + 1}.xsd"/>`),
    ]),
  )
  expect(await refusal(files, { archivosContrato: 3 })).toMatch(/archivosContrato/)
})

test('a WSDL without a service has one for each binding', async () => {
  const text = (await readFile(join(FIXTURES, 'php.wsdl'), 'latin1')).replace(
    /<service[\s\S]*<\/service>/,
    '',
  )
  const wsdl = await readDocuments({ 'a.wsdl': Buffer.from(text, 'latin1') })
  expect(outline(wsdl)[0]).toBe('CalculadoraBinding 1.1 ')
  expect(wsdl.avisos).toEqual([
    'Ningún servicio usa {urn:calculadora}CalculadoraBinding: falta su dirección.',
  ])
})

test('a body that names only parts that its message does not have means all of them', async () => {
  const php = await readFile(join(FIXTURES, 'php.wsdl'), 'utf8')
  const outlineWith = async (parts: string) =>
    readDocuments({
      'a.wsdl': Buffer.from(php.replaceAll('<soap:body use', `<soap:body ${parts} use`), 'utf8'),
    })
  const [plain, body, none] = [
    await outlineWith(''),
    await outlineWith('parts="Body"'),
    await outlineWith('parts=""'),
  ]
  expect(outline(body)).toEqual(outline(plain))
  expect(body.avisos).toEqual([
    ...plain.avisos,
    'El cuerpo de un mensaje nombra partes que no tiene (Body): se toman todas.',
  ])
  expect(outline(none).join()).not.toContain('a=')
})

test('the order of declarations and of imports changes nothing', async () => {
  const declarations = [
    '<element name="a" type="t:A"/>',
    '<complexType name="A"><sequence><element ref="o:x"/><element name="b" type="t:B" minOccurs="0"/></sequence></complexType>',
    '<complexType name="B"><complexContent><extension base="t:A"><sequence><element name="c" type="t:S"/></sequence></extension></complexContent></complexType>',
    '<complexType name="C"><complexContent><extension base="t:A"><attribute name="v"/></extension></complexContent></complexType>',
    '<simpleType name="S"><restriction base="t:S0"><maxLength value="3"/></restriction></simpleType>',
    '<simpleType name="S0"><restriction base="x:string"/></simpleType>',
    '<element name="s1" substitutionGroup="t:a"/>',
    '<element name="s0" substitutionGroup="t:a" type="t:B"/>',
  ]
  const imports = ['b', 'c'].map((file) => `<include schemaLocation="${file}.xsd"/>`)
  const model = async (order: readonly string[], split: number) => {
    const [a, b, c] = [order.slice(0, split), order.slice(split, split + 2), order.slice(split + 2)]
    const { schema, avisos } = await readDocuments({
      'a.xsd': schemaText(
        `<import namespace="urn:o" schemaLocation="o.xsd"/>${(split % 2 === 0 ? imports : imports.toReversed()).join('')}${a.join('')}`,
        'targetNamespace="urn:t" xmlns:o="urn:o"',
      ),
      'b.xsd': schemaText(b.join(''), 'targetNamespace="urn:t" xmlns:o="urn:o"'),
      'c.xsd': schemaText(c.join(''), 'xmlns:o="urn:o"'),
      'o.xsd': schemaText('<element name="x" type="x:int"/>', 'targetNamespace="urn:o"'),
    })
    const types = [...schema.types].map(([name, type]) => [
      name,
      describeType(type),
      type.kind === 'complex' && type.derived.map((each) => each.name),
    ])
    const elements = [...schema.elements].map(([name, element]) => [
      name,
      describeType(element.type),
      element.substitutes.map((each) => each.name),
    ])
    return { types: types.toSorted(byText), elements: elements.toSorted(byText), avisos }
  }
  const byText = (left: unknown[], right: unknown[]) => (String(left) < String(right) ? -1 : 1)
  const expected = await model(declarations, declarations.length)
  expect(expected.avisos).toEqual([])
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(declarations, { minLength: declarations.length }),
      fc.nat(declarations.length),
      async (order, split) => {
        expect(await model(order, split)).toEqual(expected)
      },
    ),
    { numRuns: 60 },
  )
})
