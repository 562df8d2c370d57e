import type { EstadoDeUso } from '@div/contract'

export const USO_LABELS: Readonly<Record<EstadoDeUso, { label: string; color: string }>> = {
  espera: { label: 'Espera su permiso', color: 'yellow' },
  ejecutando: { label: 'En curso', color: 'blue' },
  ok: { label: 'Hecho', color: 'green' },
  error: { label: 'Falló', color: 'red' },
  rechazada: { label: 'No se hizo', color: 'gray' },
}
