import { AppError, Binario, LIMITS, type Parametro } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseBodyParser } from './body.ts'
import { compileEntry } from './entry.ts'
import { parseFields } from './query.ts'
import { parseXml } from './xml-reader.ts'

const xml = (text: string) => parseXml(text, LIMITS)

function codigoOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error.codigo
    throw error
  }
  return 'ninguno'
}

describe('a query', () => {
  test.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a&b=', { a: '', b: '' }],
    ['n=Jos%C3%A9+Mar%C3%ADa', { n: 'José María' }],
    ['&&a=1&', { a: '1' }],
  ])('%s is read', (text, expected) => {
    expect({ ...parseFields(text, 10) }).toEqual(expected)
  })

  test('a name of the prototype is only a name', () => {
    const fields = parseFields('__proto__=1&constructor=2', 10)
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(fields)).toBe(null)
    expect({}).not.toHaveProperty('polluted')
  })

  test.each([
    ['DEMASIADOS_PARAMETROS', Array.from({ length: 10_000 }, (_each, index) => `p${index}=1`).join('&')],
    ['DIRECCION_INVALIDA', 'a=%ff'],
    ['DIRECCION_INVALIDA', 'a=%00'],
  ])('%s is the error of a bad one', (codigo, text) => {
    expect(codigoOf(() => parseFields(text, LIMITS.parametrosConsulta))).toBe(codigo)
  })

  test('agrees with URLSearchParams on any fields', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string())), (pairs) => {
        const clean = pairs.filter(([name, value]) => !`${name}${value}`.includes('\0'))
        const params = new URLSearchParams(clean)
        const fields = parseFields(params.toString(), 1_000)
        for (const name of params.keys()) {
          const all = params.getAll(name)
          expect(fields[name]).toEqual(all.length === 1 ? all[0] : all)
        }
      }),
    )
  })
})

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

