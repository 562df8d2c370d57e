import { asercionSchema, type Coleccion, coleccionSchema, METODOS_DE_PRUEBA } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPostman } from './read-postman.ts'
import { writePostman } from './write-postman.ts'

const CANAL = '01890000-0000-7000-8000-000000000001'
const BASE = 'https://div.ejemplo/rest/tienda'

function read(document: unknown) {
  let count = 0
  return readPostman(typeof document === 'string' ? document : JSON.stringify(document), {
    canalOf: (url) => (url.startsWith(`${BASE}/`) ? { canalId: CANAL, ruta: url.slice(BASE.length) } : null),
    makeId: () => `01890000-0000-7000-8000-${String(++count).padStart(12, '0')}`,
  })
}
const write = (coleccion: Coleccion) =>
  writePostman(coleccion, { addressOf: (id) => (id === CANAL ? BASE : undefined) })

const INFO = {
  name: 'Tienda',
  schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
}

test('folders, addresses, inherited authentication and bodies are taken; code is not', () => {
  const { coleccion, variables, avisos } = read({
    info: { ...INFO, description: { content: 'Lo de siempre' } },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
    variable: [
      { key: 'base', value: 'https://api.ejemplo' },
      { key: 'llave', value: 'abc' },
      { key: 'con espacio', value: 'x' },
    ],
    event: [{ listen: 'prerequest', script: { exec: ['pm.variables.set("a", 1)'] } }],
    item: [
      {
        name: 'Clientes',
        event: [{ listen: 'test', script: { exec: ['pm.response.to.have.status(200)'] } }],
        item: [
          {
            name: 'Uno',
            request: {
              method: 'get',
              header: [{ key: 'Accept', value: 'text/plain', disabled: true }],
              url: {
                raw: '{{base}}/clientes/:id?v=1',
                variable: [{ key: 'id', value: '7' }],
              },
            },
          },
          {
            name: 'Alta',
            event: [
              { listen: 'prerequest', script: { exec: ['pm.variables.set("a", 1)'] } },
              {
                listen: 'test',
                script: {
                  exec: ['pm.test("x", () => {', '  pm.response.to.have.status(201)', '  haz("algo")', '})'],
                },
              },
            ],
            request: {
              method: 'POST',
              auth: { type: 'basic', basic: { username: 'ana', password: '{{clave}}' } },
              url: {
                protocol: 'https',
                host: ['api', 'ejemplo'],
                path: ['clientes'],
                query: [{ key: 'a', value: 'b' }],
              },
              body: { mode: 'raw', raw: '{"a":1}', options: { raw: { language: 'json' } } },
            },
          },
        ],
      },
      {
        name: 'Formulario',
        request: {
          method: 'POST',
          auth: {
            type: 'apikey',
            apikey: [
              { key: 'key', value: 'X-Llave' },
              { key: 'value', value: '{{llave}}' },
            ],
          },
          url: `${BASE}/ventas`,
          body: {
            mode: 'urlencoded',
            urlencoded: [
              { key: 'ñ', value: '{{v}} y' },
              { key: 'no', value: '', disabled: true },
            ],
          },
        },
      },
      {
        name: 'Archivo',
        request: { method: 'LOCK', auth: { type: 'ntlm' }, url: 'https://x', body: { mode: 'file' } },
      },
      {
        name: 'Subir',
        request: {
          method: 'POST',
          url: 'https://api.ejemplo/fotos',
          header: [{ key: 'content-type', value: 'multipart/form-data' }],
          body: {
            mode: 'formdata',
            formdata: [
              { key: 'nota', value: '{{nota}}', type: 'text' },
              { key: 'meta', value: '{}', type: 'text', contentType: 'application/json', disabled: true },
              { key: 'foto', type: 'file', src: ['/fotos/a.png', 'C:\\b.png'] },
              { key: 'otra', type: 'file' },
              { key: 'nada', type: 'file', src: [] },
            ],
          },
        },
      },
    ],
  })
  expect(coleccion).toMatchObject({
    nombre: 'Tienda',
    descripcion: 'Lo de siempre',
    peticiones: [
      {
        nombre: 'Uno',
        carpeta: 'Clientes',
        peticion: {
          destino: { tipo: 'externa', url: '{{base}}/clientes/7?v=1' },
          metodo: 'GET',
          cabeceras: [{ nombre: 'Accept', valor: 'text/plain', activa: false }],
          autenticacion: { tipo: 'token', token: '{{token}}' },
          cuerpo: null,
        },
      },
      {
        peticion: {
          destino: { url: 'https://api.ejemplo/clientes?a=b' },
          cabeceras: [{ nombre: 'Content-Type', valor: 'application/json' }],
          autenticacion: { tipo: 'basico', usuario: 'ana', contrasena: '{{clave}}' },
          cuerpo: '{"a":1}',
        },
        aserciones: [{ que: 'estado', nombre: '', es: 'igual', valor: '201' }],
      },
      {
        carpeta: '',
        peticion: {
          destino: { tipo: 'canal', canalId: CANAL, ruta: '/ventas' },
          cabeceras: [
            { nombre: 'X-Llave', valor: '{{llave}}' },
            { nombre: 'Content-Type', valor: 'application/x-www-form-urlencoded' },
          ],
          cuerpo: '%C3%B1={{v}}%20y',
        },
      },
      { peticion: { metodo: 'GET', autenticacion: { tipo: 'ninguna' }, cuerpo: null } },
      {
        nombre: 'Subir',
        peticion: {
          cuerpo: null,
          partes: [
            { nombre: 'nota', valor: '{{nota}}', activa: true },
            { nombre: 'meta', valor: '{}', activa: false },
            { nombre: 'foto', valor: '', archivo: 'a.png', activa: true },
            { nombre: 'foto', valor: '', archivo: 'b.png', activa: true },
            { nombre: 'otra', valor: '', archivo: '', activa: true },
            { nombre: 'nada', valor: '', archivo: '', activa: true },
          ],
        },
      },
    ],
  })
  expect(variables).toEqual([
    { nombre: 'base', valor: 'https://api.ejemplo', secreto: false },
    // It stands where a secret does.
    { nombre: 'llave', valor: 'abc', secreto: true },
  ])
  expect(avisos).toEqual([
    'De sus pruebas salió 1 comprobación.',
    'La carpeta «Clientes»: no se tomaron sus scripts, aquí no se ejecuta código.',
    '«Alta»: no se tomaron sus scripts previos, aquí no se ejecuta código.',
    '«Alta», línea 3 de sus pruebas: no se tomó «haz("algo")».',
    '«Archivo»: el método LOCK no se admite; quedó GET.',
    '«Archivo»: la autenticación ntlm no se tomó.',
    '«Archivo»: el cuerpo file no se tomó.',
    '«Subir»: el tipo de contenido del campo «meta» no se tomó.',
    '«Subir»: elija otra vez el archivo del campo «foto».',
    '«Subir»: elija otra vez el archivo del campo «otra».',
    '«Subir»: elija otra vez el archivo del campo «nada».',
    'La colección: no se tomaron sus scripts, aquí no se ejecuta código.',
    'Lo que prueba quién llama no se comparte: quedó en su entorno, en variables secretas ({{llave}}).',
  ])
})

