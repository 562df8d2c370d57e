import { TIPOS_NODO } from '@div/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'
import { collectRoutes } from './declared-route.ts'

let api: WholeApi

beforeAll(async () => {
  api = await startWholeApi()
})
afterAll(() => api.close())

test('the description holds every route, and is written to docs/generated/openapi.json', async () => {
  const { body } = await api.call('GET', '/api/openapi.json')
  const description = JSON.parse(body)
  const operations = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const registered = api.routes
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(operations.toSorted()).toEqual(registered.toSorted())
  await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot(
    '../../../../../docs/generated/openapi.json',
  )
})

test('docs/generated/api.md lists every route with who may call it', async () => {
  const { paths } = (await api.call('GET', '/api/openapi.json')).json() as Description
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  )
  const resources = Map.groupBy(operations, ({ tags: [tag = ''] }) => tag)
  const page = [
    '# API de administración',
    '<!-- Escrito por apps/server/src/api/openapi/openapi.test.ts -->',
    'Todo lo que hace la aplicación pasa por esta API. Se entra con `POST /api/auth/login`; las demás llamadas llevan `Authorization: Bearer` y el `token` que contestó.',
    'Los cuerpos y las respuestas de cada llamada se ven y se prueban en [/api/docs](/api/docs), y están como OpenAPI en [/api/openapi.json](/api/openapi.json).',
    'Un error es `application/problem+json` con su `codigo`; los códigos están en [Errores](errors.md). Lo que se guarda lleva una `revision`: quien la envía vieja recibe 409 y no pisa lo ajeno.',
    ...[...resources].map(
      ([resource, each]) =>
        `## ${resource}\n\n| Llamada | Quién |\n|---|---|\n${each.map(writeOperation).join('\n')}`,
    ),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../../docs/generated/api.md')
})

interface Description {
  paths: Record<string, Record<string, { tags: string[]; description: string }>>
}

function writeOperation({
  method,
  path,
  description,
}: {
  method: string
  path: string
  description: string
}) {
  return `| \`${method.toUpperCase()} ${path}\` | ${description} |`
}

test('operations have names of their own and say who may call them', async () => {
  const { paths } = (await api.call('GET', '/api/openapi.json')).json()
  const operations = Object.values<object>(paths).flatMap((methods) => Object.values(methods))
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(paths['/api/ping'].get.security).toEqual([])
  expect(paths['/api/usuarios/{id}'].put).toMatchObject({
    operationId: 'putUsuariosId',
    tags: ['usuarios'],
    description: 'Permiso `usuarios.editar`: admin.',
    security: [{ sesion: [] }],
    parameters: [{ name: 'id', in: 'path' }],
  })
  const { schema } = paths['/api/categorias/{id}'].put.requestBody.content['application/json']
  expect(schema.required).toEqual(['nombre', 'revision'])
})

test('what a route reads is described, and whether it may be left out', async () => {
  const { paths } = (await api.call('GET', '/api/openapi.json')).json()
  const writing = api.routes.filter(({ method }) => method === 'POST' || method === 'PUT')
  const silent = writing.filter(({ body }) => body === null).map(({ method, path }) => `${method} ${path}`)
  // They read nothing but their path.
  expect(silent.toSorted()).toEqual([
    'POST /api/ai-agents/:id/pruebas',
    'POST /api/ai-agents/:id/versiones/:n/publicar',
    'POST /api/ai-agents/:id/versiones/:n/restaurar',
    'POST /api/ai/chat/agent/ejecuciones/:id/detener',
    'POST /api/ai/conversaciones/:id/mensajes/:mensajeId/detener',
    'POST /api/ai/conversaciones/:id/mensajes/:mensajeId/repetir',
    'POST /api/alertas/:id/probar',
    'POST /api/consecutivos/:id/siguiente',
    'POST /api/ejecuciones/:id/cancelar',
    'POST /api/ejecuciones/:id/explicar',
    'POST /api/entornos/:id/probar',
    'POST /api/nodos/:id/drenar',
    'POST /api/nodos/:id/reanudar',
    'POST /api/nodos/:id/reiniciar',
    'POST /api/procesos/:id/validar',
    'POST /api/rag/:id/documentos/:documentoId/cancelar',
    'POST /api/rag/:id/documentos/:documentoId/leer',
    'POST /api/rag/:id/fuentes/:fuenteId/leer',
    'POST /api/rag/:id/leer',
    'POST /api/servidores/:id/probar',
    'POST /api/tareas-programadas/:id/ejecutar',
    'POST /api/tareas-programadas/:id/eventos-apartados/:eventoId/reintentar',
    'POST /api/tokens/:id/revocar',
    'POST /api/tokens/:id/rotar',
    'POST /api/usuarios/:id/activar',
    'POST /api/usuarios/:id/desactivar',
    'POST /api/usuarios/:id/restablecer',
  ])
  const bodyOf = (path: string) => paths[path].post.requestBody
  expect(bodyOf('/api/ejecuciones/{id}/reintentar')).toMatchObject({
    required: false,
    content: { 'application/json': { schema: { properties: { nodo: { type: 'string' } } } } },
  })
  expect(bodyOf('/api/auth/login')).toMatchObject({ required: true })
  expect(Object.keys(bodyOf('/api/tablas/{id}/importar').content)).toEqual(['multipart/form-data'])
})

