import type { Parametro, TipoDato } from '@div/contract'

export interface SampleCall {
  /** With its parameters filled in, and the query behind it. */
  path: string
  headers: Readonly<Record<string, string>>
  /** Undefined: none. */
  body: unknown
}

/** Calls whose parameters all stand in the address. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE'])

/**
 * A call that fills what an entrada asks for with examples: each parameter where the motor looks for it (contract, «How a call fills
 * the entry»). What may be left out is left out, unless it brings its own example.
 */
export function sampleCall(
  parametros: readonly Parametro[],
  { metodo, ruta }: { metodo: string; ruta: string },
): SampleCall {
  const inPath = new Set([...ruta.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  const fields: Record<string, unknown> = {}
  let whole: unknown
  for (const parametro of parametros) {
    const { nombre, origen } = parametro
    if (inPath.has(nombre) || !isTold(parametro)) continue
    const value = sampleOf(parametro)
    if (origen === 'cabecera') headers[nombre] = textOf(value)
    else if (origen === 'cuerpo') whole = value
    else if (origen === 'consulta' || WITHOUT_BODY.has(metodo)) query.append(nombre, textOf(value))
    else fields[nombre] = value
  }
  const declared = (name: string) => parametros.find(({ nombre }) => nombre === name) ?? { nombre: name }
  const filled = ruta.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(sampleOf(declared(name)))),
  )
  return {
    path: query.size === 0 ? filled : `${filled}?${query}`,
    headers,
    body: whole ?? (Object.keys(fields).length > 0 ? fields : undefined),
  }
}

function isTold({ requerido = false, ejemplo, defecto }: Parametro): boolean {
  return ejemplo !== undefined || (requerido && defecto === undefined)
}

const SAMPLES: Readonly<Record<Exclude<TipoDato, 'objeto' | 'lista'>, unknown>> = {
  texto: 'texto',
  entero: 1,
  decimal: 1.5,
  booleano: true,
  fecha: '2026-01-31',
  fechaHora: '2026-01-31T10:00:00Z',
  binario: 'ZGF0b3M=',
  cualquiera: 'dato',
}

export function sampleOf(parametro: Parametro): unknown {
  const { tipo = 'cualquiera', ejemplo, defecto, campos = [], elemento, validacion } = parametro
  if (ejemplo !== undefined) return ejemplo
  if (defecto !== undefined) return defecto
  const [first] = validacion?.valores ?? []
  if (first !== undefined) return first
  if (tipo === 'objeto') return Object.fromEntries(campos.map((campo) => [campo.nombre, sampleOf(campo)]))
  if (tipo === 'lista') return elemento ? [sampleOf(elemento)] : []
  if (tipo === 'entero' || tipo === 'decimal') return validacion?.minimo ?? SAMPLES[tipo]
  return SAMPLES[tipo]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
