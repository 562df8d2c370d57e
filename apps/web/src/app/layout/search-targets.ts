import type { SearchType } from '@div/contract'

interface Target {
  path: string
  label: string
}

const TARGETS: Partial<Record<SearchType, Target>> = {
  proceso: { path: '/procesos', label: 'Proceso' },
  canal: { path: '/canales', label: 'Canal' },
  servidor: { path: '/servidores', label: 'Servidor' },
  parametro: { path: '/parametros', label: 'Parámetro' },
  tarea: { path: '/tareas-programadas', label: 'Tarea' },
  alerta: { path: '/alertas', label: 'Alerta' },
}

/** Where a result leads, by its type (spec, 2 «Top bar»). */
export function targetOf(type: SearchType): Target {
  return TARGETS[type] ?? { path: '/', label: type === 'tabla' ? 'Tabla' : type }
}
