import type { Part } from '../documents/part.ts'
import type { RestParameter, TipoCuerpo } from '../model.ts'
import { fieldsOfBody } from '../operations/build-parameters.ts'
import { chooseMedia, contentTypeOf } from '../operations/media.ts'
import { describeSchema } from '../schema/describe-schema.ts'

export interface ReadBody {
  cuerpo: TipoCuerpo
  parametros: RestParameter[]
  contentType: Record<string, string>
}

const NONE: ReadBody = { cuerpo: 'ninguno', parametros: [], contentType: {} }

/** What an operation takes besides its parameters. */
export function readBody(body: Part, where: string, avisos: Set<string>): ReadBody {
  const media = body.get('content').entries()
  const chosen = chooseMedia(media)
  if (!chosen) return NONE
  const { cuerpo, schema: described } = chosen
  const requerido = body.isTrue('required')
  const contentType = contentTypeOf(chosen)
  if (cuerpo === 'json' || cuerpo === 'formulario' || cuerpo === 'multipart') {
    const parametros = fieldsOfBody(describeSchema(described.get('schema'), 'peticion'), { requerido })
    if (cuerpo === 'json' || parametros.some(({ nombre }) => nombre !== 'cuerpo'))
      return { cuerpo, parametros: parametros.map((each) => withEncoding(each, described)), contentType }
    avisos.add(`${where}: no se dice qué campos tiene su formulario.`)
    return { cuerpo, parametros: [], contentType }
  }
  const tipo = cuerpo === 'binario' ? ('binario' as const) : ('texto' as const)
  const parametro = { nombre: 'cuerpo', tipo, ...(requerido && { requerido }) }
  return { cuerpo, parametros: [{ parametro, lugar: 'cuerpo', nombre: 'cuerpo' }], contentType }
}

/** How a field of a form is written (OpenAPI 3.1, 4.8.15). */
function withEncoding(parameter: RestParameter, media: Part): RestParameter {
  const encoding = media.get('encoding').get(parameter.nombre)
  return encoding.text('style') === 'deepObject' ? { ...parameter, estilo: 'corchetes' } : parameter
}
