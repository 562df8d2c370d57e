import type { Respuesta } from '@div/contract'
import { checkNombre, defineStep, type Frame, type Read } from '@div/engine'
import { toTexto } from '@div/formula'
import { salida } from './salida.ts'

/** One parameter of this name alone is the body itself. */
const BODY = 'cuerpo'
const NO_HEADERS: Respuesta['cabeceras'] = {}

export const compileSalida = defineStep(salida, ({ estadoHttp, tipoContenido = null, cabeceras }, scope) => {
  const { parametros } = scope.nodo
  const isBody = parametros.length === 1 && parametros[0]?.nombre === BODY
  const { read, waits } = scope.readParametros(parametros, 'parametros')
  const headers = cabeceras.map(({ nombre, ...origen }, index) => ({
    nombre: nombre.toLowerCase(),
    read: scope.readNow(origen, `cabeceras[${index}]`),
  }))
  const seen = new Set<string>()
  for (const [index, { nombre }] of headers.entries()) {
    checkNombre(nombre, `cabeceras[${index}].nombre`, scope)
    if (seen.has(nombre))
      scope.finding(`cabeceras[${index}].nombre`, `La cabecera «${nombre}» está repetida.`)
    seen.add(nombre)
  }
  const answer = (frame: Frame, values: unknown): Respuesta => ({
    estadoHttp,
    tipoContenido,
    cabeceras: headers.length === 0 ? NO_HEADERS : readHeaders(headers, frame),
    // Only `readParametros` makes them: an object with one property a parameter.
    cuerpo: isBody ? (values as Record<string, unknown>)[BODY] : values,
  })
  return {
    clase: 'respuesta',
    compute: waits
      ? async (frame: Frame) => answer(frame, await read(frame))
      : (frame: Frame) => answer(frame, read(frame)),
  }
})

function readHeaders(
  headers: readonly { nombre: string; read: Read }[],
  frame: Frame,
): Record<string, string> {
  const texts: Record<string, string> = {}
  // A line break would let a value add headers of its own (RFC 9110, 5.5).
  for (const { nombre, read } of headers) texts[nombre] = toTexto(read(frame)).replace(/[\r\n\0]+/g, ' ')
  return texts
}
