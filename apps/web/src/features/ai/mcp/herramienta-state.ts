import type { AutorizacionDeMcp, HerramientaDeMcp, McpServer } from '@div/contract'

type Estado = HerramientaDeMcp['estado']

interface Label {
  label: string
  color: string
}

export const ESTADO_LABELS: Readonly<Record<Estado, Label>> = {
  cambiada: { label: 'Cambió: no se usa', color: 'red' },
  nueva: { label: 'Sin permitir', color: 'gray' },
  permitida: { label: 'Permitida', color: 'green' },
  retirada: { label: 'Ya no se ofrece', color: 'yellow' },
}

/** What somebody has to look at comes first. */
const ORDER: readonly Estado[] = ['cambiada', 'retirada', 'nueva', 'permitida']

export function sortHerramientas(herramientas: readonly HerramientaDeMcp[]): HerramientaDeMcp[] {
  return herramientas.toSorted((left, right) => ORDER.indexOf(left.estado) - ORDER.indexOf(right.estado))
}

export function describePermitidas({ permitidas, escriben }: McpServer): string {
  if (permitidas === 0) return 'Ninguna herramienta permitida'
  const allowed = permitidas === 1 ? '1 herramienta permitida' : `${permitidas} herramientas permitidas`
  if (escriben === 0) return `${allowed}, ninguna cambia datos`
  return `${allowed}, ${escriben} ${escriben === 1 ? 'cambia' : 'cambian'} datos`
}

export function stateOfServer({ activo, autorizacion }: McpServer): Label {
  if (!activo) return { label: 'Inactivo', color: 'gray' }
  return needsPerson(autorizacion)
    ? { label: 'Falta autorizar', color: 'yellow' }
    : { label: 'Activo', color: 'green' }
}

export function needsPerson({ estado }: AutorizacionDeMcp): boolean {
  return estado === 'pendiente'
}

/** What is said of a tool as text, for laying two of them over each other. */
export function describeDefinicion({
  titulo,
  descripcion,
  esquema,
  salida,
}: Pick<HerramientaDeMcp, 'titulo' | 'descripcion' | 'esquema'> & { salida?: unknown }): string {
  const parts = [titulo, descripcion, `Argumentos: ${writeSorted(esquema)}`]
  if (salida !== undefined) parts.push(`Respuesta: ${writeSorted(salida)}`)
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The order of fields means nothing, and is another one once they were stored. */
function writeSorted(value: unknown): string {
  return JSON.stringify(
    value,
    (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1)))
        : each,
    2,
  )
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
}

/** Arguments to begin with: what the tool requires, empty. */
export function sampleOf(esquema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties, required } = esquema
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required)) return {}
  const sample = (nombre: string): unknown => {
    const each: unknown = Reflect.get(properties, nombre)
    const type: unknown = typeof each === 'object' && each !== null ? Reflect.get(each, 'type') : undefined
    return typeof type === 'string' && Object.hasOwn(SAMPLES, type) ? SAMPLES[type] : null
  }
  return Object.fromEntries(
    required
      .filter((nombre) => typeof nombre === 'string')
      .slice(0, 50)
      .map((nombre) => [nombre, sample(nombre)]),
  )
}

/** Null: it is no object of JSON. */
export function readArgumentos(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null
  } catch {
    // Whoever writes it has not finished.
    return null
  }
}
