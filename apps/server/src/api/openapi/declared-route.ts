import type { Access } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { AnswerHeader, DeclaredAnswers } from './declared-answers.ts'

export interface DeclaredRoute {
  method: string
  /** As it was registered: `/api/servidores/:id`. */
  path: string
  access: Access
  body: z.ZodType | null
  bodyType: string
  query: z.ZodObject | null
  answers: DeclaredAnswers
  answerHeaders: readonly AnswerHeader[]
}

/** Fills with every route that is registered from now on; one that does not say what it answers is refused. HEAD, which follows GET, is left out. */
export function collectRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config) return
    const { access, body = null, bodyType = 'application/json', query = null } = config
    const { answers, answerHeaders = [] } = config
    if (!answers) throw new Error(`${String(method)} ${url} declares no answers`)
    const declared = { path: url, access, body, bodyType, query, answers, answerHeaders }
    for (const each of [method].flat()) {
      if (each === 'HEAD') continue
      routes.push({ ...declared, method: each })
    }
  })
  return routes
}