describe('a body of XML', () => {
  test.each<[string, unknown]>([
    ['<c><id>7</id><nombre>Ana</nombre></c>', { id: '7', nombre: 'Ana' }],
    ['<c><l>1</l><l>2</l></c>', { l: ['1', '2'] }],
    ['<x:c xmlns:x="urn:x" clase="a"><x:id>7</x:id></x:c>', { '@clase': 'a', id: '7' }],
    ['<c><d a="1">texto</d></c>', { d: { '@a': '1', '#': 'texto' } }],
    ['<p><b>1</b>hola<texto>dos</texto></p>', { b: '1', texto: 'dos', '#': 'hola' }],
    ['<a x="1"><x>2</x></a>', { '@x': '1', x: '2' }],
    [
      '<a xmlns:p="urn:p" xmlns:q="urn:q" p:x="1" q:x="2"><p:y>1</p:y><q:y>2</q:y></a>',
      { '@x': ['1', '2'], y: ['1', '2'] },
    ],
    [
      `<a ${XSI}><b xsi:nil="true"/><c xsi:nil="true" d="1"/><e/></a>`,
      { b: null, c: { '@nil': 'true', '@d': '1' }, e: '' },
    ],
    ['<c><![CDATA[<b>]]></c>', '<b>'],
  ])('%s is read', (text, expected) => {
    expect(xml(text)).toEqual(expected)
  })

  test.each([
    '<!DOCTYPE c [<!ENTITY x "y">]><c>&x;</c>',
    '<c>',
    '<c><a></c></a>',
    '<c>&nada;</c>',
    '',
    'texto',
    '<c><__proto__>1</__proto__></c>',
    `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
    `<c ${Array.from({ length: 257 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
  ])('%s is refused', (text) => {
    expect(codigoOf(() => xml(text))).toBe('CUERPO_INVALIDO')
  })
})

const LISTA: Parametro = { nombre: 'l', tipo: 'lista' }
const TODO_EL_CUERPO: Parametro = { nombre: 'todo', origen: 'cuerpo' }

describe('the entry', () => {
  const call = {
    ruta: { p0: '7' },
    consulta: parseFields('pagina=2&etiquetas=a&id=de+la+consulta', 10),
    cabeceras: { 'x-origen': 'web' },
    cuerpo: { nombre: 'Ana', pagina: 'del cuerpo' },
    bytes: Buffer.from('{"nombre":"Ana"}'),
  }
  const read = (parametro: Parametro, metodo = 'POST') =>
    compileEntry([parametro], { metodo, nombresDeRuta: ['id'], limits: LIMITS }).read(call)

  test.each<[string, Parametro, Record<string, unknown>]>([
    ['its name from the path first', { nombre: 'id' }, { id: '7' }],
    ['then from the query', { nombre: 'pagina' }, { pagina: '2' }],
    ['then from the body', { nombre: 'nombre' }, { nombre: 'Ana' }],
    ['nothing when it is nowhere', { nombre: 'otro' }, {}],
    ['nothing that the prototype has', { nombre: 'constructor' }, {}],
    ['one value of a list as a list', { nombre: 'etiquetas', tipo: 'lista' }, { etiquetas: ['a'] }],
    ['a header when it says so', { nombre: 'X-Origen', origen: 'cabecera' }, { 'X-Origen': 'web' }],
    ['the query when it says so', { nombre: 'id', origen: 'consulta' }, { id: 'de la consulta' }],
    [
      'the whole body when it says so',
      { nombre: 'todo', tipo: 'objeto', origen: 'cuerpo' },
      { todo: call.cuerpo },
    ],
    ['the body as text', { nombre: 'todo', tipo: 'texto', origen: 'cuerpo' }, { todo: '{"nombre":"Ana"}' }],
  ])('takes %s', (_what, parametro, expected) => {
    expect(read(parametro)).toEqual(expected)
  })

  test.each([[[1]], [5], ['texto'], [null]])('refuses the body %j, which has no fields', (cuerpo) => {
    const entry = compileEntry([{ nombre: 'a' }], { metodo: 'POST', nombresDeRuta: [], limits: LIMITS })
    expect(codigoOf(() => entry.read({ ...call, cuerpo }))).toBe('ENTRADA_INVALIDA')
    expect(entry.read({ ...call, cuerpo: undefined })).toEqual({})
  })

  test.each<[string, string, Parametro[], Record<string, unknown>]>([
    ['xml', '<r><id>5</id><l>1</l></r>', [{ nombre: 'id' }, LISTA], { id: '5', l: ['1'] }],
    ['xml', '<r><l>1</l><l>2</l></r>', [LISTA], { l: ['1', '2'] }],
    ['xml', '<r><l>[1]</l></r>', [LISTA], { l: '[1]' }],
    ['xml', '<r><l><elemento>1</elemento></l></r>', [LISTA], { l: ['1'] }],
    ['xml', '<r><l><elemento>1</elemento><elemento>2</elemento></l></r>', [LISTA], { l: ['1', '2'] }],
    [
      'xml',
      '<r><l><elemento>1</elemento></l></r>',
      [{ ...LISTA, elemento: { nombre: '', tipo: 'objeto', campos: [{ nombre: 'elemento' }] } }],
      { l: [{ elemento: '1' }] },
    ],
    [
      'xml',
      '<r><o><l a="1"><m>2</m></l></o></r>',
      [
        {
          nombre: 'o',
          tipo: 'objeto',
          campos: [
            {
              ...LISTA,
              elemento: {
                nombre: '',
                tipo: 'objeto',
                campos: [{ nombre: 'a' }, { nombre: 'm', tipo: 'lista' }],
              },
            },
          ],
        },
      ],
      { o: { l: [{ a: '1', m: ['2'] }] } },
    ],
    [
      'xml',
      '<r clase="a" otra="b"><clase>c</clase></r>',
      [{ nombre: 'clase' }, { nombre: 'otra' }],
      { clase: 'c', otra: 'b' },
    ],
    ['xml', '<r/>', [{ nombre: 'a' }], {}],
    ['xml', '<r a="1"><l>2</l></r>', [TODO_EL_CUERPO], { todo: { '@a': '1', l: '2' } }],
    [
      'xml',
      '<r a="1"><l>2</l></r>',
      [{ ...TODO_EL_CUERPO, tipo: 'objeto', campos: [{ nombre: 'a' }, LISTA] }],
      { todo: { a: '1', l: ['2'] } },
    ],
    ['xml', '<r><x>1</x></r>', [{ ...TODO_EL_CUERPO, tipo: 'lista' }], { todo: ['1'] }],
    ['xml', '<r><x>1</x><x>2</x></r>', [{ ...TODO_EL_CUERPO, tipo: 'lista' }], { todo: ['1', '2'] }],
    ['xml', '<r/>', [{ ...TODO_EL_CUERPO, tipo: 'lista' }], { todo: [] }],
    ['x-www-form-urlencoded', 'id=5&l=1', [{ nombre: 'id' }, LISTA], { id: '5', l: ['1'] }],
    ['x-www-form-urlencoded', 'l=1&l=2', [LISTA], { l: ['1', '2'] }],
    ['x-www-form-urlencoded', '%40a=1', [{ nombre: 'a' }], {}],
    ['json', '{"l":1}', [LISTA], { l: 1 }],
  ])('of %s takes %s as it is declared', (subtype, body, parametros, expected) => {
    const entry = compileEntry(parametros, { metodo: 'POST', nombresDeRuta: [], limits: LIMITS })
    const bytes = Buffer.from(body)
    const cuerpo = chooseBodyParser(`application/${subtype}`, entry.accepted, null)(bytes)
    expect(entry.read({ ruta: {}, consulta: {}, cabeceras: {}, cuerpo, bytes })).toEqual(expected)
  })

  test.each([
    ['1', ['1']],
    ['[1]', '[1]'],
    ['[rojo]', ['[rojo]']],
  ])('takes one value %s of a list in the query as %j', (value, expected) => {
    const consulta = parseFields(`etiquetas=${value}`, 10)
    const entry = compileEntry([{ nombre: 'etiquetas', tipo: 'lista' }], {
      metodo: 'GET',
      nombresDeRuta: [],
      limits: LIMITS,
    })
    expect(entry.read({ ...call, consulta })).toEqual({ etiquetas: expected })
  })

  test('of a GET never looks at a body', () => {
    expect(read({ nombre: 'nombre' }, 'GET')).toEqual({})
  })
})

describe('the media type', () => {
  const entryOf = (parametros: Parametro[]) =>
    compileEntry(parametros, { metodo: 'POST', nombresDeRuta: [], limits: LIMITS })
  const parse = (contentType: string | undefined, body: string | Buffer, parametros: Parametro[] = []) => {
    const { accepted, fallback } = entryOf(parametros)
    return chooseBodyParser(contentType, accepted, fallback)(Buffer.from(body))
  }

  test.each([
    ['application/json', '{"a":1}', { a: 1 }],
    ['Application/JSON; Charset="UTF-8"', '{"a":1}', { a: 1 }],
    ['application/x-www-form-urlencoded', 'a=1&b=x+y', { a: '1', b: 'x y' }],
    ['text/xml', '<c><a>1</a></c>', { a: '1' }],
  ])('%s is read', (contentType, body, expected) => {
    expect(parse(contentType, body)).toEqual(expected)
  })

  test.each([
    undefined,
    'application/jsonp',
    'application/json; charset=latin1',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/problem+json',
  ])('%s is 415', (contentType) => {
    expect(codigoOf(() => parse(contentType, '{}'))).toBe('TIPO_DE_MEDIO_NO_ADMITIDO')
  })

  test.each([
    ['application/json', Buffer.from([0x22, 0xff, 0x22])],
    ['application/json', Buffer.from('{"a":1,"a":2}')],
    ['application/json', Buffer.from('{"__proto__":{}}')],
    ['application/json', Buffer.from('{"a":')],
    ['application/json', Buffer.from('['.repeat(100_000))],
    ['application/xml', Buffer.from([0x3c, 0xff])],
  ])('bad %s is refused', (contentType, body) => {
    expect(codigoOf(() => parse(contentType, body))).toBe('CUERPO_INVALIDO')
  })

  test('any is taken as bytes by a whole body of type binario', () => {
    const parametro: Parametro = { nombre: 'archivo', tipo: 'binario', origen: 'cuerpo' }
    expect(parse('image/png', Buffer.from([1, 2]), [parametro])).toEqual(new Binario(Buffer.from([1, 2])))
  })
})
