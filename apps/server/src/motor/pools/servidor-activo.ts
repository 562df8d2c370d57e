import type { PoolSettings, Resiliencia } from '@div/contract'

/** A servidor as it is now, its secrets opened. A change makes a new object. */
export interface ServidorActivo {
  id: string
  nombre: string
  tipoServidor: string
  activo: boolean
  permitirRedPrivada: boolean
  config: Record<string, unknown>
  pool: PoolSettings
  resiliencia: Resiliencia
}