test('secrets that are spelled out become secret variables: none of them stands in the colección', () => {
  const apikey = (where: string) => ({
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'X-Llave' },
      { key: 'value', value: 's3creto-a' },
      { key: 'in', value: where },
    ],
  })
  const request = (auth: unknown, url = 'https://api.ejemplo/x', header: unknown[] = []) => ({
    name: 'Uno',
    request: { method: 'GET', auth, url, header },
  })
  const { coleccion, variables, avisos } = read({
    info: INFO,
    variable: [
      { key: 'token', value: 's3creto-b' },
      { key: 'oculta', value: 's3creto-c', type: 'secret' },
    ],
    item: [
      request(apikey('header')),
      request(apikey('query')),
      request({ type: 'bearer', bearer: [{ key: 'token', value: 's3creto-d' }] }),
      request({ type: 'basic', basic: { username: 'ana', password: 's3creto-e' } }),
      request(null, 'https://api.ejemplo/x', [{ key: 'Authorization', value: 'Bearer s3creto-f' }]),
      request(null, 'https://ana:s3creto-g@api.ejemplo/x?api_key=s3creto-h'),
      request({ type: 'bearer', bearer: [{ key: 'token', value: 's3creto-{{i}}' }] }),
      request(null, 'https://api.ejemplo/x', [{ key: 'Authorization', value: 's3creto-{{j}}' }]),
    ],
  })
  expect(JSON.stringify(coleccion)).not.toContain('s3creto')
  expect(avisos.join()).not.toContain('s3creto')
  expect(variables).toEqual([
    { nombre: 'token', valor: 's3creto-b', secreto: true },
    { nombre: 'oculta', valor: 's3creto-c', secreto: true },
    { nombre: 'X-Llave', valor: 's3creto-a', secreto: true },
    { nombre: 'token-2', valor: 's3creto-d', secreto: true },
    { nombre: 'contrasena', valor: 's3creto-e', secreto: true },
    { nombre: 'Authorization', valor: 's3creto-f', secreto: true },
  ])
  expect(coleccion.peticiones.map(({ peticion }) => peticion)).toMatchObject([
    { cabeceras: [{ nombre: 'X-Llave', valor: '{{X-Llave}}' }] },
    { destino: { url: 'https://api.ejemplo/x?X-Llave={{X-Llave}}' } },
    { autenticacion: { tipo: 'token', token: '{{token-2}}' } },
    { autenticacion: { tipo: 'basico', usuario: 'ana', contrasena: '{{contrasena}}' } },
    { cabeceras: [{ nombre: 'Authorization', valor: 'Bearer {{Authorization}}' }] },
    { destino: { url: 'https://api.ejemplo/x?api_key=' } },
    { autenticacion: { tipo: 'token', token: '' } },
    { cabeceras: [{ nombre: 'Authorization', valor: '' }] },
  ])
  expect(avisos).toEqual([
    '«Uno»: lo que prueba quién llama en su dirección o en sus cabeceras no se tomó.',
    '«Uno»: su autenticación mezcla texto y variables; no se tomó.',
    'Lo que prueba quién llama no se comparte: quedó en su entorno, en variables secretas ({{token}}, {{oculta}}, {{X-Llave}}, {{token-2}}, {{contrasena}}, {{Authorization}}).',
  ])
})

