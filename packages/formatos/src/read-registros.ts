import { type Codificacion, openDecoder } from './codificacion.ts'
import type { Notacion, Reglas } from './define-formato.ts'

/** The records of a text at hand; `refuse` is told when there are more than `maximo`. */
export function readText(
  text: string,
  notacion: Notacion,
  { maximo, ...reglas }: Reglas & { maximo: number },
): unknown[] {
  const lector = notacion.openLector(reglas)
  const registros: unknown[] = []
  const add = (more: readonly unknown[]) => {
    for (const registro of more) registros.push(registro)
    if (registros.length > maximo) reglas.refuse(`hay más de ${maximo} registros`)
  }
  // In pieces: what is too much is found before all of it is read.
  for (let start = 0; start < text.length; start += PIECE) add(lector.push(text.slice(start, start + PIECE)))
  add(lector.end())
  return registros
}

const PIECE = 1_000_000

/** The records of bytes as they come, some at a time, in flat memory. */
export async function* streamRegistros(
  bytes: AsyncIterable<Uint8Array>,
  notacion: Notacion,
  { codificacion, ...reglas }: Reglas & { codificacion: Codificacion },
): AsyncGenerator<unknown[]> {
  const decode = openDecoder(codificacion, reglas)
  const lector = notacion.openLector(reglas)
  for await (const chunk of bytes) {
    const registros = lector.push(decode(chunk))
    if (registros.length > 0) yield registros
  }
  const last = [...lector.push(decode()), ...lector.end()]
  if (last.length > 0) yield last
}
