import { newRegla } from '../regla/regla-edit.ts'

/** A step over a list as it is edited, which may not be right yet. */
export type Paso = Readonly<Record<string, unknown>> & { readonly tipo: string }

export const TIPOS_DE_PASO = [
  { value: 'filtrar', label: 'Filtrar', summary: 'Deja los elementos que cumplen una regla o una fórmula.' },
  { value: 'ordenar', label: 'Ordenar', summary: 'Los ordena por uno o varios campos.' },
  { value: 'agrupar', label: 'Agrupar', summary: 'Un elemento por grupo, con cuentas y sumas.' },
  { value: 'unir', label: 'Unir', summary: 'Añade a cada uno los que le corresponden de otra lista.' },
  { value: 'limitar', label: 'Limitar', summary: 'Deja unos cuantos, desde uno dado.' },
  {
    value: 'convertir',
    label: 'Convertir',
    summary: 'Lee o escribe CSV, ancho fijo, EDI, JSON, XML y otros formatos.',
  },
] as const
export type TipoDePaso = (typeof TIPOS_DE_PASO)[number]['value']

/** Where a new step begins. */
export function newPaso(tipo: TipoDePaso, campo = ''): Paso {
  switch (tipo) {
    case 'filtrar':
      return { tipo, regla: newRegla() }
    case 'ordenar':
      return { tipo, por: [{ campo, sentido: 'ascendente' }] }
    case 'agrupar':
      return { tipo, por: [campo], agregados: [{ nombre: 'cuenta', funcion: 'cuenta' }] }
    case 'unir':
      return {
        tipo,
        con: { nodo: '', ruta: '' },
        modo: 'interna',
        claves: [{ izquierda: campo, derecha: '' }],
      }
    case 'limitar':
      return { tipo, cantidad: 10, desde: 0 }
    case 'convertir':
      return { tipo, formato: 'json', sentido: 'leer' }
  }
}

export function readPasos(stored: unknown): readonly Paso[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (each: unknown): each is Paso =>
      typeof each === 'object' && each !== null && 'tipo' in each && typeof each.tipo === 'string',
  )
}

/** The rows of a field of a step, such as what it sorts by. */
export function rowsIn(paso: Paso, name: string): readonly Readonly<Record<string, unknown>>[] {
  const rows = paso[name]
  if (!Array.isArray(rows)) return []
  return rows.filter(
    (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null,
  )
}

export const AGREGADOS = [
  { value: 'cuenta', label: 'Cuántos' },
  { value: 'suma', label: 'Suma de' },
  { value: 'promedio', label: 'Promedio de' },
  { value: 'minimo', label: 'Menor' },
  { value: 'maximo', label: 'Mayor' },
  { value: 'primero', label: 'Primer valor de' },
  { value: 'lista', label: 'Todos los elementos' },
] as const

/** Those that look at no field. */
export const countsRows = (funcion: unknown) => funcion === 'cuenta' || funcion === 'lista'

export const asText = (value: unknown) => (typeof value === 'string' ? value : '')
