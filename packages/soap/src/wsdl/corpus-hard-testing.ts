import {
  type CorpusEntry,
  complex,
  el,
  MANY,
  NAMESPACES,
  OPTIONAL,
  one,
  schema,
  TNS,
  WRAPPED,
  wrapper,
  wsdl,
  XSD,
} from './corpus-writing-testing.ts'

/*
 * One WSDL for each hard part of the standards, named after it: what toolkits leave out or refuse, and what real documents do wrong.
 */

/** One document, of the operation `ver`. */
const ver = (estilo: string, asked: string, answered: string, more = ''): CorpusEntry =>
  one(estilo, {
    types: schema(wrapper('ver', asked) + wrapper('verResponse', answered) + more),
    operations: WRAPPED('ver'),
  })
/** The operation `ver`, whose schemas lie beside the WSDL. */
const besideIt = (
  estilo: string,
  references: string,
  documentos: Readonly<Record<string, string>>,
): CorpusEntry => ({
  estilo,
  documentos: { 's.wsdl': wsdl({ types: schema(references), operations: WRAPPED('ver') }), ...documentos },
})
const include = (location: string) => `<x:include schemaLocation="${location}"/>`
const importOf = (uri: string, location: string) =>
  `<x:import namespace="${uri}" schemaLocation="${location}"/>`
/** Without a namespace of its own. */
const chameleon = (content: string) =>
  `<x:schema xmlns:x="${XSD}" elementFormDefault="qualified">${content}</x:schema>`
const extension = (name: string, base: string, content: string) =>
  `<x:complexType name="${name}"><x:complexContent><x:extension base="${base}">${content}</x:extension></x:complexContent></x:complexType>`
const sequence = (content: string) => `<x:sequence>${content}</x:sequence>`
const simple = (name: string, content: string) => `<x:simpleType name="${name}">${content}</x:simpleType>`
const OK = el('ok', 'x:boolean')

