import type { Canal } from '@div/contract'
import type { Plan } from '@div/engine'
import { objectSchema, parametroSchema } from './parametro-schema.ts'

/** Errors that any operation may answer; those of the access and the limits are added where the canal has them. */
const COMMON_ERRORS: Readonly<Record<string, string>> = {
  '400': 'Los datos de entrada no cumplen el contrato',
  '406': 'La respuesta no se ofrece en el tipo pedido',
  '500': 'El proceso falló',
  '502': 'Falló un sistema externo',
  '503': 'No disponible por ahora, o la ejecución fue cancelada',
  '504': 'Tiempo agotado',
  '507': 'No queda sitio donde guardar lo que hace',
}

/** What the salidas of a process answer, by status. Two salidas with one status are alternatives of one another. */
export function describeAnswers(salidas: Plan['salidas']): Record<string, unknown> {
  const answers: Record<string, { description: string; content?: Record<string, { schema: unknown }> }> = {}
  for (const { nombre, estadoHttp, tipoContenido, parametros } of salidas) {
    const status = String(estadoHttp)
    const mediaType = tipoContenido ?? 'application/json'
    const [only] = parametros
    const schema =
      only && parametros.length === 1 && only.nombre === 'cuerpo'
        ? parametroSchema(only)
        : objectSchema(parametros)
    const answer = answers[status]
    if (!answer) {
      answers[status] = { description: nombre, content: { [mediaType]: { schema } } }
      continue
    }
    answer.description = `${answer.description} / ${nombre}`
    const before = answer.content?.[mediaType]?.schema
    answer.content = {
      ...answer.content,
      [mediaType]: { schema: before === undefined ? schema : { anyOf: [before, schema] } },
    }
  }
  return salidas.length > 0 ? answers : { '204': { description: 'Terminó sin respuesta' } }
}

/** The errors that this canal may answer, each with the problem document. */
export function describeErrors(canal: Canal, readsBody: boolean): Record<string, unknown> {
  const errors: Record<string, string> = { ...COMMON_ERRORS }
  if (canal.acceso.tipo !== 'publico') errors['401'] = 'Falta la credencial o no es válida'
  if (canal.acceso.tipo === 'token') errors['403'] = 'El token no da acceso a este canal'
  if (canal.limite) errors['429'] = 'Se superó el límite de peticiones'
  if (readsBody) {
    errors['413'] = 'El cuerpo es demasiado grande'
    errors['415'] = 'El tipo de contenido no se admite'
  }
  return Object.fromEntries(Object.entries(errors).map(([status, text]) => [status, problemAnswer(text)]))
}

export function problemAnswer(description: string) {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problema' } } },
  }
}
