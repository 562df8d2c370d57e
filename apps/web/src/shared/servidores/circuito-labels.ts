import type { EstadoCircuito } from '@div/contract'

export const CIRCUITO_LABELS: Readonly<Record<EstadoCircuito, string>> = {
  cerrado: 'Circuito cerrado',
  probando: 'Circuito a prueba',
  abierto: 'Circuito abierto',
}
