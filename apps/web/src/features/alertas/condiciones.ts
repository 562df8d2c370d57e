import { type Alerta, alertaSchema, type EstadoAlerta } from '@div/contract'
import type { FormSchema } from '@div/ui'
import { ALERTA_FIELDS } from './alertas-api.ts'

type Tipo = Alerta['condicion']['tipo']

/** What can be watched, as the contract calls it. */
export const TIPOS: readonly { value: Tipo; label: string }[] = alertaSchema.shape.condicion.options.map(
  (option) => ({ value: option.shape.tipo.value, label: option.meta()?.title ?? option.shape.tipo.value }),
)

export const TIPO_LABELS = Object.fromEntries(TIPOS.map(({ value, label }) => [value, label])) as Readonly<
  Record<Tipo, string>
>

/** Where a new condition of a kind begins. */
export function newCondicion(tipo: Tipo): Alerta['condicion'] {
  return alertaSchema.shape.condicion.parse({ tipo })
}

/** What a condition names is chosen by its name; the other fields are drawn from the schema. */
export const NOMBRADOS = {
  procesoId: { resource: 'procesos', label: 'Proceso', placeholder: 'Todos' },
  canalId: { resource: 'canales', label: 'Canal', placeholder: 'Todos' },
  servidorId: { resource: 'servidores', label: 'Servidor', placeholder: 'Cualquiera' },
  tareaId: { resource: 'tareas-programadas', label: 'Tarea', placeholder: 'Cualquiera' },
  presupuestoId: { resource: 'ai/budget', label: 'Presupuesto', placeholder: 'Cualquiera' },
} as const
export type Nombrado = keyof typeof NOMBRADOS

/** The fields of a kind of condition: those that name something, and the schema of the others. */
export function fieldsOfTipo(tipo: Tipo): { nombrados: Nombrado[]; otros: FormSchema } {
  const variants = ALERTA_FIELDS.properties?.condicion?.oneOf ?? []
  const variant = variants.find(({ properties }) => properties?.tipo?.const === tipo) ?? {}
  const properties = Object.entries(variant.properties ?? {})
  return {
    nombrados: properties.flatMap(([name]) => (isNombrado(name) ? name : [])),
    otros: { ...variant, properties: Object.fromEntries(properties.filter(([name]) => !isNombrado(name))) },
  }
}

function isNombrado(name: string): name is Nombrado {
  return Object.hasOwn(NOMBRADOS, name)
}

export const ESTADOS: Readonly<Record<EstadoAlerta, { label: string; color: string }>> = {
  normal: { label: 'Normal', color: 'green' },
  alerta: { label: 'Alerta', color: 'red' },
  fallida: { label: 'Sin comprobar', color: 'orange' },
  inactiva: { label: 'Inactiva', color: 'gray' },
}
