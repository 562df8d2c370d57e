import { counted, createError } from './app-error.ts'

/* What is wrong with a request, of whatever kind. */

/** Only the log reads it. The status is that of proxies which log the same. */
export const PeticionAbandonada = createError(
  'PETICION_ABANDONADA',
  499,
  () => 'Quien pidió esto dejó de esperar la respuesta.',
)
export const DatosInvalidos = createError('DATOS_INVALIDOS', 422, () => 'Hay datos que corregir.')
export const CuerpoInvalido = createError(
  'CUERPO_INVALIDO',
  400,
  ({ motivo }: { motivo: string }) => `El cuerpo de la petición no se puede leer: ${motivo}.`,
)
export const CuerpoDemasiadoGrande = createError(
  'CUERPO_DEMASIADO_GRANDE',
  413,
  ({ maximoBytes }: { maximoBytes: number }) => `El cuerpo supera el límite de ${maximoBytes} bytes.`,
)
export const TipoDeMedioNoAdmitido = createError(
  'TIPO_DE_MEDIO_NO_ADMITIDO',
  415,
  ({ tipo, admitidos }: { tipo: string; admitidos: readonly string[] }) =>
    `El tipo de contenido «${tipo}» no se admite aquí. Use ${admitidos.join(' o ')}.`,
)
export const CodificacionNoAdmitida = createError(
  'CODIFICACION_NO_ADMITIDA',
  415,
  ({ codificacion }: { codificacion: string }) =>
    `El cuerpo llegó con Content-Encoding: ${codificacion}, que no se admite. Envíelo sin comprimir.`,
)
export const NoEncontrado = createError(
  'NO_ENCONTRADO',
  404,
  ({ recurso, id }: { recurso: string; id: string }) => `No existe ${recurso} «${id}».`,
)
export const RutaNoEncontrada = createError(
  'RUTA_NO_ENCONTRADA',
  404,
  ({ metodo, ruta }: { metodo: string; ruta: string }) => `No hay nada publicado en ${metodo} ${ruta}.`,
)
export const MetodoNoPermitido = createError(
  'METODO_NO_PERMITIDO',
  405,
  ({ metodo, permitidos }: { metodo: string; permitidos: readonly string[] }) =>
    `El método ${metodo} no está publicado en esta ruta. Métodos publicados: ${permitidos.join(', ')}.`,
)
export const RevisionObsoleta = createError(
  'REVISION_OBSOLETA',
  409,
  () => 'Otra persona guardó cambios después de que usted leyó estos datos. Compare las dos versiones.',
)
export const EnUso = createError(
  'EN_USO',
  409,
  ({ recurso, cantidad }: { recurso: string; cantidad: number }) =>
    `No se puede eliminar ${recurso}: ${counted(cantidad, 'elemento lo usa', 'elementos lo usan')}. Quite esos usos primero.`,
)
export const Duplicado = createError(
  'DUPLICADO',
  409,
  ({ campo, valor }: { campo: string; valor: string }) => `Ya existe otro con ${campo} «${valor}».`,
)
export const NodoSinMotor = createError(
  'NODO_SIN_MOTOR',
  409,
  ({ nodo }: { nodo: string }) =>
    `El nodo «${nodo}» solo tiene la API: no hay motor que drenar, reanudar ni reiniciar.`,
)
export const LimiteSuperado = createError(
  'LIMITE_SUPERADO',
  422,
  ({ limite, maximo }: { limite: string; maximo: number }) =>
    `Se superó el límite ${limite}: el máximo es ${maximo}.`,
)
export const DemasiadasPeticiones = createError(
  'DEMASIADAS_PETICIONES',
  429,
  ({ segundos }: { segundos: number }) => `Se superó el límite de peticiones. Reintente en ${segundos} s.`,
)
export const Saturado = createError(
  'SATURADO',
  503,
  ({ segundos }: { segundos: number }) =>
    `El servicio está al límite de su capacidad. Reintente en ${segundos} s.`,
)
export const ErrorInterno = createError('ERROR_INTERNO', 500, () => 'Error interno')
