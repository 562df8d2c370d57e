import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { connectDeps } from '../sql/testing.ts'
import { graphql } from './graphql.ts'
import { GraphqlConnection } from './graphql-connection.ts'
import { readStored } from './read-esquema.ts'
import { reviewEsquema } from './review-esquema.ts'
import { SDL } from './testing.ts'

const deps = connectDeps()
const configOf = (changes: object = {}) =>
  graphql.config.parse({ url: 'https://api.ejemplo.com/graphql', ...changes })
const archivos = (contenido: string) => [{ nombre: 'esquema.graphql', contenido }]

/** A connection to nowhere that knows this schema. */
async function connectionOf(sdl: string): Promise<GraphqlConnection> {
  const stored = await graphql.completeConfig?.(configOf({ archivos: archivos(sdl) }), deps)
  const red = {
    ...deps.red,
    openHttp: () => ({
      request: () => Promise.reject(),
      stream: () => Promise.reject(),
      close: async () => {},
    }),
  }
  const esquema = await readStored(stored?.documentos ?? '', LIMITS)
  return new GraphqlConnection(configOf(stored), esquema, { ...deps, red })
}

test('the fields of the roots are listed with a document that asks for what is near', async () => {
  const connection = await connectionOf(SDL)
  const listed = await graphql.listObjetos?.(connection, { limite: 10 }, deps.signal)
  expect(listed?.map(({ nombre, tipoObjeto, clase }) => [nombre, tipoObjeto, clase])).toEqual([
    ['cliente', 'consulta', 'Cliente'],
    ['clientes', 'consulta', '[Cliente!]!'],
    ['buscar', 'consulta', '[Hallazgo!]!'],
    ['crearCliente', 'mutacion', 'Cliente!'],
  ])
  expect(listed?.[0]).toMatchObject({
    descripcion: 'Un cliente por su clave',
    objeto: {
      // Without what needs an argument of its own, and without a Cliente in a Cliente.
      documento: `query cliente($id: ID!) {
  cliente(id: $id) {
    id
    nombre
    alta
    estado
    saldo
    direccion {
      calle
      ciudad {
        nombre
      }
    }
    notas
    secreto
  }
}`,
    },
  })
  expect(listed?.[2]?.objeto).toEqual({
    documento: 'query buscar($texto: String!) {\n  buscar(texto: $texto) {\n    __typename\n  }\n}',
  })
  const filtered = await graphql.listObjetos?.(
    connection,
    { limite: 10, tipoObjeto: 'mutacion', q: 'CREAR' },
    deps.signal,
  )
  expect(filtered?.map(({ nombre }) => nombre)).toEqual(['crearCliente'])
})

test('a field says what it takes and what it gives', async () => {
  const connection = await connectionOf(SDL)
  const described = await graphql.describeObjeto?.(connection, { nombre: 'clientes' }, deps.signal)
  const filtro = [
    { nombre: 'estado', tipo: 'texto', validacion: { valores: ['activo', 'retirado'] }, requerido: false },
    { nombre: 'texto', tipo: 'texto', requerido: true },
    { nombre: 'dentro', tipo: 'objeto', requerido: false },
  ]
  expect(described?.entrada).toEqual([
    { nombre: 'filtro', tipo: 'objeto', requerido: false, campos: filtro },
    { nombre: 'limite', tipo: 'entero', requerido: false },
  ])
  expect(described?.parametros).toContainEqual({
    nombre: 'limite',
    tipo: 'entero',
    tipoNativo: 'Int',
    nulo: true,
    modo: 'IN',
  })
  const [datos] = described?.salida ?? []
  expect(datos?.campos?.[0]).toMatchObject({
    nombre: 'clientes',
    tipo: 'lista',
    elemento: {
      tipo: 'objeto',
      campos: expect.arrayContaining([
        { nombre: 'id', tipo: 'texto' },
        { nombre: 'alta', tipo: 'cualquiera' },
        { nombre: 'estado', tipo: 'texto' },
        { nombre: 'saldo', tipo: 'decimal' },
        { nombre: 'notas', tipo: 'lista', elemento: { nombre: '', tipo: 'texto' } },
      ]),
    },
  })
})

test('filters that lead from everything to everything are spelled out only so far', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `F${n}`)
  const inputs = names.map(
    (name) => `input ${name} { ${names.map((each) => `c${each}: ${each}`).join(' ')} }`,
  )
  const connection = await connectionOf(`type Query { x(f: F0): Int }\n${inputs.join('\n')}`)
  const described = await graphql.describeObjeto?.(connection, { nombre: 'x' }, deps.signal)
  expect(JSON.stringify(described).length).toBeLessThan(100_000)
  expect(described?.entrada?.[0]?.campos).toHaveLength(40)
})

test('what the schema does not offer is refused before anything is sent', async () => {
  const connection = await connectionOf(SDL)
  const tipo = graphql.objetos.consulta
  const operation = tipo?.prepare(tipo.objeto.parse({ documento: '{ clientes { apodo } }' }), [], deps)
  for (let call = 0; call < 2; call++)
    await expect(
      operation?.run(connection, {}, { ...deps, signal: deps.signal } as never),
    ).rejects.toMatchObject({
      codigo: 'DATOS_INVALIDOS',
      errores: [
        {
          campo: 'objeto.documento',
          mensaje: expect.stringContaining('Cannot query field "apodo" on type "Cliente".'),
        },
      ],
    })
})

test('a schema that changed says which of its fields a process may notice', async () => {
  const before = configOf({
    ...(await graphql.completeConfig?.(configOf({ archivos: archivos(SDL) }), deps)),
  })
  const changed = SDL.replace('buscar(texto: String!)', 'encontrar(texto: String!)').replace(
    'limite: Int = 10',
    'limite: Int!',
  )
  expect(await reviewEsquema(configOf({ archivos: archivos(changed) }), deps, before)).toMatchObject({
    resumen: 'GraphQL · 4 campos que pedir',
    cambios: { agregadas: ['encontrar'], quitadas: ['buscar'], cambiadas: ['clientes'] },
  })
})

test.each([
  ['esquema.graphql', 'type Cliente {', /no es un esquema de GraphQL/],
  ['respuesta.json', '{ "data": { "__schema": {} } }', /no es un esquema de GraphQL/],
  ['respuesta.json', '{ roto', /no es JSON/],
])('%s with «%s» is no schema', async (nombre, contenido, motivo) => {
  const reading = graphql.completeConfig?.(configOf({ archivos: [{ nombre, contenido }] }), deps)
  await expect(reading).rejects.toMatchObject({
    codigo: 'DOCUMENTO_INVALIDO',
    message: expect.stringMatching(motivo),
  })
})

test('what came in files stays stored; without introspection nothing is asked', async () => {
  const stored = await graphql.completeConfig?.(configOf({ archivos: archivos(SDL) }), deps)
  expect(stored).toEqual({ archivos: [], documentos: expect.any(String) })
  expect(await graphql.completeConfig?.(configOf(stored), deps)).toEqual({})
  expect(await graphql.completeConfig?.(configOf({ introspeccion: false }), deps)).toEqual({
    documentos: '',
  })
})
