import type { ColeccionParaImportar, ErrorDeCampo, Parte, PeticionDePrueba } from '@div/contract'
import { ApiError, describeError } from '../../shared/api-error.ts'

/** As the page calls what the API names. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['url', 'Dirección'],
  ['ruta', 'Ruta'],
  ['metodo', 'Método'],
  ['cabeceras', 'Cabeceras'],
  ['autenticacion', 'Autenticación'],
  ['cuerpo', 'Cuerpo'],
  ['partes', 'Formulario con archivos'],
  ['canalId', 'Canal'],
  ['operacion', 'Operación'],
  ['entornoId', 'Entorno'],
  ['veces', 'Llamadas'],
  ['aLaVez', 'A la vez'],
])

export interface Fallo {
  titulo: string
  mensaje: string
}

/** An address may be refused after the call was sent: where its answer led to. */
const PERHAPS_SENT: ReadonlySet<string> = new Set(['DIRECCION_NO_PERMITIDA', 'DIRECCION_PROHIBIDA'])

/** Why a call came to no answer: what else the product refuses was not sent. */
export function describeFallo(reason: unknown, peticion: PeticionDePrueba): Fallo {
  const wasRefused = reason instanceof ApiError && reason.status < 500 && !PERHAPS_SENT.has(reason.codigo)
  const sent = peticion.partes?.filter(({ activa }) => activa) ?? []
  return {
    titulo: wasRefused ? 'No se envió' : 'No hubo respuesta',
    mensaje: describeEach(reason, (error) => describeCampo(error, sent)),
  }
}

/** Why what another tool wrote was not taken. */
export function describeNotImported(
  reason: unknown,
  { coleccion, variables }: ColeccionParaImportar,
): string {
  return describeEach(reason, ({ campo, mensaje }) => {
    const [, of, at] = /^(coleccion\.peticiones|variables)\[(\d+)\]/.exec(campo) ?? []
    if (of === undefined) return mensaje
    return of === 'variables'
      ? `Variable «${variables[Number(at)]?.nombre}»: ${mensaje}`
      : `Petición «${coleccion.peticiones[Number(at)]?.nombre}»: ${mensaje}`
  })
}

function describeEach(reason: unknown, describe: (error: ErrorDeCampo) => string): string {
  const errores = reason instanceof ApiError ? reason.errores : []
  return [describeError(reason), ...errores.map(describe)].join(' ')
}

function describeCampo({ campo, mensaje }: ErrorDeCampo, sent: readonly Parte[]): string {
  const parte = sent[Number(/^partes\[(\d+)\]/.exec(campo)?.[1])]
  if (parte) return mensaje.includes(`«${parte.nombre}»`) ? mensaje : `Campo «${parte.nombre}»: ${mensaje}`
  const [whole = '', detail] = /^(\w+)(?:\.(.+))?$/.exec(campo)?.slice(1) ?? [campo]
  if (whole === 'cabeceras' && detail !== undefined) return `Cabecera «${detail}»: ${mensaje}`
  return `${LABELS.get(whole) ?? campo}: ${mensaje}`
}
