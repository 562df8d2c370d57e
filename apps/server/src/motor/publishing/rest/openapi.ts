import { type Parametro, parseRoutePath } from '@div/contract'
import { PROBLEM_SCHEMA } from '../../../http/problem-schema.ts'
import type { AsignacionDefinida, CanalDefinido } from '../../definitions/definitions.ts'
import { describeAnswers, describeErrors, problemAnswer } from './openapi-answers.ts'
import { describeAccepted, describeEstado, describeStillRunning, ESTADO_PATH } from './openapi-async.ts'
import { objectSchema, parametroSchema } from './parametro-schema.ts'

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'application/xml'] as const

/** The description of a REST canal (OpenAPI 3.1), as JSON text. */
export function describeCanal({ canal, asignaciones }: CanalDefinido): string {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const definida of asignaciones) {
    const { ruta, metodo } = definida.asignacion
    const path = ruta ?? '/'
    paths[path] ??= {}
    paths[path][(metodo ?? 'POST').toLowerCase()] ??= describeOperation(definida, canal)
  }
  if (canal.modo === 'asincrono' || asignaciones.some(isDurable)) paths[ESTADO_PATH] ??= describeEstado()
  const scheme = SECURITY_SCHEMES[canal.acceso.tipo]
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: canal.nombre, version: '1', ...(canal.descripcion && { description: canal.descripcion }) },
    servers: [{ url: `/rest/${canal.ruta}` }],
    ...(scheme && { security: Object.keys(scheme).map((name) => ({ [name]: [] })) }),
    paths,
    components: { schemas: { Problema: PROBLEMA }, ...(scheme && { securitySchemes: scheme }) },
  })
}

const SECURITY_SCHEMES: Readonly<
  Record<CanalDefinido['canal']['acceso']['tipo'], Record<string, unknown> | null>
> = {
  publico: null,
  // Of envelopes, which nobody sends here.
  firma: null,
  token: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'Un token creado en DIV con acceso a este canal.',
    },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  },
  basico: { basico: { type: 'http', scheme: 'basic' } },
  jwt: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
}

/** Of a call that began a run, also which. */
const PROBLEMA = {
  ...PROBLEM_SCHEMA,
  properties: { ...PROBLEM_SCHEMA.properties, idEjecucion: { type: 'string', format: 'uuid' } },
}

function describeOperation(
  { asignacion, proceso, publicada }: AsignacionDefinida,
  canal: CanalDefinido['canal'],
) {
  const plan = publicada?.outcome.plan
  const base = {
    operationId: `${(asignacion.metodo ?? 'POST').toLowerCase()}_${asignacion.ruta ?? '/'}`.replace(
      /\W+/g,
      '_',
    ),
    summary: proceso.nombre,
  }
  if (!plan)
    return { ...base, responses: { '503': problemAnswer('Publicado, pero no se puede ejecutar ahora') } }
  const path = parseRoutePath(asignacion.ruta ?? '/')
  const places = placeParametros(plan.entrada.parametros, {
    inPath: 'nombres' in path ? path.nombres : [],
    hasBody: asignacion.metodo !== 'GET' && asignacion.metodo !== 'HEAD',
  })
  const requestBody = describeBody(places)
  return {
    ...base,
    parameters: places.flatMap(({ parametro, place }) =>
      isBody(place) ? [] : [describeParameter(parametro, place)],
    ),
    ...(requestBody && { requestBody }),
    // The process's own answers come last: its 404 is not our 404.
    responses: {
      ...describeErrors(canal, requestBody !== null),
      ...(canal.modo === 'asincrono'
        ? describeAccepted(plan.salidas)
        : { ...(plan.durable && describeStillRunning()), ...describeAnswers(plan.salidas) }),
    },
  }
}

/** Its runs go on when their caller has waited long enough. */
function isDurable({ publicada }: AsignacionDefinida): boolean {
  return publicada?.outcome.plan?.durable ?? false
}

type Place = 'path' | 'query' | 'header' | 'field' | 'body'
interface Placed {
  parametro: Parametro
  place: Place
}

function placeParametros(
  parametros: readonly Parametro[],
  { inPath, hasBody }: { inPath: readonly string[]; hasBody: boolean },
): Placed[] {
  return parametros.map((parametro) => {
    const byOrigin = { cabecera: 'header', cuerpo: 'body', ruta: 'path', consulta: 'query' } as const
    if (parametro.origen) return { parametro, place: byOrigin[parametro.origen] }
    if (inPath.includes(parametro.nombre)) return { parametro, place: 'path' }
    return { parametro, place: hasBody ? 'field' : 'query' }
  })
}

function isBody(place: Place): place is 'field' | 'body' {
  return place === 'field' || place === 'body'
}

function describeParameter(parametro: Parametro, place: Exclude<Place, 'field' | 'body'>) {
  const { description, examples: _examples, ...schema } = parametroSchema(parametro)
  return {
    name: parametro.nombre,
    in: place,
    required: place === 'path' || parametro.requerido === true,
    ...(description !== undefined && { description }),
    ...(parametro.ejemplo !== undefined && { example: parametro.ejemplo }),
    schema,
  }
}

function describeBody(places: readonly Placed[]) {
  const whole = places.find(({ place }) => place === 'body')?.parametro
  const fields = places.filter(({ place }) => place === 'field').map(({ parametro }) => parametro)
  if (whole) {
    const mediaType =
      whole.tipo === 'binario' ? '*/*' : whole.tipo === 'texto' ? 'text/plain' : 'application/json'
    return {
      required: whole.requerido === true,
      content: { [mediaType]: { schema: parametroSchema(whole) } },
    }
  }
  if (fields.length === 0) return null
  const schema = objectSchema(fields)
  return {
    required: fields.some(({ requerido }) => requerido === true),
    content: Object.fromEntries(BODY_TYPES.map((mediaType) => [mediaType, { schema }])),
  }
}