test.each(['', '{', '[]', '{"info":{}}', '{"item":[]}', 'null'])(
  '%j is no collection, and says so',
  (text) => {
    expect(() => read(text)).toThrow('El archivo no es una colección de Postman 2.1')
  },
)

const word = fc.string({ minLength: 1, maxLength: 12 })
const name = word.filter((text) => text.trim() === text && !text.includes('/'))
/** All that a colección holds of a secret. */
const reference = fc.constantFrom('', '{{clave}}', '{{a}}{{b}}')
/** A colección of Postman names its files, and has a text or a form. */
const parte = fc.oneof(
  fc.record({ nombre: fc.string(), valor: fc.string(), activa: fc.boolean() }),
  fc.record({
    nombre: fc.string(),
    valor: fc.constant(''),
    archivo: word.filter((text) => !/[/\\]/.test(text)),
    activa: fc.boolean(),
  }),
)
const cuerpo = fc.oneof(
  fc.record({ cuerpo: fc.option(fc.string()) }),
  fc.record({ cuerpo: fc.constant(null), partes: fc.array(parte, { maxLength: 3 }) }),
)
const withoutCuerpo = fc.record({
  destino: fc.oneof(
    fc.record({
      tipo: fc.constant('externa' as const),
      url: word.map((text) => `https://api.ejemplo/${encodeURIComponent(text)}`),
    }),
    fc.record({
      tipo: fc.constant('canal' as const),
      canalId: fc.constant(CANAL),
      operacion: fc.constant(null),
      ruta: word.map((text) => `/${encodeURIComponent(text)}`),
    }),
  ),
  metodo: fc.constantFrom(...METODOS_DE_PRUEBA),
  cabeceras: fc.array(fc.record({ nombre: name, valor: fc.string(), activa: fc.boolean() }), {
    maxLength: 3,
  }),
  autenticacion: fc.oneof(
    fc.constant({ tipo: 'ninguna' as const }),
    fc.record({ tipo: fc.constant('token' as const), token: reference }),
    fc.record({ tipo: fc.constant('basico' as const), usuario: fc.string(), contrasena: reference }),
  ),
})
const peticion = fc.tuple(withoutCuerpo, cuerpo).map(([rest, body]) => ({ ...rest, ...body }))
const asercion = fc.record({
  que: fc.constantFrom(...asercionSchema.shape.que.options),
  nombre: fc.string(),
  es: fc.constantFrom(...asercionSchema.shape.es.options),
  valor: fc.string(),
})

