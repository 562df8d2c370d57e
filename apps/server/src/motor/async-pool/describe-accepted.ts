import type { EjecucionAceptada, EstadoDeEjecucion, Respuesta } from '@div/contract'
import type { Respuesta as Guardada } from './respuestas-repository.ts'
import type { Situacion } from './situacion.ts'

const pathOf = (idEjecucion: string) => `/ejecuciones/${idEjecucion}`

/** What the caller of an asynchronous canal gets at once: where to ask (RFC 9110, 15.3.3). */
export function respuestaAceptada(idEjecucion: string): Respuesta {
  const urlEstado = pathOf(idEjecucion)
  const cuerpo: EjecucionAceptada = { idEjecucion, estado: 'en_cola', urlEstado }
  return { estadoHttp: 202, cabeceras: { location: urlEstado }, tipoContenido: null, cuerpo }
}

/** What polling answers. */
export function describeSituacion(idEjecucion: string, situacion: Situacion): EstadoDeEjecucion {
  if ('trabajo' in situacion) {
    const { estado, aceptada, iniciada } = situacion
    return {
      idEjecucion,
      estado,
      aceptada: aceptada.toISOString(),
      iniciada: iniciada?.toISOString() ?? null,
    }
  }
  const { estado, respuesta } = situacion
  if (!respuesta) return { idEjecucion, estado }
  const { iniciada, terminada, estadoHttp, tipoContenido } = respuesta
  const body = { [estado === 'ok' ? 'salida' : 'error']: readBody(respuesta) }
  return {
    idEjecucion,
    estado,
    iniciada: iniciada?.toISOString() ?? null,
    terminada: terminada.toISOString(),
    estadoHttp,
    tipoContenido,
    urlRespuesta: `${pathOf(idEjecucion)}/respuesta`,
    ...body,
  }
}

/** JSON as itself, text as text; what is neither is only at its own address. */
function readBody({ tipoContenido, cuerpo }: Guardada): unknown {
  const mediaType = tipoContenido?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return JSON.parse(cuerpo.toString())
  return /^text\/|[/+]xml$/.test(mediaType) ? cuerpo.toString() : null
}
