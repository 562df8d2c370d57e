import type { Parametro } from '@div/contract'
import { lookUp } from '@div/contract'
import type { Part } from '../documents/part.ts'
import type { Estilo, Lugar, RestParameter } from '../model.ts'
import { describeUse, listParameters, type Place, placeOf } from '../operations/listed-parameters.ts'
import { describeSchema } from '../schema/describe-schema.ts'

const LUGARES: Readonly<Record<string, Lugar>> = {
  path: 'ruta',
  query: 'consulta',
  header: 'cabecera',
  cookie: 'cookie',
}
/** OpenAPI 3.1, 4.8.12.1: these are said by the media types and the security of an operation. */
const NOT_PARAMETERS = /^(?:accept|content-type|authorization)$/i

/** Those of a path and of its operation. */
export function readParameters(owners: readonly Part[], where: string, avisos: Set<string>): RestParameter[] {
  return listParameters(owners).flatMap((each) => readParameter(each, where, avisos) ?? [])
}

function readParameter(part: Part, where: string, avisos: Set<string>): RestParameter | null {
  const place = placeOf(part, LUGARES, where, avisos)
  if (!place || (place.lugar === 'cabecera' && NOT_PARAMETERS.test(place.nombre))) return null
  const [, media] = part.get('content').entries()[0] ?? []
  const described = describeSchema((media ?? part).get('schema'), 'peticion')
  const estilo = media ? undefined : estiloOf(part, described, { ...place, where }, avisos)
  return {
    parametro: {
      nombre: place.nombre,
      ...described,
      ...describeUse(part),
      ...exampleOf(part),
      ...(place.lugar === 'ruta' && { requerido: true }),
    },
    ...place,
    ...(estilo && { estilo }),
  }
}

function exampleOf(part: Part): { ejemplo?: unknown } {
  const { value } = part.get('example')
  const ejemplo = value ?? part.get('schema').get('example').value
  return ejemplo === undefined ? {} : { ejemplo }
}

/** OpenAPI 3.1, 4.8.12.2: `form` is what queries and cookies are without a word, `simple` paths and headers. */
function estiloOf(
  part: Part,
  { tipo }: Omit<Parametro, 'nombre'>,
  { lugar, nombre, where }: Place & { where: string },
  avisos: Set<string>,
): Estilo | undefined {
  const isForm = lugar === 'consulta' || lugar === 'cookie'
  const style = part.text('style') ?? (isForm ? 'form' : 'simple')
  if (style === 'label' || style === 'matrix')
    avisos.add(`${where}: «${nombre}» se escribe en el estilo ${style}, que no se conoce.`)
  if (tipo !== 'lista' && tipo !== 'objeto') return undefined
  if (style === 'simple') return 'comas'
  const { value: explode } = part.get('explode')
  const isApart = typeof explode === 'boolean' ? explode : style === 'form'
  if (style === 'form' && isApart) return tipo === 'objeto' ? 'campos' : undefined
  return style === 'deepObject' || !isApart ? lookUp(ESTILOS, style) : undefined
}

const ESTILOS: Readonly<Record<string, Estilo>> = {
  form: 'comas',
  spaceDelimited: 'espacios',
  pipeDelimited: 'barras',
  deepObject: 'corchetes',
}
