import type { SearchResult, SearchType } from '@div/contract'
import { DE_PRIMEROS_PASOS, TO_PRIMEROS_PASOS } from '../../shared/to-primeros-pasos.ts'

interface Target {
  path: string
  label: string
}

/** What was defined, or what the product itself has to show. */
export type Found = Omit<SearchResult, 'type'> & { type: SearchType | 'guia' }

const GUIA: Found = {
  id: 'primeros-pasos',
  type: 'guia',
  name: 'Primeros pasos',
  description: 'De la contraseña a la primera llamada, paso a paso',
}

const TARGETS: Partial<Record<Found['type'], Target>> = {
  proceso: { path: '/procesos', label: 'Proceso' },
  canal: { path: '/canales', label: 'Canal' },
  servidor: { path: '/servidores', label: 'Servidor' },
  parametro: { path: '/parametros', label: 'Parámetro' },
  tarea: { path: '/tareas-programadas', label: 'Tarea' },
  alerta: { path: '/alertas', label: 'Alerta' },
  entorno: { path: '/entornos', label: 'Entorno' },
  guia: { path: TO_PRIMEROS_PASOS, label: 'Guía' },
}

/** Where a result leads, by its type (spec, 2 «Top bar»). */
export function targetOf(type: Found['type']): Target {
  return TARGETS[type] ?? { path: '/', label: type === 'tabla' ? 'Tabla' : type }
}

/** Where choosing a result leads: to the list, narrowed to it. */
export function addressOfFound({ type, name }: Found): string {
  const { path } = targetOf(type)
  return path === '/' || type === 'guia' ? path : `${path}?q=${encodeURIComponent(name)}`
}

/** What of the product itself is called so, for who may use it. */
export function findGuia(text: string, reaches: (path: string) => boolean): readonly Found[] {
  const isMeant = GUIA.name.toLowerCase().startsWith(text.toLowerCase())
  return isMeant && reaches(DE_PRIMEROS_PASOS) ? [GUIA] : []
}
