import { lookUp } from '@div/contract'
import { z } from 'zod'
import { ANSWER_HEADERS, type DeclaredAnswers, headersOf } from './declared-answers.ts'
import type { DeclaredRoute } from './declared-route.ts'

type Json = Record<string, unknown>

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Hecho.',
  201: 'Creado.',
  202: 'Aceptado.',
  204: 'Hecho, sin cuerpo.',
}

export interface DescribedAnswers {
  /** The responses of one operation, by status. */
  responsesOf(route: DeclaredRoute): Json
  /** The schemas that have a name, told once. */
  schemas: Json
}

/** What all routes answer when all goes well. */
export function describeAnswers(routes: readonly DeclaredRoute[]): DescribedAnswers {
  const { schemas, schemaOf } = describeSchemas(
    routes.flatMap(({ answers }) => Object.values(answers)).map(schemaIn),
  )

  function contentOf(answer: DeclaredAnswers[number]): Json {
    if (answer === null) return {}
    if (answer instanceof z.ZodType) return { content: { 'application/json': { schema: schemaOf(answer) } } }
    const { mediaTypes, schema } = answer
    const described = mediaTypes.map((mediaType) => [
      mediaType,
      schema && mediaType === 'application/json' ? { schema: schemaOf(schema) } : {},
    ])
    return { content: Object.fromEntries(described) }
  }

  return {
    schemas,
    responsesOf({ answers, answerHeaders }) {
      const responses = Object.entries(answers).map(([status, answer]) => {
        const headers = headersOf(status, answerHeaders).map((name) => [name, ANSWER_HEADERS[name]])
        const response = {
          description: lookUp(DESCRIPTIONS, status),
          ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
          ...contentOf(answer),
        }
        return [status, response]
      })
      return Object.fromEntries(responses)
    },
  }
}

const schemaIn = (answer: DeclaredAnswers[number]) =>
  answer instanceof z.ZodType || answer === null ? answer : (answer.schema ?? answer)

/** In one go, so that what has a name and stands in many answers is described once. */
function describeSchemas(answers: readonly DeclaredAnswers[number][]) {
  const distinct = [...new Set(answers.filter((answer) => answer instanceof z.ZodType))]
  const names = new Map(distinct.map((schema, index) => [schema, String(index)]))
  const all = z.toJSONSchema(z.object(Object.fromEntries(distinct.entries())), {
    io: 'output',
    override({ jsonSchema }) {
      // Defaults are of what is written: an answer has them filled in. A format says what its pattern spells out.
      delete jsonSchema.default
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  })
  const { properties = {}, $defs: schemas = {} }: Pick<typeof all, 'properties' | '$defs'> = JSON.parse(
    JSON.stringify(all).replaceAll('"#/$defs/', '"#/components/schemas/'),
  )
  return { schemas, schemaOf: (schema: z.ZodType) => properties[names.get(schema) ?? ''] }
}
