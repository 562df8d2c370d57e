import { counted, createError, withDe } from './app-error.ts'

/* What is stored: its names, files and copies. */

export const NombreEnUso = createError(
  'NOMBRE_EN_USO',
  409,
  ({ recurso, cantidad }: { recurso: string; cantidad: number }) =>
    `No se puede cambiar el nombre ${withDe(recurso)}: ${counted(cantidad, 'elemento lo usa', 'elementos lo usan')} por su nombre. Quite esos usos primero.`,
)
export const FilasNoCaben = createError(
  'FILAS_NO_CABEN',
  422,
  ({ cantidad }: { cantidad: number }) =>
    `Hay ${counted(cantidad, 'fila que no cabe', 'filas que no caben')} en las columnas nuevas. No se cambió nada.`,
)
export const ArchivoIlegible = createError(
  'ARCHIVO_ILEGIBLE',
  422,
  ({ motivo }: { motivo: string }) => `El archivo no se puede leer: ${motivo}.`,
)
export const DocumentoXmlInvalido = createError(
  'DOCUMENTO_XML_INVALIDO',
  422,
  ({ documento, motivo }: { documento: string; motivo: string }) =>
    `El documento ${documento} no se puede leer: ${motivo}.`,
)
export const DocumentoInvalido = createError(
  'DOCUMENTO_INVALIDO',
  422,
  ({ documento, motivo }: { documento: string; motivo: string }) =>
    `El documento ${documento} no se puede leer: ${motivo}.`,
)
export const ImportacionRechazada = createError(
  'IMPORTACION_RECHAZADA',
  422,
  ({ cantidad }: { cantidad: number }) =>
    `El archivo tiene ${counted(cantidad, 'error', 'errores')}. No se importó nada.`,
)
export const FaltanDependencias = createError(
  'FALTAN_DEPENDENCIAS',
  422,
  ({ cantidad }: { cantidad: number }) =>
    `El paquete usa ${counted(cantidad, 'elemento que aquí no existe', 'elementos que aquí no existen')}. ${cantidad === 1 ? 'Créelo o asígnele otro' : 'Créelos o asígneles otros'}. No se importó nada.`,
)

export const CopiaIlegible = createError(
  'COPIA_ILEGIBLE',
  422,
  ({ motivo }: { motivo: string }) => `La copia no se puede restaurar: ${motivo}. No se cambió nada.`,
)
export const FraseIncorrecta = createError(
  'FRASE_INCORRECTA',
  422,
  () => 'La frase no abre esta copia. Escriba la que se usó al hacerla. No se cambió nada.',
)
export const CopiaEnConflicto = createError(
  'COPIA_EN_CONFLICTO',
  409,
  ({ cantidad }: { cantidad: number }) =>
    `La copia tiene ${counted(cantidad, 'elemento que aquí choca', 'elementos que aquí chocan')} con otro. Cambie el nombre o la ruta de los de aquí. No se cambió nada.`,
)
