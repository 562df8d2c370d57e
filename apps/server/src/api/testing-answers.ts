import { erroresOf } from '@div/contract'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { z } from 'zod'
import { ANSWER_HEADERS, type DeclaredAnswers, headersOf } from './openapi/declared-answers.ts'
import type { DeclaredRoute } from './openapi/declared-route.ts'

/** Throws, with the route and the place, when an answer that went well is not what its route declares. */
export function expectDeclaredAnswer(
  routes: readonly DeclaredRoute[],
  { method, url }: { method: string; url: string },
  answer: LightMyRequestResponse,
): void {
  if (answer.statusCode >= 400 || method === 'HEAD') return
  const { path, answers, answerHeaders } = findRoute(routes, method, new URL(url, 'http://div').pathname)
  const name = `${method} ${path} ${answer.statusCode}`
  expect(Object.keys(answers), `${name}: no such status is declared`).toContain(String(answer.statusCode))
  for (const header of headersOf(answer.statusCode, answerHeaders)) {
    if (!ANSWER_HEADERS[header].required) continue
    expect(answer.headers, name).toHaveProperty([header.toLowerCase()])
  }
  expectContent(name, answers[answer.statusCode] ?? null, answer)
}

function expectContent(
  name: string,
  declared: DeclaredAnswers[number],
  { headers, body, json }: LightMyRequestResponse,
): void {
  if (declared === null) return expect(body, name).toBe('')
  const mediaType = String(headers['content-type']).split(';', 1)[0]
  if (!(declared instanceof z.ZodType)) {
    expect(declared.mediaTypes, name).toContain(mediaType)
    if (declared.schema && mediaType === 'application/json') expectJson(name, declared.schema, json)
    return
  }
  expect(mediaType, name).toBe('application/json')
  expectJson(name, declared, json)
}

function expectJson(name: string, declared: z.ZodType, json: LightMyRequestResponse['json']): void {
  const parsed = declared.safeParse(json())
  if (!parsed.success)
    throw new Error(`${name} is not as declared: ${JSON.stringify(erroresOf(parsed.error))}`)
  // What the schema fills in was missing; what it leaves out was not declared.
  expect(parsed.data, `${name} is not as declared`).toEqual(json())
}

/** As the router decides: what is spelled out comes before what is a parameter. */
function findRoute(routes: readonly DeclaredRoute[], method: string, pathname: string): DeclaredRoute {
  const steps = pathname.split('/')
  const [found] = routes
    .filter((route) => route.method === method && matches(route.path.split('/'), steps))
    .toSorted((left, right) => countParameters(left) - countParameters(right))
  if (!found) throw new Error(`${method} ${pathname} answered, and no route is declared`)
  return found
}

function matches(declared: readonly string[], steps: readonly string[]): boolean {
  return (
    declared.length === steps.length &&
    declared.every((step, index) => step.startsWith(':') || step === steps[index])
  )
}

function countParameters({ path }: DeclaredRoute): number {
  return path.split(':').length
}