test('what may stand behind the ? of a route is described', async () => {
  const { paths } = (await api.call('GET', '/api/openapi.json')).json()
  const queryOf = (path: string, method = 'get') =>
    paths[path][method].parameters
      .filter((parameter: { in: string }) => parameter.in === 'query')
      .map(({ name, required }: { name: string; required: boolean }) => (required ? `${name}!` : name))
  expect(queryOf('/api/procesos')).toEqual([
    'q',
    'categoriaId',
    'activo',
    'orden',
    'limite',
    'desde',
    'estado',
  ])
  expect(queryOf('/api/servidores')).toEqual(expect.arrayContaining(['tipoServidor', 'estado']))
  expect(queryOf('/api/tablas/{id}/filas')).toEqual(['q', 'orden', 'limite', 'desde', 'saltar'])
  expect(queryOf('/api/tablas/{id}/importar', 'post')).toEqual(['modo', 'revisar', 'parcial'])
  expect(queryOf('/api/tareas-programadas/proximas')).toEqual([
    'cron',
    'zonaHoraria',
    'enFestivo',
    'calendarioId',
    'cantidad',
  ])
  const { parameters } = paths['/api/usuarios'].get
  expect(parameters.find(({ name }: { name: string }) => name === 'limite').schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 1_000,
  })
})

test('a route that does not say what it answers does not start', () => {
  const app = Fastify()
  collectRoutes(app)
  expect(() => app.get('/api/cosas', { config: { access: 'publico' } }, async () => [])).toThrow(
    'GET /api/cosas declares no answers',
  )
  expect(api.routes.filter(({ answers }) => Object.keys(answers).length === 0)).toEqual([])
})

test('what a route answers is described by status', async () => {
  const { paths, components } = (await api.call('GET', '/api/openapi.json')).json()
  const problem = { $ref: '#/components/responses/Problema' }
  const jsonOf = (schema: object) => ({ 'application/json': { schema } })
  const canal = { $ref: '#/components/schemas/CanalGuardado' }
  expect(paths['/api/canales'].get.responses).toMatchObject({
    200: {
      headers: { 'X-Total-Count': { schema: { type: 'integer' } } },
      content: jsonOf({ type: 'array', items: { $ref: '#/components/schemas/CanalResumen' } }),
    },
  })
  expect(paths['/api/canales'].post.responses).toEqual({
    201: {
      description: 'Creado.',
      headers: { Location: expect.anything() },
      content: jsonOf(canal),
    },
    default: problem,
  })
  expect(paths['/api/canales/{id}'].delete.responses).toEqual({
    204: { description: 'Hecho, sin cuerpo.' },
    default: problem,
  })
  expect(Object.keys(paths['/api/procesos/importar'].post.responses)).toEqual(['200', '201', 'default'])
  expect(Object.keys(paths['/api/tablas/{id}/exportar'].get.responses[200].content)).toEqual([
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  expect(components.schemas.CanalGuardado).toMatchObject({
    properties: { creadoEn: { type: 'string', format: 'date-time' } },
    required: expect.arrayContaining(['id', 'revision', 'descripcion']),
    additionalProperties: false,
  })
})

test('the flow document is described with what each node type keeps', async () => {
  const { paths, components } = (await api.call('GET', '/api/openapi.json')).json()
  const flujo = { $ref: '#/components/schemas/Flujo' }
  const bodyOf = (path: string) => paths[path].post.requestBody.content['application/json'].schema
  expect(bodyOf('/api/procesos').properties.flujo).toEqual(flujo)
  expect(bodyOf('/api/procesos/importar').properties.paquete.properties.proceso.properties.flujo).toEqual(
    flujo,
  )
  const { Flujo, Nodo, NodoSplitterJoin, NodoTransformacion, ProcesoGuardado, Parametro } = components.schemas
  expect(ProcesoGuardado.properties.flujo).toEqual(flujo)
  expect(Flujo.properties.nodos.items).toEqual({ $ref: '#/components/schemas/Nodo' })
  expect(Nodo.discriminator).toMatchObject({
    propertyName: 'tipo',
    mapping: { 'splitter-join': '#/components/schemas/NodoSplitterJoin' },
  })
  expect(Nodo.oneOf).toHaveLength(TIPOS_NODO.length)
  expect(NodoSplitterJoin.properties.union.properties.tipo.enum).toEqual(['todos', 'alguno', 'n'])
  expect(NodoTransformacion.properties.pasos.items.oneOf).toHaveLength(6)
  expect(Parametro.properties.validacion).toEqual({ $ref: '#/components/schemas/Validacion' })
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Conexion', 'Politica', 'Referencia', 'Regla', 'Validacion']),
  )
})

test('every reference of the description leads somewhere', async () => {
  const { body } = await api.call('GET', '/api/openapi.json')
  const { components } = JSON.parse(body)
  const references = new Set([...body.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference))
  const known = Object.entries<object>(components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  )
  expect(known).toEqual(expect.arrayContaining([...references]))
  expect(body).not.toContain('__schema')
})

test('the page loads only files of its own origin', async () => {
  const { body } = await api.call('GET', '/api/docs')
  expect(body).not.toMatch(/<script(?![^>]*src=)/)
  const assets = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
  expect(assets).toHaveLength(3)
  for (const url of assets) {
    const answer = await api.call('GET', new URL(url, 'http://div/api/docs').pathname)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/)
  }
})
