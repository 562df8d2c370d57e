export {
  CODIFICACIONES,
  type Codificacion,
  codificacionField,
  encodeText,
  openDecoder,
} from './codificacion.ts'
export { compileCsv } from './csv/csv.ts'
export type { Formato, Notacion, Reglas } from './define-formato.ts'
export { compileDia, MONTHS } from './dia.ts'
export {
  compileFormato,
  ETIQUETAS_DE_FORMATOS,
  FORMATOS_DE_REGISTROS,
  type FormatoDeRegistros,
  isFormatoDeRegistros,
  LIBRO,
  NOMBRES_DE_FORMATOS,
  type OpcionesDeFormatos,
  opcionesDeFormatos,
} from './formatos.ts'
export { readJson } from './json.ts'
export { checkHojas } from './libro/check-hojas.ts'
export { libroSchema, type OpcionesLibro } from './libro/libro.ts'
export { readLibro } from './libro/read-libro.ts'
export { unpackZip } from './libro/unpack-zip.ts'
export { writeLibro } from './libro/write-libro.ts'
export { readText, streamRegistros } from './read-registros.ts'
