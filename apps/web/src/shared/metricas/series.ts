/** Light and dark grounds want other shades of the same. */
const TEAL = 'light-dark(var(--mantine-color-teal-7), var(--mantine-color-teal-4))'
const GRAY = 'light-dark(var(--mantine-color-gray-5), var(--mantine-color-gray-4))'
const RED = 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-4))'

const YELLOW = 'light-dark(var(--mantine-color-yellow-7), var(--mantine-color-yellow-4))'

/** What the charts of workers, of connections and of requests draw. */
export const WORKERS = [
  { dataKey: 'active', name: 'Activos', stroke: TEAL, type: 'area' },
  { dataKey: 'idle', name: 'En espera', stroke: GRAY, type: 'area' },
] as const
export const REQUESTS = [
  { dataKey: 'requests', name: 'Peticiones', stroke: TEAL },
  { dataKey: 'errors', name: 'Errores', stroke: RED },
] as const
export const CONNECTIONS = [
  { dataKey: 'used', name: 'En uso', stroke: TEAL, type: 'area' },
  { dataKey: 'free', name: 'Libres', stroke: GRAY, type: 'area' },
  { dataKey: 'waiting', name: 'Llamadas que esperan', stroke: YELLOW, type: 'area' },
] as const