const SCHEMAS: readonly CorpusEntry[] = [
  besideIt('a chameleon that includes another, with groups and attributes', include('fuera.xsd'), {
    'fuera.xsd': chameleon(
      `${include('dentro.xsd')}${wrapper('ver', '<x:group ref="Medidas"/>')}<x:element name="verResponse"><x:complexType><x:sequence>${OK}</x:sequence><x:attributeGroup ref="Marcas"/></x:complexType></x:element>`,
    ),
    'dentro.xsd': chameleon(
      `<x:group name="Medidas">${sequence(`${el('alto', 'Medida')}<x:element ref="nota" minOccurs="0"/>`)}</x:group><x:attributeGroup name="Marcas"><x:attribute name="marca" type="Medida"/></x:attributeGroup>${el('nota', 'x:string')}${simple('Medida', '<x:restriction base="x:decimal"><x:minExclusive value="0"/></x:restriction>')}`,
    ),
  }),
  besideIt(
    'a redefinition of a group, of attributes and of a simple type',
    `<x:redefine schemaLocation="base.xsd"><x:group name="G">${sequence(`<x:group ref="t:G"/>${el('despues', 'x:int')}`)}</x:group><x:attributeGroup name="A"><x:attributeGroup ref="t:A"/><x:attribute name="otro" type="x:int"/></x:attributeGroup>${simple('S', '<x:restriction base="t:S"><x:maxLength value="9"/></x:restriction>')}</x:redefine><x:element name="ver"><x:complexType><x:sequence><x:group ref="t:G"/></x:sequence><x:attributeGroup ref="t:A"/></x:complexType></x:element>${wrapper('verResponse', el('s', 't:S'))}`,
    {
      'base.xsd': schema(
        `<x:group name="G">${sequence(el('antes', 'x:int'))}</x:group><x:attributeGroup name="A"><x:attribute name="uno" type="x:int"/></x:attributeGroup>${simple('S', '<x:restriction base="x:string"/>')}`,
      ),
    },
  ),
  besideIt(
    'a redefinition of what redefines',
    `<x:redefine schemaLocation="medio.xsd">${extension('Dato', 't:Dato', sequence(el('tres', 'x:int')))}</x:redefine>${wrapper('ver', el('d', 't:Dato'))}${wrapper('verResponse', OK)}`,
    {
      'medio.xsd': schema(
        `<x:redefine schemaLocation="base.xsd">${extension('Dato', 't:Dato', sequence(el('dos', 'x:int')))}</x:redefine>`,
      ),
      'base.xsd': schema(complex('Dato', el('uno', 'x:int'))),
    },
  ),
  besideIt(
    'substitution groups of several levels, over namespaces',
    `${importOf('urn:formas', 'formas.xsd')}<x:element xmlns:f="urn:formas" name="cuadrado" substitutionGroup="f:poligono" type="t:Cuadrado"/><x:complexType xmlns:f="urn:formas" name="Cuadrado"><x:complexContent><x:extension base="f:Poligono">${sequence(el('lado', 'x:int'))}</x:extension></x:complexContent></x:complexType>${wrapper('ver', '<x:element xmlns:f="urn:formas" ref="f:forma" maxOccurs="unbounded"/>')}${wrapper('verResponse', '<x:element xmlns:f="urn:formas" ref="f:poligono"/>')}`,
    {
      'formas.xsd': schema(
        `<x:element name="forma" abstract="true" type="t:Forma"/><x:element name="poligono" substitutionGroup="t:forma" type="t:Poligono"/>${complex('Forma', el('color', 'x:string'))}${extension('Poligono', 't:Forma', sequence(el('lados', 'x:int')))}`,
        { uri: 'urn:formas' },
      ),
    },
  ),
  ver(
    'lists of unions, unions of lists, members without a name',
    el('l', 't:Lista') + el('u', 't:Union'),
    el('e', 't:Estado'),
    simple('Lista', `<x:list><x:simpleType><x:union memberTypes="x:int t:Estado"/></x:simpleType></x:list>`) +
      simple(
        'Union',
        `<x:union><x:simpleType><x:list itemType="x:int"/></x:simpleType><x:simpleType><x:restriction base="x:string"><x:enumeration value="ninguno"/></x:restriction></x:simpleType></x:union>`,
      ) +
      simple(
        'Estado',
        '<x:restriction base="x:token"><x:enumeration value="en curso"/><x:enumeration value="fin"/></x:restriction>',
      ),
  ),
  ver(
    'groups in groups, repeated and chosen',
    '<x:group ref="t:Uno" maxOccurs="unbounded"/>',
    `<x:choice><x:group ref="t:Dos"/>${el('nada', 'x:string')}</x:choice>`,
    `<x:group name="Uno">${sequence(`${el('a', 'x:int')}<x:group ref="t:Dos" minOccurs="0"/>`)}</x:group><x:group name="Dos">${sequence(el('b', 'x:int') + el('c', 'x:int'))}</x:group>`,
  ),
  ver(
    'attribute groups in attribute groups, with defaults, fixed and prohibited ones',
    el('p', 't:Pieza'),
    el('m', 't:Menos'),
    `<x:attributeGroup name="Todas"><x:attributeGroup ref="t:Unas"/><x:attribute name="clase" type="x:NMTOKEN" default="a"/></x:attributeGroup><x:attributeGroup name="Unas"><x:attribute name="serie" type="x:int" use="required"/><x:attribute name="norma" type="x:string" fixed="ISO"/></x:attributeGroup><x:complexType name="Pieza"><x:sequence>${OK}</x:sequence><x:attributeGroup ref="t:Todas"/></x:complexType><x:complexType name="Menos"><x:complexContent><x:restriction base="t:Pieza"><x:sequence>${OK}</x:sequence><x:attribute name="clase" use="prohibited"/></x:restriction></x:complexContent></x:complexType>`,
  ),
  ver(
    'types that hold each other, by name, by reference and without a name',
    el('persona', 't:Persona'),
    '<x:element ref="t:rama"/>',
    complex('Persona', `${el('nombre', 'x:string')}${el('casa', 't:Casa', OPTIONAL)}`) +
      complex('Casa', el('vive', 't:Persona', MANY)) +
      `<x:element name="rama"><x:complexType>${sequence(`${el('hoja', 'x:string')}<x:element ref="t:rama" ${MANY}/>`)}</x:complexType></x:element>`,
  ),
  ver(
    'wildcards of elements and attributes, by namespace',
    `${OK}<x:any namespace="##other" processContents="lax" ${MANY}/>`,
    el('abierto', 't:Abierto'),
    `<x:complexType name="Abierto">${sequence(`${OK}<x:any namespace="urn:uno ##targetNamespace ##local" processContents="skip" minOccurs="0"/>`)}<x:anyAttribute namespace="##other" processContents="lax"/></x:complexType>`,
  ),
  ver(
    'a restriction of an extension, which leaves out and narrows',
    el('r', 't:Corta'),
    el('r', 't:Larga'),
    complex('Base', `${el('id', 'x:int')}${el('nota', 'x:string', OPTIONAL)}`) +
      extension('Larga', 't:Base', sequence(el('mas', 'x:string', MANY))) +
      `<x:complexType name="Corta"><x:complexContent><x:restriction base="t:Larga">${sequence(sequence(el('id', 'x:short')) + sequence(el('mas', 'x:string', OPTIONAL)))}</x:restriction></x:complexContent></x:complexType>`,
  ),
  ver(
    'simple content that is extended, and then restricted',
    el('precio', 't:EnPesos'),
    el('precio', 't:Precio'),
    `<x:complexType name="Precio"><x:simpleContent><x:extension base="x:decimal"><x:attribute name="moneda" type="t:Moneda"/></x:extension></x:simpleContent></x:complexType><x:complexType name="EnPesos"><x:simpleContent><x:restriction base="t:Precio"><x:minInclusive value="0"/><x:attribute name="moneda" type="t:Moneda" use="required"/></x:restriction></x:simpleContent></x:complexType>${simple('Moneda', '<x:restriction base="x:string"><x:enumeration value="MXN"/><x:enumeration value="EUR"/></x:restriction>')}`,
  ),
  ver(
    'all with what may be absent, and mixed content',
    el('f', 't:Ficha'),
    el('p', 't:Parrafo'),
    `<x:complexType name="Ficha"><x:all>${el('b', 'x:int', OPTIONAL)}${el('a', 'x:string')}</x:all></x:complexType><x:complexType name="Parrafo" mixed="true">${sequence(el('negrita', 'x:string', MANY))}</x:complexType>`,
  ),
  one('forms said by each element and attribute', {
    types: schema(
      wrapper(
        'ver',
        `${el('sin', 'x:int')}${el('con', 'x:int', 'form="qualified"')}<x:element name="dentro"><x:complexType><x:attribute name="q" form="qualified" type="x:int"/><x:attribute name="n" form="unqualified" type="x:int"/></x:complexType></x:element>`,
      ) + wrapper('verResponse', OK),
      { form: 'unqualified', more: 'attributeFormDefault="qualified"' },
    ),
    operations: WRAPPED('ver'),
  }),
  besideIt(
    'the same local name from two namespaces in one sequence',
    `${importOf('urn:otro', 'otro.xsd')}${wrapper('ver', `${el('id', 'x:int')}<x:element xmlns:o="urn:otro" ref="o:id"/>`)}${wrapper('verResponse', OK)}`,
    { 'otro.xsd': schema(el('id', 'x:string'), { uri: 'urn:otro' }) },
  ),
  ver(
    'nillable structures, and elements with a default or a fixed value',
    `${el('s', 't:S', 'nillable="true"')}${el('pais', 'x:string', 'default="MX"')}${el('version', 'x:string', 'fixed="ver"')}`,
    OK,
    complex('S', el('n', 'x:int', 'nillable="true"')),
  ),
  besideIt(
    'a schema without a namespace, imported',
    `<x:import schemaLocation="sin.xsd"/>${wrapper('ver', '<x:element ref="suelto"/>')}${wrapper('verResponse', OK)}`,
    { 'sin.xsd': chameleon(el('suelto', 'Suelto') + complex('Suelto', el('n', 'x:int'))) },
  ),
  {
    estilo: 'prefixes that mean something else further in',
    documentos: {
      's.wsdl': wsdl({
        types: `<schema xmlns="${XSD}" xmlns:t="urn:nada" xmlns:x="${TNS}" targetNamespace="${TNS}" elementFormDefault="qualified"><element name="ver"><complexType><sequence><t:element xmlns:t="${XSD}" name="a" type="x:A"/><element name="b" xmlns:x="${XSD}" type="x:int"/></sequence></complexType></element><element name="verResponse"><complexType/></element><complexType name="A" xmlns:y="${XSD}"><sequence><element name="n" type="y:date"/></sequence></complexType></schema>`,
        operations: WRAPPED('ver'),
      }),
    },
  },
  {
    estilo: 'several schemas of one namespace, and one that names another without saying where it is',
    documentos: {
      's.wsdl': wsdl({
        types:
          schema(
            `<x:import namespace="urn:otro"/>${wrapper('ver', '<x:element xmlns:o="urn:otro" name="a" type="o:A"/>')}`,
          ) +
          schema(complex('A', el('b', 'x:int')), { uri: 'urn:otro' }) +
          schema(wrapper('verResponse', OK)),
        operations: WRAPPED('ver'),
      }),
    },
  },
  ver(
    'keys, notations, annotations and what others put into them',
    `<x:annotation><x:appinfo><j:b xmlns:j="urn:j" x:raro="1"/></x:appinfo><x:documentation>Qué <b xmlns="">es</b></x:documentation></x:annotation>${el('fila', 't:Fila', MANY)}`,
    OK,
    `<x:notation name="jpg" public="image/jpeg"/>${complex('Fila', el('id', 'x:ID'))}<x:element name="tabla"><x:complexType>${sequence(el('fila', 't:Fila', MANY))}</x:complexType><x:key name="k"><x:selector xpath="t:fila"/><x:field xpath="t:id"/></x:key><x:unique name="u"><x:selector xpath="t:fila"/><x:field xpath="@v"/></x:unique></x:element>`,
  ),
  ver(
    'names with accents, dots and hyphens, and those that languages keep for themselves',
    ['año', 'class', 'constructor', 'a.b', 'a-b', '_x', 'toString', 'hasOwnProperty']
      .map((name) => el(name, 'x:string'))
      .join(''),
    `${el('Dirección', 't:Dirección')}`,
    complex('Dirección', el('número', 'x:int')),
  ),
  ver(
    'attributes of XML itself, without a word on where they are declared',
    el('t', 't:Texto'),
    OK,
    '<x:complexType name="Texto"><x:simpleContent><x:extension base="x:string"><x:attribute ref="xml:lang"/></x:extension></x:simpleContent></x:complexType>',
  ),
  ver(
    'values of any type, and none declared',
    `${el('uno', 'x:anyType', OPTIONAL)}<x:element name="dos" minOccurs="0"/>`,
    el('v', 'x:anySimpleType'),
  ),
  ver(
    'patterns and facets of every kind',
    ['Codigo', 'Porcentaje', 'Hora', 'Clave'].map((type) => el(type.toLowerCase(), `t:${type}`)).join(''),
    OK,
    simple(
      'Codigo',
      '<x:restriction base="x:string"><x:pattern value="[\\p{L}\\p{N} &amp;&lt;&gt;é]+"/><x:whiteSpace value="collapse"/></x:restriction>',
    ) +
      simple(
        'Porcentaje',
        '<x:restriction base="x:decimal"><x:totalDigits value="5"/><x:fractionDigits value="2"/><x:minInclusive value="0"/><x:maxInclusive value="100"/></x:restriction>',
      ) +
      simple('Hora', '<x:restriction base="x:time"><x:minInclusive value="08:00:00"/></x:restriction>') +
      simple('Clave', '<x:restriction base="x:hexBinary"><x:length value="2"/></x:restriction>'),
  ),
  besideIt('schemas in folders up, down and with spaces', include('esquemas/v1/raiz.xsd'), {
    'esquemas/v1/raiz.xsd': schema(
      include('../comun/mis%20tipos.xsd') + include('./respuesta.xsd') + wrapper('ver', el('d', 't:Dato')),
    ),
    'esquemas/v1/respuesta.xsd': schema(wrapper('verResponse', OK)),
    'esquemas/comun/mis tipos.xsd': schema(
      `${include('../v1/raiz.xsd')}${complex('Dato', el('n', 'x:int'))}`,
    ),
  }),
]

