import type { Part } from '../documents/part.ts'
import type { RestParameter } from '../model.ts'
import { shorten } from '../shorten.ts'
import { toPlaces } from './variables.ts'

export interface ReadUrl {
  /** Scheme and host, or the variable that stands for them. */
  base: string
  ruta: string
  parametros: RestParameter[]
}

/** `{{base}}`, `https://host`, or a host alone; then the path. */
const WHOLE = /^(\{\{[^{}]+\}\}|[a-z][a-z\d+.-]*:\/\/[^/]*|[^/]*)(.*)$/is

export function readUrl(url: Part): ReadUrl {
  const raw = rawOf(url)
  const [address = '', search = ''] = raw.replace(/#.*$/s, '').split('?')
  const [, base = '', path = ''] = WHOLE.exec(address) ?? []
  const ruta = toPlaces(path)
    .split('/')
    .map(writeSegment)
    .join('/')
    .replace(/(?<=.)\/$/, '')
  return {
    base: /^(?:\{\{|[a-z][a-z\d+.-]*:\/\/|$)/i.test(base) ? base : `http://${base}`,
    ruta: ruta === '' || ruta === '/' ? '' : ruta,
    parametros: [...placesOf(ruta, url), ...queryOf(url, search)],
  }
}

function rawOf(url: Part): string {
  if (typeof url.value === 'string') return url.value
  const raw = url.text('raw')
  if (raw !== undefined) return raw
  const join = (key: string, by: string) => {
    const { value } = url.get(key)
    return Array.isArray(value) ? value.map(String).join(by) : String(value ?? '')
  }
  const protocol = url.text('protocol')
  return `${protocol === undefined ? '' : `${protocol}://`}${join('host', '.')}/${join('path', '/')}`
}

/** `:id` is a place as well; what a path cannot hold is written as it must be. */
function writeSegment(segment: string): string {
  const colon = /^:([\w-]+)$/.exec(segment)
  return colon ? `{${colon[1]}}` : segment.replaceAll(/[\s?#\\]/g, encodeURIComponent)
}

function placesOf(ruta: string, url: Part): RestParameter[] {
  const described = new Map(
    url
      .get('variable')
      .items()
      .map((each) => [each.text('key') ?? each.text('id'), each]),
  )
  const names = [...ruta.matchAll(/\{([^{}]+)\}/g)].map(([, nombre = '']) => nombre)
  return [...new Set(names)].map((nombre) => {
    const told = described.get(nombre)
    const ejemplo = exampleOf(told?.text('value'))
    return {
      parametro: { nombre, tipo: 'texto', requerido: true, ...describe(told), ...ejemplo },
      lugar: 'ruta',
      nombre,
    }
  })
}

function queryOf(url: Part, search: string): RestParameter[] {
  const listed = url.get('query').items()
  const pairs =
    listed.length > 0
      ? listed.map((each) => ({ nombre: each.text('key') ?? '', valor: each.text('value'), part: each }))
      : [...new URLSearchParams(search)].map(([nombre, valor]) => ({ nombre, valor, part: undefined }))
  const named = new Map(pairs.filter(({ nombre }) => nombre !== '').map((pair) => [pair.nombre, pair]))
  return [...named.values()].map(({ nombre, valor, part }) => ({
    parametro: { nombre, tipo: 'texto', ...describe(part), ...exampleOf(valor) },
    lugar: 'consulta',
    nombre,
  }))
}

export function describe(part: Part | undefined): { descripcion?: string } {
  const descripcion = shorten(part?.text('description') ?? part?.get('description').text('content'))
  return descripcion === undefined ? {} : { descripcion }
}

/** What was sent; what stands in a variable may be a secret, and is no example. */
export function exampleOf(ejemplo = ''): { ejemplo?: string } {
  return ejemplo === '' || ejemplo.includes('{{') ? {} : { ejemplo }
}
