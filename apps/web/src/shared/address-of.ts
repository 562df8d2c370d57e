/** The screens that show one thing; of other resources it is their list. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  servidores: (id) => `/servidores/config/${id}`,
  canales: (id) => `/canales/config/${id}`,
  procesos: (id) => `/procesos/${id}`,
  tablas: (id) => `/tablas/${id}`,
  parametros: (id) => `/parametros?ver=${id}`,
  categorias: (id) => `/categorias?ver=${id}`,
  tokens: (id) => `/tokens?ver=${id}`,
  'tareas-programadas': (id) => `/tareas-programadas/${id}`,
  calendarios: (id) => `/calendarios?ver=${id}`,
  alertas: (id) => `/alertas?ver=${id}`,
  entornos: (id) => `/entornos?ver=${id}`,
  ejecuciones: (id) => `/ejecuciones/${id}`,
  usuarios: (id) => `/usuarios?ver=${id}`,
  'ai/budget': (id) => `/ai/budget?ver=${id}`,
  'ai/pricing': (id) => `/ai/pricing?ver=${id}`,
  'ai-capabilities': (id) => `/ai-capabilities?ver=${id}`,
  'ai-contexts': (id) => `/ai-contexts/${id}`,
  'ai-agents': (id) => `/ai-agents/${id}`,
  rag: (id) => `/rag/${id}`,
}

/** Where a thing of a resource is looked at. */
export function addressOf(recurso: string, id: string): string {
  return SCREENS[recurso]?.(id) ?? `/${recurso}`
}

/** Where a proceso is drawn, or, by who may only read it, looked at. */
export function lienzoOf(procesoId: string, mayEdit: boolean): string {
  return mayEdit ? `/flujo/${procesoId}` : `/flujo/${procesoId}/ver`
}

/** The list of procesos, with a new one beside it. */
export const TO_NEW_PROCESO = '/procesos?ver=nuevo'