const soapBinding = (name: string, content: string, prefix = 's') =>
  `<w:binding name="${name}" type="t:P"><${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>${content}</w:binding>`
const bound = (prefix = 's') =>
  `<w:operation name="ver"><${prefix}:operation soapAction="urn:ver"/><w:input><${prefix}:body use="literal"/></w:input><w:output><${prefix}:body use="literal"/></w:output></w:operation>`
const VER = wsdl({
  types: schema(wrapper('ver', el('id', 'x:int')) + wrapper('verResponse', OK)),
  operations: WRAPPED('ver'),
})
/** That document with something else in some places. */
const edited = (
  estilo: string,
  ...changes: readonly (readonly [from: string | RegExp, to: string])[]
): CorpusEntry => ({
  estilo,
  documentos: { 's.wsdl': changes.reduce((text, [from, to]) => text.replace(from, to), VER) },
})
const END = '</w:definitions>'
const POLICY = 'xmlns:p="http://schemas.xmlsoap.org/ws/2004/09/policy"'

const SERVICES: readonly CorpusEntry[] = [
  {
    ...edited('ports of SOAP 1.1 and 1.2, and of HTTP without SOAP beside them', [
      /<w:service[\s\S]*$/,
      `${soapBinding('B12', bound('s12'), 's12')}<w:binding xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" name="BH" type="t:P"><h:binding verb="GET"/><w:operation name="ver"><h:operation location="/ver"/><w:input><h:urlEncoded/></w:input><w:output/></w:operation></w:binding><w:service name="S"><w:port name="P11" binding="t:B"><s:address location="http://127.0.0.1/"/></w:port><w:port name="P12" binding="t:B12"><s12:address location="http://127.0.0.1/"/></w:port><w:port name="PH" binding="t:BH"><h:address xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" location="http://127.0.0.1/"/></w:port></w:service>${END}`,
    ]),
    avisos: ['El puerto PH no se toma: no es SOAP.'],
  },
  edited('two services, of which each has ports of its own', [
    END,
    `${soapBinding('Otro', bound())}<w:service name="Segundo"><w:port name="Uno" binding="t:Otro"><s:address location="http://127.0.0.1/1"/></w:port><w:port name="Dos" binding="t:B"><s:address location="http://127.0.0.1/2"/></w:port></w:service>${END}`,
  ]),
  {
    estilo: 'messages, port type and binding in three documents of three namespaces',
    documentos: {
      's.wsdl': `<w:definitions ${NAMESPACES} xmlns:b="urn:enlace" targetNamespace="urn:servicio"><w:import namespace="urn:enlace" location="enlace/b.wsdl"/><w:service name="S"><w:port name="Q" binding="b:B"><s:address location="http://127.0.0.1/"/></w:port></w:service></w:definitions>`,
      'enlace/b.wsdl': `<w:definitions ${NAMESPACES} xmlns:t="urn:tipos" targetNamespace="urn:enlace"><w:import namespace="urn:tipos" location="../tipos/t.wsdl"/>${soapBinding('B', bound())}</w:definitions>`,
      'tipos/t.wsdl': wsdl({
        tns: 'urn:tipos',
        types: schema(wrapper('ver', el('id', 'x:int')) + wrapper('verResponse', OK), { uri: 'urn:tipos' }),
        operations: WRAPPED('ver'),
      }).replace(/<w:binding[\s\S]*$/, END),
    },
  },
  {
    estilo: 'WSDLs that import each other in a circle',
    documentos: {
      's.wsdl': VER.replace(
        '<w:types>',
        '<w:import namespace="urn:corpus" location="p.wsdl"/><w:types>',
      ).replace(/<w:portType[\s\S]*<\/w:portType>/, ''),
      'p.wsdl': `<w:definitions ${NAMESPACES} xmlns:t="${TNS}" targetNamespace="${TNS}"><w:import namespace="${TNS}" location="s.wsdl"/><w:portType name="P"><w:operation name="ver"><w:input message="t:verIn"/><w:output message="t:verOut"/></w:operation></w:portType></w:definitions>`,
    },
  },
  edited(
    'parts of a message beside the envelope (MIME)',
    ['<w:message name="verIn">', '<w:message name="verIn"><w:part name="foto" type="x:base64Binary"/>'],
    [
      '<w:input><s:body use="literal"/></w:input>',
      '<w:input><m:multipartRelated xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/"><m:part><s:body use="literal" parts="parameters"/></m:part><m:part><m:content part="foto" type="image/jpeg"/></m:part></m:multipartRelated></w:input>',
    ],
  ),
  edited('a policy that must be understood', [
    '<w:types>',
    `<p:UsingPolicy ${POLICY} w:required="true"/><p:Policy ${POLICY} xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" u:Id="Firma"><p:ExactlyOne><p:All/></p:ExactlyOne></p:Policy><w:types>`,
  ]),
  edited('a policy on the binding, and addressing that is required', [
    '<w:operation name="ver"><s:operation',
    `<p:PolicyReference ${POLICY} URI="#Firma"/><a:UsingAddressing xmlns:a="http://www.w3.org/2006/05/addressing/wsdl" w:required="true"/><w:operation name="ver"><s:operation`,
  ]),
  edited(
    'a header of another message, with the fault of a header',
    ['<w:message', '<w:message name="Sesion"><w:part name="clave" element="t:ver"/></w:message><w:message'],
    [
      '<w:input><s:body use="literal"/></w:input>',
      '<w:input><s:body use="literal"/><s:header message="t:Sesion" part="clave" use="literal"><s:headerfault message="t:Sesion" part="clave" use="literal"/></s:header></w:input>',
    ],
  ),
  edited('operations that the other side begins, beside one of ours', [
    '</w:portType>',
    '<w:operation name="avisa"><w:output message="t:verOut"/></w:operation></w:portType>',
  ]),
  edited(
    'two operations of one name, told apart by their messages',
    [
      '<w:operation name="ver"><w:input',
      '<w:operation name="ver"><w:input name="corta" message="t:verOut"/></w:operation><w:operation name="ver"><w:input name="larga"',
    ],
    [
      '<w:operation name="ver"><s:operation',
      '<w:operation name="ver"><s:operation soapAction="urn:corta"/><w:input name="corta"><s:body use="literal"/></w:input></w:operation><w:operation name="ver"><s:operation',
    ],
    ['<w:input><s:body', '<w:input name="larga"><s:body'],
  ),
  one('a message without any part, and one with an empty element', {
    types: schema('<x:element name="nada"><x:complexType/></x:element>'),
    operations: {
      vacia: { in: [], out: ['parameters=t:nada'] },
      ping: { in: ['parameters=t:nada'], out: [] },
    },
  }),
  one('rpc/literal that puts only some parts into the body', {
    style: 'rpc',
    types: schema(el('cab', 'x:string') + complex('L', el('n', 'x:int', MANY)), { form: 'unqualified' }),
    operations: { poner: { in: ['l:t:L', 'f:x:date'], out: ['return:x:string'], header: 't:cab' } },
  }),
  one('rpc/encoded arrays of two dimensions, and of arrays', {
    style: 'rpc',
    use: 'encoded',
    types: schema(
      ['Tabla:x:int[,]', 'Filas:x:int[][]', 'Objetos:x:anyType[]']
        .map((each) => {
          const [, name, type] = /^(\w+):(.*)$/.exec(each) ?? []
          return `<x:complexType name="${name}"><x:complexContent><x:restriction base="soapenc:Array"><x:attribute ref="soapenc:arrayType" w:arrayType="${type}"/></x:restriction></x:complexContent></x:complexType>`
        })
        .join(''),
      { form: 'unqualified' },
    ),
    operations: { sumar: { in: ['filas:t:Filas'], out: ['total:x:long'] } },
  }),
  one('rpc/encoded structures that extend others', {
    style: 'rpc',
    use: 'encoded',
    types: schema(
      complex('Base', el('id', 'soapenc:int')) +
        extension('Mas', 't:Base', sequence(el('hijo', 't:Base', 'nillable="true"'))),
      {
        form: 'unqualified',
      },
    ),
    operations: { guardar: { in: ['m:t:Mas', 'f:soapenc:date'], out: ['return:t:Base'] } },
  }),
]