test('a colección that is written and read again is the same', () => {
  const coleccion = fc.record({
    nombre: name,
    descripcion: fc.string(),
    peticiones: fc.array(
      fc.record({
        nombre: name,
        carpeta: fc.array(name, { maxLength: 2 }),
        peticion,
        aserciones: fc.array(asercion, { maxLength: 2 }),
      }),
      { maxLength: 5 },
    ),
  })
  fc.assert(
    fc.property(coleccion, ({ peticiones, ...given }) => {
      const whole: Coleccion = {
        ...given,
        peticiones: peticiones.map(({ carpeta, ...each }, index) => ({
          ...each,
          carpeta: carpeta.join('/'),
          id: `01890000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`,
        })),
      }
      const back = read(write(whole)).coleccion
      // What stands in one folder stands together there.
      const sorted = (each: Coleccion) =>
        each.peticiones
          .map(({ id: _, ...rest }) => rest)
          .toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
      expect({ ...back, peticiones: [] }).toEqual({ ...whole, peticiones: [] })
      expect(sorted(back)).toEqual(sorted(whole))
    }),
    { numRuns: 200 },
  )
})

test('a canal is found behind the variable that its address begins with', () => {
  const { coleccion } = read({
    info: INFO,
    variable: [{ key: 'base', value: BASE }],
    item: [
      { name: 'Uno', request: '{{base}}/ventas/{{id}}' },
      { name: 'Otro', request: '{{otra}}/ventas' },
    ],
  })
  expect(coleccion.peticiones.map(({ peticion: { destino } }) => destino)).toEqual([
    { tipo: 'canal', operacion: null, canalId: CANAL, ruta: '/ventas/{{id}}' },
    { tipo: 'externa', url: '{{otra}}/ventas' },
  ])
})

test('what is read is what a colección takes', () => {
  const { coleccion } = read({ info: INFO, item: [{ name: 'x', request: 'https://api.ejemplo' }] })
  expect(coleccionSchema.safeParse(coleccion).success).toBe(true)
})

test('a form has as many parts as a petición may, though one field names many files', () => {
  const src = Array.from({ length: 101 }, (_, index) => `/fotos/${index}.png`)
  const body = { mode: 'formdata', formdata: [{ key: 'fotos', type: 'file', src }] }
  const request = { method: 'POST', url: 'https://api.ejemplo', body }
  const { coleccion, avisos } = read({ info: INFO, item: [{ name: 'Subir', request }] })
  expect(coleccionSchema.safeParse(coleccion).success).toBe(true)
  expect(coleccion.peticiones[0]?.peticion.partes).toHaveLength(100)
  expect(avisos).toContain('«Subir»: un formulario tiene como mucho 100 campos; los demás no se tomaron.')
})

test('a form goes to Postman without a header that says that it is none', () => {
  const header = [
    { key: 'content-Type', value: 'application/json' },
    { key: 'X-Nota', value: 'uno' },
  ]
  const body = { mode: 'formdata', formdata: [{ key: 'nota', value: 'hola' }] }
  const request = { method: 'POST', url: 'https://api.ejemplo', header, body }
  const written = write(read({ info: INFO, item: [{ name: 'Subir', request }] }).coleccion)
  expect(JSON.parse(written).item[0].request.header).toEqual([{ key: 'X-Nota', value: 'uno' }])
})

test('no end of a line within a comprobación ends the comment that holds it', () => {
  const valor = 'a\u2028b\u2029c\nd'
  const { coleccion } = read({ info: INFO, item: [{ name: 'Uno', request: `${BASE}/uno` }] })
  const given: Coleccion = {
    ...coleccion,
    peticiones: coleccion.peticiones.map((each) => ({
      ...each,
      aserciones: [{ que: 'texto', nombre: '', es: 'contiene', valor }],
    })),
  }
  const written = write(given)
  expect(written).not.toMatch(/[\u2028\u2029]/)
  expect(read(written).coleccion.peticiones[0]?.aserciones).toEqual(given.peticiones[0]?.aserciones)
})
