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

/** An address may be refused after the call was sent: where its answer led to. */
const PERHAPS_SENT: ReadonlySet<string> = new Set(['DIRECCION_NO_PERMITIDA', 'DIRECCION_PROHIBIDA'])

/** Why a call came to no answer: what else the product refuses was not sent. */
export function describeFallo(
  reason: unknown,
  peticion: PeticionDePrueba,
): { titulo: string; mensaje: string } {
  const wasRefused = reason instanceof ApiError && reason.status < 500 && !PERHAPS_SENT.has(reason.codigo)
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
