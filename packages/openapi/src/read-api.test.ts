import { AppError } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiLimits } from './read-api.ts'
import { readTexts } from './testing.ts'

test.each([
  ['a page', '<html><body>no</body></html>', /no es OpenAPI/],
  ['nothing', '', /no es OpenAPI/],
  ['another version', 'openapi: 4.0.0', /es OpenAPI 4\.0\.0, y aquí se leen 3\.0 y 3\.1/],
  ['broken YAML', 'a: [b', /no es JSON ni YAML/],
  ['broken JSON', '{"openapi": "3.0.0", ', /no es JSON ni YAML/],
  ['aliases that multiply', billionLaughs(), /no es JSON ni YAML \(Excessive alias count/],
  [
    'many aliases',
    Array.from({ length: 2_000 }, (_, at) => `a${at}: &a${at} 1`).join('\n'),
    /demasiados alias/,
  ],
  ['a value that holds itself', 'a: &a [*a]', /profundidad/],
  ['what is too deep', `${'['.repeat(100)}${']'.repeat(100)}`, /profundidad/],
  ['what is much too deep', '['.repeat(200_000), /anidado/],
  ['lists of lists in one line', '- '.repeat(200_000), /anidado/],
  ['large YAML', `a: ${'x'.repeat(600)}`, /yamlBytes/, { yamlBytes: 500 }],
  ['a large document', `"${'x'.repeat(2_000)}"`, /contratoBytes/, { contratoBytes: 1_000 }],
])('%s is refused', async (_, text, message, limits: Partial<ApiLimits> = {}) => {
  const reading = readTexts('a', { a: text }, limits)
  await expect(reading).rejects.toThrow(message)
  await expect(reading).rejects.toBeInstanceOf(AppError)
})

function billionLaughs(): string {
  const lines = ['a0: &a0 [ja, ja, ja, ja, ja, ja, ja, ja, ja, ja]']
  for (let level = 1; level < 10; level++)
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  return lines.join('\n')
}

test('more files than are allowed are refused', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [
      `f${at}`,
      JSON.stringify({ openapi: '3.0.0', x: { $ref: `f${at + 1}` } }),
    ]),
  )
  await expect(readTexts('f0', texts, { archivosContrato: 3 })).rejects.toThrow(/archivosContrato/)
})

test('more operations than are allowed are refused, and as many are read', async () => {
  const paths = Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`/r${at}`, { get: {} }]))
  const item = Array.from({ length: 3 }, (_, at) => ({ name: `r${at}`, request: `https://a.ejemplo/r${at}` }))
  for (const document of [
    { openapi: '3.1.0', paths },
    { swagger: '2.0', paths },
    { ...postmanRoot(), item },
  ]) {
    const text = JSON.stringify(document)
    await expect(readTexts('a', { a: text }, { operacionesContrato: 2 })).rejects.toMatchObject({
      codigo: 'LIMITE_SUPERADO',
      message: expect.stringContaining('operacionesContrato'),
    })
    expect((await readTexts('a', { a: text }, { operacionesContrato: 3 })).operaciones.size).toBe(3)
  }
})

test('references in circles, to themselves and to names of objects lead nowhere', async () => {
  const operation = (schema: string) => ({
    get: { responses: { 200: { content: { 'application/json': { schema: { $ref: schema } } } } } },
  })
  const document = {
    openapi: '3.0.0',
    paths: {
      '/a': operation('#/components/schemas/a'),
      '/b': operation('#/components/schemas/__proto__'),
      '/c': operation('#/constructor/prototype'),
      '/d': operation('#/%'),
    },
    components: { schemas: { a: { $ref: '#/components/schemas/b' }, b: { $ref: '#/components/schemas/a' } } },
  }
  const api = await readTexts('a', { a: JSON.stringify(document) })
  expect(api.operaciones.size).toBe(4)
  for (const { respuesta } of api.operaciones.values())
    expect(respuesta.cuerpo).toEqual({ nombre: 'cuerpo', tipo: 'cualquiera' })
})

/** Words of these documents, so that some of what is made up is nearly one. */
const KEYS = [
  ...[
    'openapi',
    'swagger',
    'info',
    'paths',
    '/a/{b}',
    'get',
    'post',
    'parameters',
    'name',
    'in',
    'schema',
    '$ref',
  ],
  ...['type', 'properties', 'items', 'allOf', 'oneOf', 'required', 'enum', 'content', 'application/json'],
  ...['requestBody', 'responses', '200', 'servers', 'url', 'variables', 'components', 'schemas', 'a', 'item'],
  ...[
    'request',
    'method',
    'header',
    'body',
    'mode',
    'raw',
    'auth',
    'key',
    'value',
    '__proto__',
    'constructor',
  ],
]
const VALUES = [
  ...['3.0.0', '3.1.0', '2.0', '#', '#/components/schemas/a', 'b#/c', 'path', 'query', 'body', 'formData'],
  ...[
    'object',
    'array',
    'string',
    'null',
    'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  ],
  ...['{{a}}/b/:c?d=e', 'https://{a}/b', 'raw', 'basic', '%', '://', ''],
]
const { tree: anything } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    fc.constantFrom<unknown>(...VALUES, null, true, 1, -0.5),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('tree'), { maxKeys: 6 }),
  ),
}))

const ROOTS = [{ openapi: '3.0.0' }, { openapi: '3.1.0' }, { swagger: '2.0' }, postmanRoot()]

function postmanRoot() {
  return { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' } }
}

test('whatever stands in a document, it is read or refused', async () => {
  const { paths, components, item } = { paths: anything, components: anything, item: fc.array(anything) }
  const documents = fc
    .record({
      root: fc.constantFrom(...ROOTS),
      rest: fc.record({ paths, components, item, servers: anything }),
    })
    .map(({ root, rest }) => JSON.stringify({ ...rest, ...root }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(documents, fc.string(), fc.json()), async (text) => {
      await readTexts('a', { a: text, b: '{}' }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(AppError)
      })
    }),
    { numRuns: 150 },
  )
})