/** What real documents do wrong, understood as their tools mean it. */
const WRONG: readonly CorpusEntry[] = [
  {
    estilo: 'a schema that is imported as if it were a WSDL',
    documentos: {
      's.wsdl': wsdl({
        head: `<w:import namespace="${TNS}" location="tipos.xsd"/>`,
        operations: WRAPPED('ver'),
      }),
      'tipos.xsd': schema(wrapper('ver', el('id', 'x:int')) + wrapper('verResponse', OK)),
    },
  },
  edited('blanks around names and references', [
    'name="SPort" binding="t:B"',
    'name=" SPort " binding=" t:B "',
  ]),
  {
    ...edited('a schema that is imported and not there, and not needed', [
      '<x:element name="ver">',
      `${importOf('urn:perdido', 'perdido.xsd')}<x:element name="ver">`,
    ]),
    avisos: [
      'No se pudo leer perdido.xsd, que importa s.wsdl: El documento perdido.xsd no se puede leer: falta.',
    ],
  },
  {
    ...edited('a binding without a service', [/<w:service[\s\S]*<\/w:service>/, '']),
    avisos: [`Ningún servicio usa {${TNS}}B: falta su dirección.`],
  },
  besideIt('a document that is included under two names', include('a.xsd') + include('./b.xsd'), {
    'a.xsd': schema(wrapper('ver', el('d', 't:D')) + complex('D', el('n', 'x:int'))),
    'b.xsd': schema(wrapper('verResponse', el('d', 't:D')) + complex('D', el('n', 'x:int'))),
  }),
  {
    estilo: 'the schema language of a draft',
    documentos: {
      's.wsdl': VER.replaceAll(XSD, 'http://www.w3.org/2000/10/XMLSchema'),
    },
  },
  {
    estilo: 'another encoding than the document says',
    documentos: {
      's.wsdl': Buffer.from(String(ver('', el('año', 'x:int'), OK).documentos['s.wsdl']), 'latin1'),
    },
  },
  {
    ...edited('a port that is reached by messages, beside one by HTTP', [
      /<w:service[\s\S]*$/,
      `<w:binding name="J" type="t:P"><s:binding transport="http://www.w3.org/2010/soapjms/"/>${bound()}</w:binding><w:service name="S"><w:port name="JMS" binding="t:J"><s:address location="jms:queue:q"/></w:port><w:port name="H" binding="t:B"><s:address location="http://127.0.0.1/"/></w:port></w:service>${END}`,
    ]),
    avisos: ['El puerto JMS no se toma: su transporte no es HTTP.'],
  },
  {
    ...edited('an operation that only the binding knows', [
      '<w:operation name="ver"><s:operation',
      '<w:operation name="vieja"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input></w:operation><w:operation name="ver"><s:operation',
    ]),
    avisos: [`La operación vieja de {${TNS}}B no está en {${TNS}}P.`],
  },
]

export const HARD: readonly CorpusEntry[] = [...SCHEMAS, ...SERVICES, ...WRONG]
