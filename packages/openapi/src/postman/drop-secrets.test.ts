import { expect, test } from 'vitest'
import { brief, operationOf, readFixture, readTexts } from '../testing.ts'
import { cleanAddress } from './clean-address.ts'
import { namesCredential } from './names-credential.ts'

test.each([
  ['https://ana:s3creto@api.ejemplo/v1/x', 'https://api.ejemplo/v1/x'],
  ['ana:s3@creto@api.ejemplo/x', 'api.ejemplo/x'],
  ['https://{{usuario}}:{{clave}}@{{host}}/x', 'https://{{host}}/x'],
  ['{{base}}/x?api_key=s3creto&dia=1&Sig=s3creto', '{{base}}/x?api_key=&dia=1&Sig='],
  ['/x?%74oken=s3creto&t=Bearer%20s3creto', '/x?%74oken=&t='],
  ['https://api.ejemplo/x#access_token=s3creto', 'https://api.ejemplo/x'],
  ['https://avisos.ejemplo/T01/B02/aB3dE5gH7jK9mN1pQ3sT5', 'https://avisos.ejemplo/T01/B02/:secreto'],
  ['https://chat.ejemplo/bot123456:AA-bb/enviar', 'https://chat.ejemplo/:secreto/enviar'],
  [
    'https://api.ejemplo/0192a3b4-0000-7000-8000-00000000abcd',
    'https://api.ejemplo/0192a3b4-0000-7000-8000-00000000abcd',
  ],
  ['https://api.ejemplo/ana@ejemplo.com?dia=1', 'https://api.ejemplo/ana@ejemplo.com?dia=1'],
])('of %s is kept %s', (text, kept) => {
  expect(cleanAddress(text)).toBe(kept)
})

test.each([
  ['api_key', true],
  ['X-Api-Key', true],
  ['Ocp-Apim-Subscription-Key', true],
  ['client_secret', true],
  ['refreshToken', true],
  ['Contraseña', true],
  ['password', true],
  ['X-Hub-Signature', true],
  ['X-Functions-Key', true],
  ['X-Master-Key', true],
  ['PHPSESSID', true],
  ['sessionId', true],
  ['Set-Cookie', true],
  ['key', true],
  ['keyword', false],
  ['autor', false],
  ['codigo', false],
  ['siguiente', false],
])('whether %s names a credential: %s', (nombre, is) => {
  expect(namesCredential(nombre)).toBe(is)
})

const SECRET = 's3creto'
/** Each a place where people leave what proves who they are. */
const COLLECTION = {
  info: {
    name: 'Pagos',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    _collection_link: `https://go.postman.co/${SECRET}`,
  },
  variable: [
    { key: 'base', value: `https://ana:${SECRET}@pagos.ejemplo/v1?key=${SECRET}` },
    { key: 'otra', value: SECRET },
    { key: 'token', value: SECRET, type: 'secret' },
  ],
  auth: { type: 'basic', basic: [{ key: 'password', value: SECRET }] },
  event: [{ listen: 'prerequest', script: { exec: [`pm.variables.set('a', '${SECRET}')`] } }],
  item: [
    {
      name: 'Pagar',
      event: [{ listen: 'test', script: { exec: SECRET } }],
      variable: [{ key: 'a', value: SECRET }],
      protocolProfileBehavior: { a: SECRET },
      request: {
        method: 'POST',
        auth: { type: 'apikey', apikey: { key: 'X-Llave', value: SECRET, in: 'header' } },
        header: [
          { key: 'Authorization', value: `Bearer ${SECRET}` },
          { key: 'X-Llave', value: SECRET },
          { key: 'X-Quien', value: `Basic ${SECRET}` },
          { key: 'X-Aviso', value: `https://ana:${SECRET}@aviso.ejemplo` },
          { key: 'X-Pais', value: 'PY' },
        ],
        url: {
          raw: `{{base}}/pagos/:token/:dia?api_key=${SECRET}&moneda=EUR`,
          host: [`ana:${SECRET}@{{base}}`],
          path: ['pagos', ':token', ':dia'],
          query: [
            { key: 'api_key', value: SECRET },
            { key: 'moneda', value: 'EUR' },
          ],
          variable: [
            { key: 'token', value: SECRET },
            { key: 'dia', value: '2026-11-22' },
          ],
          hash: SECRET,
        },
        body: { mode: 'raw', raw: JSON.stringify({ cuenta: { pin: SECRET, monto: 1.5 }, otra: SECRET }) },
        proxy: { host: SECRET },
        certificate: { passphrase: SECRET },
      },
      response: [
        {
          code: 200,
          originalRequest: { header: [{ key: 'Authorization', value: SECRET }] },
          header: [{ key: 'Set-Cookie', value: SECRET }],
          cookie: [{ name: 'sid', value: SECRET }],
          body: JSON.stringify({ refresh_token: SECRET, id: 7 }),
        },
      ],
    },
    {
      name: 'Entrar',
      request: {
        method: 'POST',
        auth: {
          type: 'oauth2',
          oauth2: [
            { key: 'clientSecret', value: SECRET },
            { key: 'grant_type', value: 'client_credentials' },
            { key: 'accessTokenUrl', value: `https://ana:${SECRET}@pagos.ejemplo/token?key=${SECRET}` },
          ],
        },
        url: `{{base}}/entrar?code=${SECRET}#${SECRET}`,
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'password', value: SECRET },
            { key: 'usuario', value: 'ana' },
          ],
        },
      },
    },
    {
      name: 'Avisar',
      request: {
        method: 'POST',
        url: '{{base}}/avisos',
        header: [{ key: 'Content-Type', value: 'application/xml' }],
        body: { mode: 'raw', raw: `<a clave="${SECRET}"/>`, options: { raw: { language: 'xml' } } },
      },
    },
    { name: 'Ajena', request: `https://ana:${SECRET}@ajena.ejemplo/x?token=${SECRET}` },
  ],
}

