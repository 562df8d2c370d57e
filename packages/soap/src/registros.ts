import type { ErrorDeCampo, Limits } from '@div/contract'
import { isNil, readAny } from './codec/any-value.ts'
import type { ReadNode } from './esquema.ts'
import type { XmlNode } from './xml/read-tree.ts'
import { RecordReader } from './xml/record-reader.ts'

interface ReglasDeRegistros {
  limits: Pick<Limits, 'profundidad' | 'atributosXml'>
  /** Characters of one record. */
  maximoRegistro: number
  refuse(motivo: string, cause?: unknown): never
}

/** The records of a document that comes in pieces. `read`: as a schema says; without it what stands there is a text, or fields. */
export function openLectorXml(
  { ruta, read = readUntyped }: { ruta: readonly string[]; read?: ReadNode | undefined },
  { limits, maximoRegistro, refuse }: ReglasDeRegistros,
): { push(text: string): unknown[]; end(): unknown[] } {
  const reader = new RecordReader({ ruta, limits, maximo: maximoRegistro, refuse })
  function readAll(nodes: Iterable<XmlNode>): unknown[] {
    const registros: unknown[] = []
    for (const node of nodes) {
      const errores: ErrorDeCampo[] = []
      registros.push(read(node, errores))
      const [error] = errores
      if (!error) continue
      const campo = error.campo === '' ? '' : `, campo «${error.campo}»`
      refuse(`línea ${reader.linea}${campo}: ${error.mensaje.replace(/\.$/, '')}`)
    }
    return registros
  }
  return { push: (text) => readAll(reader.push(text)), end: () => readAll(reader.end()) }
}

function readUntyped(node: XmlNode, errores: ErrorDeCampo[]): unknown {
  const read = (each: XmlNode): unknown => (isNil(each) ? null : readAny(each, errores, read))
  return read(node)
}
