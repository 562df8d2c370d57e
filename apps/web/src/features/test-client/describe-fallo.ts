import type { ErrorDeCampo, Parte, PeticionDePrueba } from '@div/contract'
import { ApiError, describeError } from '../../shared/api-error.ts'

/** As the page calls what the API names. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['url', 'Dirección'],
  ['ruta', 'Ruta'],
  ['metodo', 'Método'],
  ['cabeceras', 'Cabeceras'],
  ['autenticacion', 'Autenticación'],
  ['cuerpo', 'Cuerpo'],
  ['partes', 'Formulario'],
  ['canalId', 'Canal'],
  ['operacion', 'Operación'],
])

/** Why a call came to no answer: what the product refuses was not sent. */
export function describeFallo(
  reason: unknown,
  peticion: PeticionDePrueba,
): { titulo: string; mensaje: string } {
  const wasRefused = reason instanceof ApiError && reason.status < 500
  const errores = reason instanceof ApiError ? reason.errores : []
  const sent = peticion.partes?.filter(({ activa }) => activa) ?? []
  return {
    titulo: wasRefused ? 'No se envió' : 'No hubo respuesta',
    mensaje: [describeError(reason), ...errores.map((error) => describeCampo(error, sent))].join(' '),
  }
}

function describeCampo({ campo, mensaje }: ErrorDeCampo, sent: readonly Parte[]): string {
  const parte = sent[Number(/^partes\[(\d+)\]/.exec(campo)?.[1])]
  if (parte) return mensaje.includes(`«${parte.nombre}»`) ? mensaje : `Campo «${parte.nombre}»: ${mensaje}`
  const [whole = '', detail] = /^(\w+)(?:\.(.+))?$/.exec(campo)?.slice(1) ?? [campo]
  if (whole === 'cabeceras' && detail !== undefined) return `Cabecera «${detail}»: ${mensaje}`
  return `${LABELS.get(whole) ?? campo}: ${mensaje}`
}
