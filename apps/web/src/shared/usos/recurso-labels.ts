/** What one of a resource is called. */
export const RECURSO_LABELS: Readonly<Record<string, string>> = {
  servidores: 'servidor',
  canales: 'canal',
  procesos: 'proceso',
  'tareas-programadas': 'tarea',
  alertas: 'alerta',
  calendarios: 'calendario',
  parametros: 'parámetro',
  tablas: 'tabla',
  categorias: 'categoría',
  tokens: 'token',
  consecutivos: 'consecutivo',
  colecciones: 'colección',
  entornos: 'entorno',
  'ai-capabilities': 'capacidad',
  rag: 'colección de documentos',
}
