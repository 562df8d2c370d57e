import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { DeclaredAnswers } from './openapi/declared-answers.ts'
import { collectRoutes } from './openapi/declared-route.ts'
import { expectDeclaredAnswer } from './testing-answers.ts'

const cosa = z.strictObject({ nombre: z.string().default(''), detalle: z.object({ n: z.int() }) })
const file = { mediaTypes: ['text/csv'] }

test.each<[string, DeclaredAnswers, { status?: number; type?: string; body?: unknown }, string | null]>([
  ['what is declared', { 200: cosa }, { body: { nombre: 'a', detalle: { n: 1 } } }, null],
  ['another type', { 200: cosa }, { body: { nombre: 'a', detalle: { n: 'x' } } }, 'detalle.n'],
  ['a field more', { 200: cosa }, { body: { nombre: 'a', detalle: { n: 1 }, b: 2 } }, '"b"'],
  [
    'a field more inside',
    { 200: cosa },
    { body: { nombre: 'a', detalle: { n: 1, b: 2 } } },
    'to deeply equal',
  ],
  ['a field less that has a default', { 200: cosa }, { body: { detalle: { n: 1 } } }, 'to deeply equal'],
  ['another status', { 200: cosa }, { status: 201, body: {} }, 'no such status is declared'],
  ['a failure', { 200: cosa }, { status: 404, body: {} }, null],
  ['nothing', { 204: null }, { status: 204 }, null],
  ['something instead of nothing', { 200: null }, { body: {} }, 'GET /api/cosas/:id 200'],
  ['a file', { 200: file }, { type: 'text/csv; charset=utf-8', body: 'a' }, null],
  ['a file of another type', { 200: file }, { type: 'text/html', body: 'a' }, 'GET /api/cosas/:id 200'],
])(
  'an answer with %s',
  async (_name, answers, { status = 200, type = 'application/json', body }, problem) => {
    const app = Fastify()
    const routes = collectRoutes(app)
    const config = { access: 'publico', answers } as const
    app.get('/api/cosas/:id', { config }, async (_request, reply) =>
      reply
        .code(status)
        .type(type)
        .send(typeof body === 'object' ? JSON.stringify(body) : body),
    )
    const asked = { method: 'GET', url: '/api/cosas/1?q=x' } as const
    const answer = await app.inject(asked)
    const check = () => expectDeclaredAnswer(routes, asked, answer)
    if (problem === null) check()
    else expect(check).toThrow(problem)
  },
)
