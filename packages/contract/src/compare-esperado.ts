import type { Diferencia, Esperado } from './caso-de-prueba.ts'
import type { EstadoEjecucion } from './ejecucion.ts'
import { isCut } from './muestra.ts'

/** What a run came to, as far as a case may look at it. Its answer is a sample: what is hidden is hidden in both. */
export interface Obtenido {
  estado: EstadoEjecucion
  codigo: string | null
  mensaje: string | null
  estadoHttp: number | null
  salida: unknown
}

/** Further ones help nobody. */
const MAX_TOLD = 50

/** Where a run came to something else than it should. Empty: nowhere. */
export function compareEsperado(esperado: Esperado, obtenido: Obtenido): Diferencia[] {
  const { estado } = obtenido
  if (esperado.estado !== estado) {
    const why = obtenido.mensaje === null ? '' : `: ${obtenido.mensaje}`
    return [
      {
        ruta: 'estado',
        mensaje:
          esperado.estado === 'error'
            ? 'Debía fallar y no falló.'
            : `Debía terminar bien y terminó en ${estado}${why}`,
        esperado: esperado.estado,
        obtenido: estado,
      },
    ]
  }
  if (esperado.estado === 'error') {
    return esperado.codigo === null || esperado.codigo === obtenido.codigo
      ? []
      : [
          {
            ruta: 'codigo',
            mensaje: `Falló por otra causa: ${obtenido.mensaje ?? ''}`,
            esperado: esperado.codigo,
            obtenido: obtenido.codigo,
          },
        ]
  }
  const found: Diferencia[] = []
  if (esperado.estadoHttp !== null && esperado.estadoHttp !== obtenido.estadoHttp) {
    found.push({
      ruta: 'estadoHttp',
      mensaje: 'Respondió con otro estado HTTP.',
      esperado: esperado.estadoHttp,
      obtenido: obtenido.estadoHttp,
    })
  }
  if (esperado.comparar === 'ninguna') return found
  if (esperado.comparar === 'completa' && isCut(obtenido.salida)) {
    found.push({
      ruta: 'salida',
      mensaje:
        'La respuesta es demasiado grande para compararla entera: compare solo los campos que importan.',
    })
    return found
  }
  compareValues(esperado.salida, obtenido.salida, {
    ruta: 'salida',
    isPartial: esperado.comparar === 'campos',
    found,
  })
  return found
}

interface Place {
  ruta: string
  /** Fields that are not said may be anything. */
  isPartial: boolean
  found: Diferencia[]
}

function compareValues(esperado: unknown, obtenido: unknown, place: Place): void {
  const { ruta, found } = place
  if (found.length >= MAX_TOLD) return
  if (Array.isArray(esperado) && Array.isArray(obtenido)) return compareLists(esperado, obtenido, place)
  if (isFields(esperado) && isFields(obtenido)) return compareFields(esperado, obtenido, place)
  if (Object.is(esperado, obtenido)) return
  found.push({ ruta, mensaje: describeChange(esperado, obtenido), esperado, obtenido })
}

function compareLists(esperado: readonly unknown[], obtenido: readonly unknown[], place: Place): void {
  const { ruta, found } = place
  if (esperado.length !== obtenido.length) {
    found.push({
      ruta: `${ruta}.length`,
      mensaje: 'La lista tiene otra cantidad de elementos.',
      esperado: esperado.length,
      obtenido: obtenido.length,
    })
  }
  const shared = Math.min(esperado.length, obtenido.length)
  for (let at = 0; at < shared && found.length < MAX_TOLD; at++)
    compareValues(esperado[at], obtenido[at], { ...place, ruta: `${ruta}[${at}]` })
}

function compareFields(
  esperado: Readonly<Record<string, unknown>>,
  obtenido: Readonly<Record<string, unknown>>,
  place: Place,
): void {
  const { ruta, isPartial, found } = place
  for (const [name, value] of Object.entries(esperado)) {
    if (found.length >= MAX_TOLD) return
    const inner = `${ruta}.${name}`
    if (Object.hasOwn(obtenido, name)) compareValues(value, obtenido[name], { ...place, ruta: inner })
    else found.push({ ruta: inner, mensaje: 'Falta este campo.', esperado: value })
  }
  if (isPartial) return
  for (const [name, value] of Object.entries(obtenido)) {
    if (found.length >= MAX_TOLD) return
    if (!Object.hasOwn(esperado, name))
      found.push({ ruta: `${ruta}.${name}`, mensaje: 'Este campo sobra.', obtenido: value })
  }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describeChange(esperado: unknown, obtenido: unknown): string {
  return kindOf(esperado) === kindOf(obtenido)
    ? 'El valor es otro.'
    : `Es ${kindOf(obtenido)} y debía ser ${kindOf(esperado)}.`
}

function kindOf(value: unknown): string {
  if (value === null) return 'nulo'
  if (Array.isArray(value)) return 'una lista'
  return (
    { string: 'un texto', number: 'un número', boolean: 'sí o no' }[typeof value as string] ?? 'un objeto'
  )
}
