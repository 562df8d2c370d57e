import { counted, createError } from './app-error.ts'

/* Flujos and runs of them. */

export const DemasiadosPuntos = createError(
  'DEMASIADOS_PUNTOS',
  409,
  ({ limite }: { limite: number }) =>
    `El borrador ya tiene ${limite} puntos de restauración con nombre. Elimine alguno y pruebe otra vez.`,
)
export const FlujoInvalido = createError(
  'FLUJO_INVALIDO',
  422,
  ({ cantidad }: { cantidad: number }) =>
    `El proceso tiene ${counted(cantidad, 'error que impide', 'errores que impiden')} publicarlo o ejecutarlo.`,
)
export const EntradaInvalida = createError(
  'ENTRADA_INVALIDA',
  400,
  () => 'Los datos de entrada no cumplen el contrato del proceso.',
)
export const NodoFallido = createError(
  'NODO_FALLIDO',
  500,
  ({ nodo, motivo }: { nodo: string; motivo: string }) => `El nodo «${nodo}» falló: ${motivo}`,
)
export const ListaEsperada = createError(
  'LISTA_ESPERADA',
  422,
  ({ nodo }: { nodo: string }) =>
    `El nodo «${nodo}» necesita una lista y recibió otra cosa. Revise su campo Lista.`,
)
export const UnionIncompleta = createError(
  'UNION_INCOMPLETA',
  500,
  ({ nodo, esperados, llegados }: { nodo: string; esperados: number; llegados: number }) =>
    `El nodo «${nodo}» esperaba ${esperados} elementos y llegaron ${llegados}.`,
)
export const PatronInvalido = createError(
  'PATRON_INVALIDO',
  422,
  ({ patron }: { patron: string }) => `La expresión regular «${patron}» no es válida (sintaxis RE2).`,
)
export const TiempoAgotado = createError(
  'TIEMPO_AGOTADO',
  504,
  ({ que, limiteMs }: { que: string; limiteMs: number }) => `${que} no terminó en ${limiteMs} ms.`,
)
export const EjecucionCancelada = createError('EJECUCION_CANCELADA', 409, () => 'La ejecución fue cancelada.')
export const EjecucionPerdida = createError(
  'EJECUCION_PERDIDA',
  500,
  ({ intentos, motivo }: { intentos: number; motivo: string }) =>
    `La ejecución se abandonó: los workers que la tenían se detuvieron ${counted(intentos, 'vez', 'veces seguidas')} sin terminarla. ${motivo}`,
)
export const DatosNoGuardables = createError(
  'DATOS_NO_GUARDABLES',
  422,
  ({ que, motivo }: { que: string; motivo: string }) =>
    `La base de datos del producto no admite ${que} (${motivo}). Suele ser un carácter nulo en un texto, o un valor demasiado grande.`,
)
export const EsperaSinDurable = createError(
  'ESPERA_SIN_DURABLE',
  422,
  ({ nodo }: { nodo: string }) =>
    `«${nodo}» puede esperar días y esta ejecución va en memoria. Ejecute entero un proceso durable que lo tenga; un proceso que llama a otro lo ejecuta en memoria.`,
)
export const NodoSoloDeshace = createError(
  'NODO_SOLO_DESHACE',
  422,
  ({ nodo }: { nodo: string }) =>
    `«${nodo}» deshace lo que hizo otro nodo y no se ejecuta por separado. Para probarlo, ejecute el proceso entero con un fallo después del nodo que deshace.`,
)
export const SenalInvalida = createError(
  'SENAL_INVALIDA',
  404,
  () => 'Esta dirección no es de una espera de DIV, o está incompleta.',
)
export const SenalUsada = createError(
  'SENAL_USADA',
  409,
  () => 'Esta dirección ya se usó o la ejecución que la esperaba ha terminado: vale una sola vez.',
)
export const EsperaVencida = createError(
  'ESPERA_VENCIDA',
  504,
  ({ nodo }: { nodo: string }) => `Nadie contestó a tiempo a «${nodo}».`,
)
export const EjecucionTerminada = createError(
  'EJECUCION_TERMINADA',
  409,
  ({ estado }: { estado: string }) => `La ejecución ya terminó con estado «${estado}»: no se puede cancelar.`,
)
export const ProfundidadSuperada = createError(
  'PROFUNDIDAD_SUPERADA',
  422,
  ({ maximo }: { maximo: number }) =>
    `Los procesos se llaman entre sí más de ${maximo} veces. Revise si hay un ciclo.`,
)
export const ProcesoNoEjecutable = createError(
  'PROCESO_NO_EJECUTABLE',
  500,
  ({ proceso, motivo }: { proceso: string; motivo: string }) =>
    `No se puede ejecutar el proceso «${proceso}»: ${motivo}.`,
)
export const ExpresionFallida = createError(
  'EXPRESION_FALLIDA',
  422,
  ({ motivo }: { motivo: string }) => `La fórmula no se pudo calcular: ${motivo}.`,
)
export const ConversionFallida = createError(
  'CONVERSION_FALLIDA',
  422,
  ({ formato, motivo }: { formato: string; motivo: string }) =>
    `No se pudo convertir (${formato}): ${motivo}.`,
)
