import { HARD } from './corpus-hard-testing.ts'
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
 * WSDLs as the toolkits write them, reconstructed for the tests: each entry has the conventions of one (names, forms, styles, how its documents are
 * divided), and as many types as those need.
 */

/** Rpc/encoded: a struct, and an array of it as this toolkit declares arrays. */
const encoded = (estilo: string, arrays: string, more = '', operations = {}): CorpusEntry =>
  one(estilo, {
    style: 'rpc',
    use: 'encoded',
    types: schema(complex('Item', el('sku', 'x:string') + el('cantidad', 'x:int')) + arrays + more, {
      form: 'unqualified',
    }),
    operations: { listar: { in: ['cuantos:x:int'], out: ['listarReturn:t:Items'] }, ...operations },
  })
const arrayOf = (type: string, inner = '') =>
  `<x:complexType name="Items"><x:complexContent><x:restriction base="soapenc:Array">${inner}<x:attribute ref="soapenc:arrayType" w:arrayType="${type}"/></x:restriction></x:complexContent></x:complexType>`

const LINEA = complex(
  'Linea',
  el('sku', 'x:string', OPTIONAL) + el('precio', 'x:decimal') + el('fecha', 'x:dateTime'),
)

const TOOLKITS: readonly CorpusEntry[] = [
  one('asmx: wrapped, ArrayOf', {
    types: schema(
      wrapper('Buscar', el('desde', 'x:dateTime') + el('estados', 't:ArrayOfString', OPTIONAL)) +
        wrapper('BuscarResponse', el('BuscarResult', 't:ArrayOfLinea', OPTIONAL)) +
        complex('ArrayOfString', el('string', 'x:string', `${MANY} nillable="true"`)) +
        complex('ArrayOfLinea', el('Linea', 't:Linea', `${MANY} nillable="true"`)) +
        LINEA,
    ),
    operations: WRAPPED('Buscar'),
  }),
  one('asmx: enumerations, guid, char, SOAP 1.2', {
    soap12: true,
    types: schema(
      wrapper('Ver', el('id', 't:guid') + el('letra', 't:char') + el('clase', 't:Clase')) +
        wrapper('VerResponse', el('VerResult', 'x:unsignedByte')) +
        '<x:simpleType name="guid"><x:restriction base="x:string"><x:maxLength value="36"/></x:restriction></x:simpleType>' +
        '<x:simpleType name="char"><x:restriction base="x:unsignedShort"/></x:simpleType>' +
        '<x:simpleType name="Clase"><x:restriction base="x:string"><x:enumeration value="Alta"/><x:enumeration value="Baja"/></x:restriction></x:simpleType>',
    ),
    operations: WRAPPED('Ver'),
  }),
  one('asmx: SoapHeader and polymorphism by XmlInclude', {
    types: schema(
      wrapper('Guardar', el('figura', 't:Figura')) +
        wrapper('GuardarResponse', el('ok', 'x:boolean')) +
        el('Credencial', 't:Credencial') +
        '<x:complexType name="Credencial"><x:sequence><x:element name="clave" type="x:string"/></x:sequence><x:anyAttribute/></x:complexType>' +
        '<x:complexType name="Figura" abstract="true"><x:sequence><x:element name="color" type="x:string"/></x:sequence></x:complexType>' +
        '<x:complexType name="Circulo"><x:complexContent mixed="false"><x:extension base="t:Figura"><x:sequence><x:element name="radio" type="x:double"/></x:sequence></x:extension></x:complexContent></x:complexType>',
    ),
    operations: {
      Guardar: {
        in: ['parameters=t:Guardar'],
        out: ['parameters=t:GuardarResponse'],
        header: 't:Credencial',
      },
    },
  }),
  {
    estilo: 'WCF: schemas of their own, DataContract with inheritance, faults',
    documentos: {
      's.wsdl': wsdl({
        types: schema(
          '<x:import schemaLocation="s.xsd0.xsd" namespace="urn:corpus"/><x:import schemaLocation="s.xsd1.xsd" namespace="urn:datos"/>',
          { uri: 'urn:corpus/Imports' },
        ),
        operations: {
          Pedir: { in: ['parameters=t:Pedir'], out: ['parameters=t:PedirResponse'], fault: 't:Falla' },
        },
      }),
      's.xsd0.xsd': schema(
        '<x:import schemaLocation="s.xsd1.xsd" namespace="urn:datos"/>' +
          wrapper(
            'Pedir',
            '<x:element xmlns:d="urn:datos" name="pedido" type="d:Urgente" nillable="true" minOccurs="0"/>',
          ) +
          wrapper('PedirResponse', el('PedirResult', 'x:int', OPTIONAL)) +
          wrapper('Falla', el('motivo', 'x:string', 'nillable="true"')),
      ),
      's.xsd1.xsd': schema(
        complex(
          'Pedido',
          el('Id', 'x:int', OPTIONAL) + el('Nota', 'x:string', `${OPTIONAL} nillable="true"`),
        ) +
          '<x:complexType name="Urgente"><x:complexContent mixed="false"><x:extension base="t:Pedido"><x:sequence><x:element name="Plazo" type="x:dateTime" minOccurs="0"/></x:sequence></x:extension></x:complexContent></x:complexType>' +
          '<x:element name="Urgente" nillable="true" type="t:Urgente"/>',
        { uri: 'urn:datos' },
      ),
    },
  },
  one('WCF: dictionaries and arrays of arrays', {
    types: schema(
      wrapper(
        'Contar',
        el('mapa', 't:ArrayOfKeyValueOfstringint', 'nillable="true"') + el('tabla', 't:ArrayOfArrayOfint'),
      ) +
        wrapper('ContarResponse', el('ContarResult', 'x:long')) +
        '<x:complexType name="ArrayOfKeyValueOfstringint"><x:sequence><x:element minOccurs="0" maxOccurs="unbounded" name="KeyValueOfstringint"><x:complexType><x:sequence><x:element name="Key" nillable="true" type="x:string"/><x:element name="Value" type="x:int"/></x:sequence></x:complexType></x:element></x:sequence></x:complexType>' +
        complex('ArrayOfArrayOfint', el('ArrayOfint', 't:ArrayOfint', MANY)) +
        complex('ArrayOfint', el('int', 'x:int', MANY)),
    ),
    operations: WRAPPED('Contar'),
  }),
  one('WCF: MessageContract without a wrapper, one-way', {
    types: schema(el('Peticion', 't:Linea') + el('Aviso', 'x:string') + LINEA),
    operations: {
      Enviar: { in: ['Peticion=t:Peticion'], out: ['Peticion=t:Peticion'] },
      Avisar: { in: ['Aviso=t:Aviso'], out: null },
    },
  }),
  encoded('Axis 1: arrays by arrayType', arrayOf('t:Item[]')),
  encoded('Axis 1: arrays of simple types, nillable wrappers of Java', arrayOf('soapenc:string[]'), '', {
    sumar: { in: ['a:soapenc:int', 'b:soapenc:double'], out: ['sumarReturn:soapenc:decimal'] },
  }),
  encoded(
    'Axis 1: a struct that holds an array',
    arrayOf('t:Item[]'),
    complex('Caja', el('nombre', 'x:string') + el('items', 't:Items')),
    {
      ver: { in: ['caja:t:Caja'], out: ['verReturn:t:Caja'] },
    },
  ),
  one('Axis 1: document/literal wrapped', {
    types: schema(
      wrapper('alta', el('lineas', 't:Linea', 'maxOccurs="unbounded"')) +
        wrapper('altaResponse', el('altaReturn', 'x:string')) +
        LINEA,
    ),
    operations: WRAPPED('alta'),
  }),
  one('Axis 2: nillable and optional at once, xsd:any of AXIOM', {
    types: schema(
      wrapper(
        'echo',
        el('args0', 'x:string', `${OPTIONAL} nillable="true"`) +
          '<x:any minOccurs="0" processContents="skip"/>',
      ) +
        wrapper('echoResponse', el('return', 't:Bean', `${MANY} nillable="true"`)) +
        complex(
          'Bean',
          el('n', 'x:int', OPTIONAL) + el('b', 'x:base64Binary', `${OPTIONAL} nillable="true"`),
        ),
    ),
    operations: WRAPPED('echo'),
  }),
  one('CXF: unqualified locals in a qualified wrapper', {
    types: schema(
      el('saludar', 't:saludar') +
        el('saludarResponse', 't:saludarResponse') +
        complex('saludar', el('arg0', 'x:string', OPTIONAL)) +
        complex('saludarResponse', el('return', 'x:string', OPTIONAL)),
      { form: 'unqualified' },
    ),
    operations: WRAPPED('saludar'),
  }),
  {
    estilo: 'CXF: the binding in one document, the rest in another',
    documentos: {
      's.wsdl': `<w:definitions ${NAMESPACES} xmlns:t="${TNS}" targetNamespace="${TNS}"><w:import namespace="${TNS}" location="abs/p.wsdl"/><w:service name="S"><w:port name="Q" binding="t:B"><s:address location="http://127.0.0.1/"/></w:port></w:service></w:definitions>`,
      'abs/p.wsdl': wsdl({
        types: schema('<x:include schemaLocation="../tipos.xsd"/>'),
        operations: WRAPPED('ver'),
      }).replace(/<w:service[\s\S]*<\/w:service>/, ''),
      'tipos.xsd': schema(
        wrapper('ver', el('id', 'x:ID')) + wrapper('verResponse', el('linea', 't:Linea')) + LINEA,
      ),
    },
  },
  one('CXF: MTOM with expectedContentTypes', {
    types: schema(
      `<x:element name="subir"><x:complexType><x:sequence><x:element name="datos" type="x:base64Binary" xmlns:m="http://www.w3.org/2005/05/xmlmime" m:expectedContentTypes="application/octet-stream"/></x:sequence></x:complexType></x:element>` +
        wrapper('subirResponse', el('huella', 'x:hexBinary')),
    ),
    operations: WRAPPED('subir'),
  }),
  one('JAX-WS RI: rpc/literal with types', {
    style: 'rpc',
    types: schema(LINEA, { form: 'unqualified' }),
    operations: { poner: { in: ['arg0:t:Linea', 'arg1:x:boolean'], out: ['return:t:Linea'] } },
  }),
  one('JAX-WS: several parts of an element each', {
    types: schema(el('uno', 'x:int') + el('dos', 't:Linea') + el('tres', 'x:string') + LINEA),
    operations: { mezclar: { in: ['a=t:uno', 'b=t:dos'], out: ['c=t:tres'] } },
  }),
  one('JAX-WS: XmlAttribute, XmlValue, XmlList, XmlElementWrapper', {
    types: schema(
      wrapper(
        'medir',
        el('medida', 't:Medida') +
          '<x:element name="notas"><x:complexType><x:sequence><x:element name="nota" type="x:string" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType></x:element>',
      ) +
        wrapper('medirResponse', el('puntos', 't:Puntos')) +
        '<x:complexType name="Medida"><x:simpleContent><x:extension base="x:double"><x:attribute name="unidad" type="x:NMTOKEN" use="required"/></x:extension></x:simpleContent></x:complexType>' +
        '<x:simpleType name="Puntos"><x:list itemType="x:int"/></x:simpleType>',
    ),
    operations: WRAPPED('medir'),
  }),
  one('SAP RFC: tables of item, fixed lengths, names with slashes escaped', {
    types: schema(
      wrapper(
        'Z_BAPI_x002F_LISTA',
        el('LAND', 't:char3', OPTIONAL) + el('T_DATOS', 't:TABLE_OF_ZROW', OPTIONAL),
      ) +
        wrapper('Z_BAPI_x002F_LISTAResponse', el('T_DATOS', 't:TABLE_OF_ZROW') + el('SALDO', 't:curr13.2')) +
        '<x:simpleType name="char3"><x:restriction base="x:string"><x:maxLength value="3"/></x:restriction></x:simpleType>' +
        '<x:simpleType name="curr13.2"><x:restriction base="x:decimal"><x:totalDigits value="13"/><x:fractionDigits value="2"/></x:restriction></x:simpleType>' +
        complex('TABLE_OF_ZROW', el('item', 't:ZROW', MANY)) +
        complex('ZROW', el('MATNR', 'x:string') + el('ERDAT', 'x:date')),
      { form: 'unqualified' },
    ),
    operations: {
      Z_BAPI_x002F_LISTA: {
        in: ['parameters=t:Z_BAPI_x002F_LISTA'],
        out: ['parameters=t:Z_BAPI_x002F_LISTAResponse'],
      },
    },
  }),
  one('SAP PI: MT_ and DT_ of another namespace, unqualified', {
    types: schema(
      el('MT_Pedido', 't:DT_Pedido') +
        complex('DT_Pedido', el('Numero', 'x:string') + el('Posicion', 't:DT_Pos', MANY)) +
        complex('DT_Pos', el('Material', 'x:string', OPTIONAL)),
      { form: 'unqualified' },
    ),
    operations: { SI_Pedido_Out: { in: ['MT_Pedido=t:MT_Pedido'], out: null } },
  }),
  one('gSOAP: document with a return code', {
    types: schema(
      wrapper('suma', el('a', 'x:double') + el('b', 'x:double')) +
        wrapper('sumaResponse', el('r', 'x:double')),
      { more: 'attributeFormDefault="unqualified"' },
    ),
    operations: WRAPPED('suma'),
  }),
  encoded(
    'gSOAP: rpc/encoded with an element in its arrays',
    arrayOf(
      't:Item[]',
      '<x:sequence><x:element name="item" type="t:Item" minOccurs="0" maxOccurs="unbounded"/></x:sequence>',
    ),
  ),
  encoded(
    'NuSOAP: arrays with xsd:all structs',
    arrayOf('t:Fila[]'),
    '<x:complexType name="Fila"><x:all><x:element name="id" type="x:int"/><x:element name="texto" type="x:string"/></x:all></x:complexType>',
  ),
  one('Zend and Laminas: document wrapped, ArrayOf by encoding', {
    types: schema(
      wrapper('getAll', '') +
        wrapper('getAllResponse', el('getAllResult', 't:ArrayOfProducto')) +
        complex('ArrayOfProducto', el('item', 't:Producto', MANY)) +
        '<x:complexType name="Producto"><x:all><x:element name="id" type="x:int" nillable="true"/><x:element name="nombre" type="x:string"/></x:all></x:complexType>',
    ),
    operations: WRAPPED('getAll'),
  }),
  encoded(
    'Delphi: TArray and published properties',
    arrayOf('t:Item[]'),
    complex('TCliente', el('Nombre', 'x:string') + el('Alta', 'x:dateTime')),
    {
      GuardaCliente: { in: ['Cliente:t:TCliente'], out: ['return:x:boolean'] },
    },
  ),
  one('SOAP::Lite and Pod::WSDL: rpc/encoded of simple values', {
    style: 'rpc',
    use: 'encoded',
    operations: { hola: { in: ['nombre:x:string', 'veces:x:int'], out: ['s_gensym3:x:string'] } },
  }),
  one('spyne: arrays named after what they hold, everything optional', {
    types: schema(
      wrapper(
        'pedir',
        el('quien', 'x:string', `${OPTIONAL} nillable="true"`) +
          el('lineas', 't:LineaArray', `${OPTIONAL} nillable="true"`),
      ) +
        wrapper('pedirResponse', el('pedirResult', 'x:integer', `${OPTIONAL} nillable="true"`)) +
        complex('LineaArray', el('Linea', 't:Linea', `${MANY} nillable="true"`)) +
        LINEA,
    ),
    operations: WRAPPED('pedir'),
  }),
  one('Oracle PL/SQL: upper case, NUMBER as double, lists by _ITEM', {
    style: 'rpc',
    types: schema(
      complex(
        'SALDOBase',
        el('CUENTA', 'x:string', 'nillable="true"') + el('IMPORTE', 'x:double', 'nillable="true"'),
      ) + complex('SALDOS', el('SALDOS_ITEM', 't:SALDOBase', `${MANY} nillable="true"`)),
      { form: 'unqualified' },
    ),
    operations: { consulta: { in: ['P_CUENTA:x:string'], out: ['result:t:SALDOS'] } },
  }),
  {
    estilo: 'Oracle SOA Suite: bare messages of imported schemas, foreign extensions',
    documentos: {
      's.wsdl': wsdl({
        head: '<plnk:partnerLinkType xmlns:plnk="http://schemas.xmlsoap.org/ws/2003/05/partner-link/" name="L"><plnk:role name="R"><plnk:portType name="t:P"/></plnk:role></plnk:partnerLinkType>',
        types: `<x:schema xmlns:x="${XSD}"><x:import namespace="${TNS}" schemaLocation="xsd/p.xsd"/></x:schema>`,
        operations: { process: { in: ['payload=t:process'], out: ['payload=t:processResponse'] } },
      }),
      'xsd/p.xsd': schema(
        wrapper('process', el('input', 'x:string')) + wrapper('processResponse', el('result', 'x:string')),
      ),
    },
  },
  one('Salesforce-like: sObject, xsi:type, headers and a fault of many kinds', {
    types: schema(
      wrapper('create', el('sObjects', 't:sObject', MANY)) +
        wrapper('createResponse', el('result', 't:SaveResult', MANY)) +
        wrapper('SessionHeader', el('sessionId', 'x:string')) +
        el('fault', 't:ApiFault') +
        complex('ApiFault', el('exceptionCode', 'x:string')) +
        complex(
          'sObject',
          el('fieldsToNull', 'x:string', `${MANY} nillable="true"`) + el('Id', 't:ID', 'nillable="true"'),
        ) +
        '<x:simpleType name="ID"><x:restriction base="x:string"><x:length value="18"/></x:restriction></x:simpleType>' +
        '<x:complexType name="Account"><x:complexContent><x:extension base="t:sObject"><x:sequence><x:element name="Name" nillable="true" minOccurs="0" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType>' +
        complex('SaveResult', el('id', 't:ID', 'nillable="true"') + el('success', 'x:boolean')),
    ),
    operations: {
      create: {
        in: ['parameters=t:create'],
        out: ['parameters=t:createResponse'],
        header: 't:SessionHeader',
        fault: 't:fault',
      },
    },
  }),
  one('eBay-like: every request extends an abstract one', {
    types: schema(
      '<x:complexType name="AbstractRequest" abstract="true"><x:sequence><x:element name="DetailLevel" type="x:token" minOccurs="0" maxOccurs="unbounded"/><x:element name="Version" type="x:string" minOccurs="0"/><x:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></x:sequence></x:complexType>' +
        '<x:complexType name="GetItemRequest"><x:complexContent><x:extension base="t:AbstractRequest"><x:sequence><x:element name="ItemID" type="x:string" minOccurs="0"/></x:sequence></x:extension></x:complexContent></x:complexType>' +
        el('GetItemRequest', 't:GetItemRequest') +
        '<x:complexType name="Amount"><x:simpleContent><x:extension base="x:double"><x:attribute name="currencyID" type="x:token"/></x:extension></x:simpleContent></x:complexType>' +
        wrapper('GetItemResponse', el('Price', 't:Amount')),
    ),
    operations: { GetItem: { in: ['r=t:GetItemRequest'], out: ['r=t:GetItemResponse'] } },
  }),
  {
    estilo: 'a chameleon, included by two namespaces',
    documentos: {
      's.wsdl': wsdl({
        types: schema(
          '<x:include schemaLocation="comun.xsd"/><x:import namespace="urn:otro" schemaLocation="otro.xsd"/>' +
            wrapper('ver', `${el('c', 't:Comun')}<x:element xmlns:o="urn:otro" ref="o:deOtro"/>`) +
            wrapper('verResponse', el('c', 't:Comun')),
        ),
        operations: WRAPPED('ver'),
      }),
      'comun.xsd': `<x:schema xmlns:x="${XSD}" elementFormDefault="qualified"><x:complexType name="Comun"><x:sequence><x:element name="v" type="Valor"/></x:sequence></x:complexType><x:simpleType name="Valor"><x:restriction base="x:int"/></x:simpleType></x:schema>`,
      'otro.xsd': schema('<x:include schemaLocation="comun.xsd"/><x:element name="deOtro" type="t:Comun"/>', {
        uri: 'urn:otro',
      }),
    },
  },
  {
    estilo: 'schemas that import each other in a circle',
    documentos: {
      's.wsdl': wsdl({ types: schema('<x:include schemaLocation="a.xsd"/>'), operations: WRAPPED('ver') }),
      'a.xsd': schema(
        '<x:import namespace="urn:b" schemaLocation="b.xsd"/>' +
          wrapper('ver', '<x:element xmlns:b="urn:b" name="b" type="b:B"/>') +
          wrapper('verResponse', el('a', 't:A')) +
          complex('A', el('n', 'x:int')),
      ),
      'b.xsd': schema(
        `<x:import namespace="${TNS}" schemaLocation="a.xsd"/>` +
          `<x:complexType name="B"><x:sequence><x:element xmlns:a="${TNS}" name="a" type="a:A" minOccurs="0"/></x:sequence></x:complexType>`,
        { uri: 'urn:b' },
      ),
    },
  },
  {
    estilo: 'a redefinition of an included type',
    documentos: {
      's.wsdl': wsdl({
        types: schema(
          '<x:redefine schemaLocation="base.xsd"><x:complexType name="Dato"><x:complexContent><x:extension base="t:Dato"><x:sequence><x:element name="extra" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType></x:redefine>' +
            wrapper('ver', el('d', 't:Dato')) +
            wrapper('verResponse', el('d', 't:Dato')),
        ),
        operations: WRAPPED('ver'),
      }),
      'base.xsd': schema(complex('Dato', el('n', 'x:int'))),
    },
  },
  one('substitution groups under an abstract head', {
    types: schema(
      wrapper('pagar', '<x:element ref="t:medio"/>') +
        wrapper('pagarResponse', '<x:element ref="t:medio" maxOccurs="unbounded"/>') +
        '<x:element name="medio" abstract="true" type="t:Medio"/><x:element name="tarjeta" substitutionGroup="t:medio" type="t:Tarjeta"/>' +
        complex('Medio', el('importe', 'x:decimal')) +
        '<x:complexType name="Tarjeta"><x:complexContent><x:extension base="t:Medio"><x:sequence><x:element name="numero" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType>',
    ),
    operations: WRAPPED('pagar'),
  }),
  one('groups, attribute groups, unions and lists', {
    types: schema(
      '<x:element name="ver"><x:complexType><x:sequence><x:group ref="t:G"/></x:sequence><x:attributeGroup ref="t:AG"/></x:complexType></x:element>' +
        wrapper('verResponse', el('u', 't:U') + el('l', 't:L')) +
        '<x:group name="G"><x:choice><x:element name="a" type="x:int"/><x:element name="b" type="x:string"/></x:choice></x:group>' +
        '<x:attributeGroup name="AG"><x:attribute name="v" type="x:int" use="required"/><x:attribute name="w" type="x:string"/></x:attributeGroup>' +
        '<x:simpleType name="U"><x:union memberTypes="x:int x:boolean"/></x:simpleType><x:simpleType name="L"><x:list itemType="x:date"/></x:simpleType>',
    ),
    operations: WRAPPED('ver'),
  }),
  one('a tree that holds itself', {
    types: schema(
      wrapper('ver', el('raiz', 't:Nodo')) +
        wrapper('verResponse', el('raiz', 't:Nodo')) +
        complex('Nodo', el('valor', 'x:string') + el('hijo', 't:Nodo', MANY)),
    ),
    operations: WRAPPED('ver'),
  }),
  one('repeated choices and repeated sequences', {
    types: schema(
      '<x:element name="ver"><x:complexType><x:choice maxOccurs="unbounded"><x:element name="a" type="x:int"/><x:element name="b" type="x:string"/></x:choice></x:complexType></x:element>' +
        '<x:element name="verResponse"><x:complexType><x:sequence maxOccurs="unbounded"><x:element name="clave" type="x:string"/><x:element name="valor" type="x:string"/></x:sequence></x:complexType></x:element>',
    ),
    operations: WRAPPED('ver'),
  }),
  one('every date, duration and binary of the standard', {
    types: schema(
      wrapper(
        'ver',
        [
          'dateTime',
          'date',
          'time',
          'duration',
          'gYear',
          'gYearMonth',
          'gMonthDay',
          'gDay',
          'gMonth',
          'base64Binary',
          'hexBinary',
          'anyURI',
          'QName',
        ]
          .map((type) => el(type, `x:${type}`))
          .join(''),
      ) +
        wrapper(
          'verResponse',
          [
            'float',
            'double',
            'decimal',
            'integer',
            'long',
            'unsignedLong',
            'short',
            'byte',
            'positiveInteger',
            'boolean',
            'normalizedString',
            'token',
            'language',
            'NMTOKEN',
          ]
            .map((type) => el(type, `x:${type}`))
            .join(''),
        ),
    ),
    operations: WRAPPED('ver'),
  }),
]

export const CORPUS: readonly CorpusEntry[] = [...TOOLKITS, ...HARD]
