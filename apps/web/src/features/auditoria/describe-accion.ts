/** What was done, as people say it; an action without a word here is shown as it is spelled. */
const ACCIONES: Readonly<Record<string, string>> = {
  crear: 'Creó',
  editar: 'Modificó',
  eliminar: 'Eliminó',
  publicar: 'Publicó',
  ejecutar: 'Ejecutó',
  probar: 'Probó',
  explorar: 'Exploró',
  usar: 'Usó',
  cancelar: 'Canceló',
  reintentar: 'Repitió',
  restaurar: 'Restauró',
  importar: 'Importó',
  importarFilas: 'Importó filas',
  exportar: 'Exportó',
  copiar: 'Copió todo',
  asignarProcesos: 'Asignó procesos',
  tomarSiguiente: 'Tomó el siguiente',
  iniciarSesion: 'Inició sesión',
  cerrarSesion: 'Cerró sesión',
  cerrarSesionRobada: 'Se cerró una sesión robada',
  cambiarPassword: 'Cambió su contraseña',
  restablecerPassword: 'Restableció la contraseña',
  rotar: 'Rotó',
  revocar: 'Revocó',
}

export function describeAccion(accion: string): string {
  return ACCIONES[accion] ?? accion
}

export const ACCION_OPTIONS = Object.entries(ACCIONES).map(([value, label]) => ({ value, label }))

const RECURSOS: Readonly<Record<string, string>> = {
  servidores: 'Servidor',
  canales: 'Canal',
  procesos: 'Proceso',
  parametros: 'Parámetro',
  tablas: 'Tabla',
  categorias: 'Categoría',
  tokens: 'Token',
  usuarios: 'Usuario',
  'tareas-programadas': 'Tarea',
  consecutivos: 'Consecutivo',
  ejecuciones: 'Ejecución',
  configuracion: 'Configuración',
}

export function describeRecurso(recurso: string): string {
  return RECURSOS[recurso] ?? recurso
}

export const RECURSO_OPTIONS = Object.entries(RECURSOS).map(([value, label]) => ({ value, label }))
