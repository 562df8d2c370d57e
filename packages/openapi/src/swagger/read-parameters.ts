import type { Part } from '../documents/part.ts'
import type { Estilo, Lugar, RestParameter } from '../model.ts'
import type { ReadBody } from '../openapi/read-body.ts'
import { fieldsOfBody } from '../operations/build-parameters.ts'
import { describeUse, listParameters, placeOf } from '../operations/listed-parameters.ts'
import { chooseMedia, contentTypeOf, type Media } from '../operations/media.ts'
import { describeSchema } from '../schema/describe-schema.ts'

const LUGARES: Readonly<Record<string, Lugar>> = {
  path: 'ruta',
  query: 'consulta',
  header: 'cabecera',
  formData: 'cuerpo',
}
/** `collectionFormat`; what is not here is `multi`. */
const ESTILOS: Readonly<Record<string, Estilo>> = { csv: 'comas', ssv: 'espacios', pipes: 'barras' }

/** Swagger 2 has the body among the parameters. */
export function readSwaggerParameters(
  owners: readonly Part[],
  { where, consumes }: { where: string; consumes: readonly string[] },
  avisos: Set<string>,
): ReadBody {
  const all = listParameters(owners)
  const body = all.find((each) => each.text('in') === 'body')
  const placed = all.flatMap((each) => (each === body ? [] : (readParameter(each, where, avisos) ?? [])))
  if (body) return withBody(placed, body, consumes)
  if (placed.every(({ lugar }) => lugar !== 'cuerpo'))
    return { cuerpo: 'ninguno', parametros: placed, contentType: {} }
  const hasFile = all.some((each) => each.text('in') === 'formData' && each.text('type') === 'file')
  const isMultipart = hasFile || consumes.every((tipo) => tipo === 'multipart/form-data')
  const cuerpo = isMultipart && (hasFile || consumes.length > 0) ? 'multipart' : 'formulario'
  return { cuerpo, parametros: placed, contentType: {} }
}

function withBody(placed: readonly RestParameter[], body: Part, consumes: readonly string[]): ReadBody {
  const schema = body.get('schema')
  const requerido = body.isTrue('required')
  const media: Media = chooseMedia(consumes.map((tipo) => [tipo, schema] as const)) ?? {
    tipo: 'application/json',
    cuerpo: 'json',
    schema,
  }
  // A body that is a schema is no form, whatever is said of it.
  const cuerpo = media.cuerpo === 'formulario' || media.cuerpo === 'multipart' ? 'json' : media.cuerpo
  const own: RestParameter[] =
    cuerpo === 'json'
      ? fieldsOfBody(describeSchema(schema, 'peticion'), { requerido })
      : [{ parametro: { nombre: 'cuerpo', tipo: 'texto', requerido }, lugar: 'cuerpo', nombre: 'cuerpo' }]
  return {
    cuerpo,
    parametros: [...placed, ...own],
    contentType: cuerpo === media.cuerpo ? contentTypeOf(media) : {},
  }
}

function readParameter(part: Part, where: string, avisos: Set<string>): RestParameter | null {
  const place = placeOf(part, LUGARES, where, avisos)
  if (!place) return null
  // The parameter is its own schema.
  const described = describeSchema(part, 'peticion')
  const format = part.text('collectionFormat') ?? 'csv'
  const estilo = described.tipo === 'lista' && Object.hasOwn(ESTILOS, format) ? ESTILOS[format] : undefined
  return {
    parametro: { nombre: place.nombre, ...described, ...describeUse(part) },
    ...place,
    ...(estilo && { estilo }),
  }
}
