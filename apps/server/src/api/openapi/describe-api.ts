import { type Access, hasPermission, ROLES } from '@div/contract'
import { z } from 'zod'
import { PROBLEM_SCHEMA } from '../../http/problem-schema.ts'
import type { DeclaredRoute } from './declared-route.ts'
import { type DescribedAnswers, describeAnswers } from './describe-answers.ts'
import { describeFlujo, linkFlujo } from './describe-flujo.ts'

type Json = Record<string, unknown>

const PROBLEM = { $ref: '#/components/responses/Problema' }

/** The administration API as OpenAPI 3.1, from what its routes declare. */
export function describeApi(routes: readonly DeclaredRoute[]): Json {
  const paths: Record<string, Json> = {}
  const described = routes.filter(({ path }) => path.startsWith('/api/'))
  const answers = describeAnswers(described)
  for (const route of described.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, answers) }
  }
  return linkFlujo({
    openapi: '3.1.0',
    info: { title: 'DIV: API de administración', version: '1.0.0' },
    paths,
    components: {
      securitySchemes: { sesion: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...answers.schemas, ...describeFlujo() },
      responses: {
        Problema: {
          description: 'La petición no se pudo cumplir (RFC 9457).',
          content: { 'application/problem+json': { schema: PROBLEM_SCHEMA } },
        },
      },
    },
  })
}

function keyOf({ path, method }: DeclaredRoute): string {
  return `${path} ${method}`
}

function describeOperation(route: DeclaredRoute, { responsesOf }: DescribedAnswers): Json {
  const { method, path, access, body, bodyType, query } = route
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(query ? describeQuery(query) : []),
  ]
  return {
    operationId: operationIdOf(method, path),
    tags: [path.split('/')[2]],
    description: describeAccess(access),
    security: access === 'publico' ? [] : [{ sesion: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        // A schema that takes nothing at all is that of a body which may be left out.
        required: !body.safeParse(undefined).success,
        content: { [bodyType]: { schema: schemaOf(method, path, body) } },
      },
    }),
    responses: { ...responsesOf(route), default: PROBLEM },
  }
}

/** What is missed when nothing is there is what has to be there. */
function describeQuery(query: z.ZodObject): Json[] {
  const missed = new Set(query.safeParse({}).error?.issues.map(({ path: [name] }) => name))
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: missed.has(name),
    schema,
  }))
}

/** `PUT /api/canales/:id/procesos` → `putCanalesIdProcesos` */
function operationIdOf(method: string, path: string): string {
  const words = path.replace(/^\/api\//, '').split(/[^\p{L}\p{N}]+/u)
  const capitals = words
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + capitals.join('')
}

function describeAccess(access: Access): string {
  if (access === 'publico') return 'Pública.'
  if (access === 'autenticado') return 'Para quien haya iniciado sesión.'
  const roles = ROLES.filter((role) => hasPermission(role, access))
  return `Permiso \`${access}\`: ${roles.join(', ')}.`
}

/** A PUT of a resource also says which revision it was made from. */
function schemaOf(method: string, path: string, body: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const isResource = method === 'PUT' && path.endsWith('/:id')
  if (!isResource || schema.type !== 'object') return schema
  const properties = { ...schema.properties, revision: { type: 'integer' } }
  return { ...schema, properties, required: [...new Set([...(schema.required ?? []), 'revision'])] }
}
