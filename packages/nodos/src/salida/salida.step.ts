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
  const headers = cabeceras.map(({ nombre, orden: _, ...origen }, index) => ({
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
  for (const { nombre, read } of headers) {
    const text = toTexto(read(frame))
    texts[nombre] = UNSENDABLE.test(text) ? makeSendable(text) : text
  }
  return texts
}

/** What no header value holds (RFC 9110, 5.5): control characters, and what a byte does not reach. */
const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would let a value add headers of its own
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]+/g
const BEYOND_A_BYTE = /[\u0100-\u{10ffff}]+/gu

/** Escaped as in an address, so that nothing is lost and a Location works. */
function makeSendable(text: string): string {
  return text.toWellFormed().replace(CONTROL, ' ').replace(BEYOND_A_BYTE, encodeURIComponent)
}
