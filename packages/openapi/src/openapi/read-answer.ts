import type { Parametro } from '@div/contract'
import type { Part } from '../documents/part.ts'
import type { RestOperation } from '../model.ts'
import { acceptOf, chooseMedia } from '../operations/media.ts'
import { describeSchema } from '../schema/describe-schema.ts'

export interface ReadAnswer {
  respuesta: RestOperation['respuesta']
  accept: Record<string, string>
}

/** What an operation answers when all goes well. */
export function readAnswer(responses: Part): ReadAnswer {
  const answer = answerOfSuccess(responses)
  const media = answer?.get('content').entries() ?? []
  const chosen = chooseMedia(media)
  return {
    respuesta: {
      cabeceras: answer ? headersOf(answer) : [],
      cuerpo: chosen ? describeAnswer(chosen.cuerpo, chosen.schema.get('schema')) : null,
    },
    accept: chosen ? acceptOf(chosen, media.length) : {},
  }
}

/** Of several the one that says most of what comes back; undefined: only failures are described. */
export function answerOfSuccess(responses: Part): Part | undefined {
  const byStatus = new Map(responses.entries())
  const successes = [...byStatus.keys()].filter((status) => /^2(?:\d\d|XX)$/i.test(status)).sort()
  return byStatus.get(successes[0] ?? 'default')
}

/** As the motor reads it: JSON is data, everything else text or bytes. */
export function describeAnswer(cuerpo: string, schema: Part): Parametro {
  if (cuerpo === 'json') return { nombre: 'cuerpo', ...describeSchema(schema, 'respuesta') }
  return { nombre: 'cuerpo', tipo: cuerpo === 'binario' || cuerpo === 'multipart' ? 'binario' : 'texto' }
}

/** Names in lower case, as the motor gives them. */
function headersOf(answer: Part): Parametro[] {
  return answer
    .get('headers')
    .entries()
    .map(([nombre, header]) => {
      const { descripcion } = describeSchema(header.get('schema'), 'respuesta')
      const told = header.text('description') ?? descripcion
      return { nombre: nombre.toLowerCase(), tipo: 'texto', ...(told !== undefined && { descripcion: told }) }
    })
}
