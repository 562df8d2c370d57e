import type { ConnectionStatus } from '@div/ui'

/** What the footer says; `workers` are the living motors, null while unknown. */
export function describeSystem(connection: ConnectionStatus, workers: number | null) {
  if (connection === 'unknown') return { text: 'Comprobando…', color: 'gray-5' }
  if (connection !== 'connected') return { text: 'Sin conexión', color: 'red-6' }
  if (workers === 0) return { text: 'Sin motores', color: 'yellow-6' }
  return { text: 'En línea', color: 'green-6' }
}
