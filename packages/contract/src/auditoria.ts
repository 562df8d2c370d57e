import { z } from 'zod'

/** What the audit tells was done. Entries of older versions may hold others. */
export const ACCIONES_AUDITADAS = [
  'crear',
  'editar',
  'eliminar',
  'activar',
  'desactivar',
  'mover',
  'publicar',
  'comparar',
  'promover',
  'ejecutar',
  'cancelar',
  'aprobar',
  'rechazar',
  'reintentar',
  'descartar',
  'probar',
  'silenciar',
  'explorar',
  'preguntar',
  'usar',
  'copiar',
  'restaurar',
  'agregarFila',
  'editarFila',
  'eliminarFila',
  'agregarFilas',
  'reemplazarFilas',
  'cambiarFilas',
  'importarFilas',
  'subirDocumento',
  'quitarDocumento',
  'cancelarDocumento',
  'leerDocumento',
  'leerDocumentos',
  'guardarFuente',
  'quitarFuente',
  'leerFuente',
  'guardarPregunta',
  'quitarPregunta',
  'importarPreguntas',
  'evaluar',
  'asignarProcesos',
  'tomarSiguiente',
  'solicitudExterna',
  'iniciarSesion',
  'cerrarSesion',
  'cerrarSesionRobada',
  'cambiarPerfil',
  'cambiarPassword',
  'restablecerPassword',
  'crearClaveDeApi',
  'eliminarClaveDeApi',
  'permitirHerramienta',
  'retirarHerramienta',
  'autorizar',
  'olvidarAutorizacion',
  'rotar',
  'drenar',
  'reanudar',
  'reiniciar',
  'revocar',
] as const
export type AccionAuditada = (typeof ACCIONES_AUDITADAS)[number]

/** Of what it tells. Entries of older versions may hold others. */
export const RECURSOS_AUDITADOS = [
  'servidores',
  'canales',
  'procesos',
  'tareas-programadas',
  'calendarios',
  'parametros',
  'tablas',
  'categorias',
  'consecutivos',
  'tokens',
  'usuarios',
  'alertas',
  'ejecuciones',
  'ejecuciones-perdidas',
  'avisos-fallidos',
  'colecciones',
  'entornos',
  'entornos-de-prueba',
  'ai-agents',
  'ai-capabilities',
  'ai-contexts',
  'ai/conversaciones',
  'ai/budget',
  'ai/pricing',
  'rag',
  'nodos',
  'configuracion',
] as const
export type RecursoAuditado = (typeof RECURSOS_AUDITADOS)[number]

export const entradaDeAuditoriaSchema = z
  .strictObject({
    id: z.string(),
    momento: z.iso.datetime(),
    usuario: z.string(),
    accion: z.string(),
    recurso: z.string(),
    recursoId: z.string().nullable(),
    nombre: z
      .string()
      .nullable()
      .meta({ description: 'De lo que se tocó: el de entonces o, si no se anotó, el de ahora.' }),
    detalle: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EntradaDeAuditoria' })
export type EntradaDeAuditoria = z.infer<typeof entradaDeAuditoriaSchema>

/** Newest first. */
export const paginaDeAuditoriaSchema = z.strictObject({
  entradas: z.array(entradaDeAuditoriaSchema),
  /** `antesDe` of the next page; null: this is the last. */
  siguiente: z.string().nullable(),
})
export type PaginaDeAuditoria = z.infer<typeof paginaDeAuditoriaSchema>

/** Whether anybody changed what the audit holds. */
export const veredictoDeAuditoriaSchema = z.strictObject({
  integra: z.boolean(),
  /** Entries that follow each other without a break. */
  entradas: z.int(),
  /** Id of the first that does not; null when all do. */
  primeraAlterada: z.string().nullable(),
  /** Hexadecimal, of the last good one. Kept elsewhere, it also shows when the end of the chain is cut off. */
  ultimoHash: z.string().nullable(),
})
export type VeredictoDeAuditoria = z.infer<typeof veredictoDeAuditoriaSchema>
