import { LimiteSuperado, type Limits, type LlamadaContext, ServidorRechaza } from '@div/contract'
import type { PartialRequest } from '../http/http-service.ts'
import type { Paginacion } from './operacion-schema.ts'
import type { RespuestaRest } from './read-answer.ts'

/** Where a page was asked for, and which. */
interface Page {
  request: PartialRequest
  numero: number
  answer: RespuestaRest
  elementos: readonly unknown[]
}

export interface Pager {
  /** The request of a link in an answer. */
  resolve(request: PartialRequest, enlace: string): PartialRequest
  ask(request: PartialRequest, context: LlamadaContext): Promise<RespuestaRest>
}

/** The pages of a reading, one at a time. Throws LimiteSuperado past `paginas`, and ServidorRechaza when a page holds no list. */
export async function* paginate(
  first: PartialRequest,
  paginacion: Paginacion,
  context: LlamadaContext,
  { servidor, limits, pager }: { servidor: string; limits: Limits; pager: Pager },
): AsyncGenerator<Page> {
  const maximo = Math.min(paginacion.paginas, limits.paginas)
  let request: PartialRequest | null = startOf(first, paginacion)
  for (let numero = 0; request !== null; numero++) {
    if (numero >= maximo) throw new LimiteSuperado({ limite: 'paginas', maximo })
    const answer: RespuestaRest = await pager.ask(request, context)
    const elementos = at(answer.cuerpo, paginacion.elementos)
    if (!Array.isArray(elementos)) {
      throw new ServidorRechaza({
        servidor,
        motivo: `su respuesta no tiene una lista en «${paginacion.elementos || 'el cuerpo'}»`,
      })
    }
    const page: Page = { request, numero, answer, elementos }
    yield page
    request = nextOf(first, paginacion, page, pager)
  }
}

function startOf(first: PartialRequest, paginacion: Paginacion): PartialRequest {
  switch (paginacion.tipo) {
    case 'pagina':
      return withQuery(first, { [paginacion.parametro]: paginacion.inicio })
    case 'desplazamiento':
      return withQuery(first, { [paginacion.parametro]: 0, [paginacion.parametroLimite]: paginacion.limite })
    default:
      return first
  }
}

function nextOf(
  first: PartialRequest,
  paginacion: Paginacion,
  page: Page,
  pager: Pager,
): PartialRequest | null {
  const { answer, elementos, numero } = page
  switch (paginacion.tipo) {
    case 'siguienteEnlace': {
      const enlace = nextLink(answer.cabeceras.link)
      return enlace === null ? null : pager.resolve(page.request, enlace)
    }
    case 'cursor': {
      const cursor = at(answer.cuerpo, paginacion.ruta)
      const isEnd = cursor === null || cursor === undefined || cursor === ''
      return isEnd ? null : withQuery(first, { [paginacion.parametro]: String(cursor) })
    }
    case 'pagina':
      return elementos.length === 0
        ? null
        : withQuery(first, { [paginacion.parametro]: paginacion.inicio + numero + 1 })
    case 'desplazamiento':
      return elementos.length < paginacion.limite
        ? null
        : withQuery(first, {
            [paginacion.parametro]: (numero + 1) * paginacion.limite,
            [paginacion.parametroLimite]: paginacion.limite,
          })
  }
}

function withQuery(
  request: PartialRequest,
  values: Readonly<Record<string, string | number>>,
): PartialRequest {
  const query = new URLSearchParams(request.consulta)
  for (const [nombre, value] of Object.entries(values)) query.set(nombre, String(value))
  return { ...request, consulta: query.toString() }
}

/** The target of rel=next (RFC 8288, 3). */
function nextLink(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '')
  for (const [, target, parameters] of text.matchAll(/<([^>]*)>((?:\s*;\s*[^,;"]+(?:"[^"]*")?)*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters ?? '')
    if ((rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) return target ?? null
  }
  return null
}

function at(value: unknown, ruta: string): unknown {
  let current = value
  for (const name of ruta === '' ? [] : ruta.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined
    current = Reflect.get(current, name)
  }
  return current
}
