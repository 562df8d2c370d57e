import { Binario } from '@div/contract'
import type { SimpleType } from '../model/schema.ts'
import { isReference } from '../xsd/built-ins.ts'
import type { SimpleCodec } from './simple-codec.ts'
import type { EncodeElement } from './writing.ts'

/** The writer of what may, or has to, travel beside the message; null: this type never does. */
export function compileBinary(
  type: SimpleType,
  { writeContent }: Pick<SimpleCodec, 'writeContent'>,
): EncodeElement | null {
  if (type.variety.kind !== 'atomic' || type.variety.primitive !== 'base64Binary') return null
  if (!isReference(type)) {
    // Only this type may be included (MTOM, 3.1).
    return (value, { errores, beside }) =>
      beside?.include && value instanceof Binario ? beside.include(value.bytes) : writeContent(value, errores)
  }
  return (value, { errores, beside }) => {
    const before = errores.length
    const base64 = writeContent(value, errores)
    if (errores.length > before) return ''
    if (beside) return beside.refer(value instanceof Binario ? value.bytes : Buffer.from(base64, 'base64'))
    errores.push({ campo: '', mensaje: 'Este dato viaja junto al mensaje, y aquí nada puede hacerlo.' })
    return ''
  }
}
