import type { ServidorResumen } from '@div/contract'
import { describeMs } from '@div/ui'
import { CIRCUITO_LABELS } from '../../shared/servidores/circuito-labels.ts'

export type StatusLevel = 'ok' | 'warning' | 'error' | 'idle'

export interface ServidorStatus {
  level: StatusLevel
  /** In two or three words. */
  label: string
  /** Why, where there is more to say. */
  detail: string | null
}

/** How a servidor does, by what is worst: nobody may call it, calls are refused, its test failed. */
export function statusOf({
  activo,
  conexiones,
  ultimaPrueba,
}: Pick<ServidorResumen, 'activo' | 'conexiones' | 'ultimaPrueba'>): ServidorStatus {
  if (!activo) return { level: 'idle', label: 'Inactivo', detail: 'Los procesos no pueden llamarlo.' }
  if (conexiones?.circuito === 'abierto')
    return {
      level: 'error',
      label: CIRCUITO_LABELS.abierto,
      detail: 'Falló demasiadas veces seguidas: las llamadas se rechazan hasta que vuelva a responder.',
    }
  if (conexiones?.circuito === 'probando')
    return {
      level: 'warning',
      label: CIRCUITO_LABELS.probando,
      detail: 'Se deja pasar una llamada para ver si vuelve a responder.',
    }
  if (ultimaPrueba === null) return { level: 'idle', label: 'Sin probar', detail: null }
  if (!ultimaPrueba.ok)
    return { level: 'error', label: `Falla: ${ultimaPrueba.paso ?? 'prueba'}`, detail: ultimaPrueba.error }
  return { level: 'ok', label: `Responde ${describeMs(ultimaPrueba.duracionMs)}`, detail: null }
}
