import type { EjecucionResumen } from '@div/contract'

/** Where a run came from. */
export const ORIGEN_LABELS: Readonly<Record<EjecucionResumen['origen'], string>> = {
  canal: 'Canal',
  mcp: 'Herramienta MCP',
  prueba: 'Prueba',
  reintento: 'Repetición',
  agente: 'Agente',
  subproceso: 'Otro proceso',
  tarea: 'Tarea',
}