test('of a collection no secret is kept, whatever its place, and what it describes is', async () => {
  const api = await readTexts('a', { a: JSON.stringify(COLLECTION) })
  const stored = JSON.stringify([...api.documentos])
  expect(stored).not.toContain(SECRET)
  expect(JSON.stringify({ ...api, operaciones: [...api.operaciones] })).not.toContain(SECRET)
  expect(api).toMatchObject({
    direcciones: ['https://pagos.ejemplo/v1'],
    autenticaciones: [
      { tipo: 'basico' },
      { tipo: 'apiKey', lugar: 'cabecera', nombre: 'X-Llave' },
      { tipo: 'oauth2', urlToken: 'https://pagos.ejemplo/token?key=' },
    ],
  })
  expect(api.avisos.toSorted()).toEqual(
    [
      '«Pagar»: la cabecera Authorization va en la autenticación del servidor.',
      '«Ajena»: está en otra dirección (https://ajena.ejemplo).',
      'No se tomaron sus scripts: aquí no se ejecuta código.',
    ].toSorted(),
  )
  const pay = operationOf(api, 'Pagar')
  expect(brief(pay)).toEqual([
    'token!: texto (ruta)',
    'dia!: texto (ruta)',
    'api_key: texto (consulta)',
    'moneda: texto (consulta)',
    'X-Llave: texto (cabecera)',
    'X-Quien: texto (cabecera)',
    'X-Aviso: texto (cabecera)',
    'X-Pais: texto (cabecera)',
    'cuenta: objeto (cuerpo)',
    'otra: texto (cuerpo)',
  ])
  expect(pay.parametros.flatMap(({ parametro: { ejemplo } }) => ejemplo ?? [])).toEqual([
    '2026-11-22',
    'EUR',
    'PY',
  ])
  expect(pay.respuesta.cuerpo?.campos).toMatchObject([
    { nombre: 'refresh_token', tipo: 'texto' },
    { nombre: 'id', tipo: 'entero' },
  ])
  expect(operationOf(api, 'Avisar')).toMatchObject({
    cuerpo: 'xml',
    cabeceras: { 'Content-Type': 'application/xml' },
  })
})

test('what is kept of a collection is read as the collection was', async () => {
  const api = await readFixture('coleccion.postman.json')
  const [[location, kept] = ['', null]] = api.documentos
  const again = await readTexts(location, { [location]: JSON.stringify(kept) })
  expect(again).toEqual(api)
})
