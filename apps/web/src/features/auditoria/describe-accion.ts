import {
  ACCIONES_AUDITADAS,
  type AccionAuditada,
  type EntradaDeAuditoria,
  RECURSOS_AUDITADOS,
  type RecursoAuditado,
} from '@div/contract'

/** What was done, as people say it. */
const ACCIONES: Readonly<Record<AccionAuditada, string>> = {
  crear: 'Creó',
  editar: 'Modificó',
  eliminar: 'Eliminó',
  activar: 'Activó',
  desactivar: 'Desactivó',
  mover: 'Movió',
  publicar: 'Publicó',
  comparar: 'Comparó',
  promover: 'Promovió',
  ejecutar: 'Ejecutó',
  cancelar: 'Canceló',
  aprobar: 'Aprobó',
  rechazar: 'Rechazó',
  reintentar: 'Repitió',
  descartar: 'Descartó',
  probar: 'Probó',
  silenciar: 'Silenció',
  explorar: 'Exploró',
  preguntar: 'Preguntó al asistente',
  usar: 'Usó',
  copiar: 'Copió todo',
  restaurar: 'Restauró',
  agregarFila: 'Agregó una fila',
  editarFila: 'Modificó una fila',
  eliminarFila: 'Eliminó una fila',
  agregarFilas: 'Agregó filas',
  reemplazarFilas: 'Reemplazó las filas',
  cambiarFilas: 'Cambió filas',
  importarFilas: 'Importó filas',
  subirDocumento: 'Subió un documento',
  quitarDocumento: 'Quitó un documento',
  cancelarDocumento: 'Canceló la lectura de un documento',
  leerDocumento: 'Leyó de nuevo un documento',
  leerDocumentos: 'Leyó de nuevo los documentos',
  guardarFuente: 'Guardó una fuente de documentos',
  quitarFuente: 'Quitó una fuente de documentos',
  leerFuente: 'Leyó de nuevo una fuente de documentos',
  guardarPregunta: 'Guardó una pregunta de evaluación',
  quitarPregunta: 'Quitó una pregunta de evaluación',
  importarPreguntas: 'Importó preguntas de evaluación',
  evaluar: 'Evaluó la colección',
  permitirHerramienta: 'Permitió una herramienta',
  retirarHerramienta: 'Retiró una herramienta',
  autorizar: 'Autorizó la conexión',
  olvidarAutorizacion: 'Olvidó la autorización',
  asignarProcesos: 'Asignó procesos',
  tomarSiguiente: 'Tomó el siguiente',
  solicitudExterna: 'Llamó a una dirección externa',
  iniciarSesion: 'Inició sesión',
  cerrarSesion: 'Cerró sesión',
  cerrarSesionRobada: 'Se cerró una sesión robada',
  cambiarPerfil: 'Cambió su perfil',
  cambiarPassword: 'Cambió su contraseña',
  restablecerPassword: 'Restableció la contraseña',
  crearClaveDeApi: 'Creó una clave de API',
  eliminarClaveDeApi: 'Eliminó una clave de API',
  rotar: 'Rotó',
  drenar: 'Drenó',
  reanudar: 'Reanudó',
  reiniciar: 'Reinició',
  revocar: 'Revocó',
}

const isAuditada = (accion: string): accion is AccionAuditada => Object.hasOwn(ACCIONES, accion)

/** One of another version is shown as it is spelled. */
export function describeAccion(accion: string): string {
  return isAuditada(accion) ? ACCIONES[accion] : accion
}

export const ACCION_OPTIONS = ACCIONES_AUDITADAS.map((value) => ({ value, label: ACCIONES[value] }))

/** What was touched. What has no name is told by its id, and what there is only one of is the product's. */
export function nombreOf({ nombre, recursoId }: Pick<EntradaDeAuditoria, 'nombre' | 'recursoId'>): string {
  return nombre ?? recursoId ?? 'De todo el producto'
}

const RECURSOS: Readonly<Record<RecursoAuditado, string>> = {
  servidores: 'Servidor',
  canales: 'Canal',
  procesos: 'Proceso',
  'tareas-programadas': 'Tarea',
  calendarios: 'Calendario',
  parametros: 'Parámetro',
  tablas: 'Tabla',
  categorias: 'Categoría',
  consecutivos: 'Consecutivo',
  tokens: 'Token',
  usuarios: 'Usuario',
  alertas: 'Alerta',
  ejecuciones: 'Ejecución',
  'ejecuciones-perdidas': 'Ejecución perdida',
  'avisos-fallidos': 'Aviso fallido',
  colecciones: 'Colección del Cliente de Pruebas',
  entornos: 'Entorno',
  'entornos-de-prueba': 'Entorno del Cliente de Pruebas',
  'ai-agents': 'Agente',
  'ai-capabilities': 'Capacidad',
  'ai-contexts': 'Contexto',
  'ai/conversaciones': 'Conversación',
  'ai/budget': 'Presupuesto',
  'ai/pricing': 'Precio',
  rag: 'Colección de documentos',
  nodos: 'Nodo',
  configuracion: 'Configuración',
}

const isRecurso = (recurso: string): recurso is RecursoAuditado => Object.hasOwn(RECURSOS, recurso)

/** One of another version is shown as it is spelled. */
export function describeRecurso(recurso: string): string {
  return isRecurso(recurso) ? RECURSOS[recurso] : recurso
}

/** By their words, as one looks for them. */
export const RECURSO_OPTIONS = RECURSOS_AUDITADOS.map((value) => ({
  value,
  label: RECURSOS[value],
})).toSorted((left, right) => left.label.localeCompare(right.label, 'es'))
