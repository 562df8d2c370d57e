import type { ErrorDeCampo } from '@div/contract'
import type { ElementDecl, SimpleType } from '../model/schema.ts'
import type { Scope } from '../xml/scan-xml.ts'
import { compileSimple, type SimpleRules } from './simple-codec.ts'

/** The value of the text of an element. What is wrong is added to the errors. */
export type ReadText = (text: string, scope: Scope, errores: ErrorDeCampo[]) => unknown

/** Of an element, or of content, that holds only text. */
export function compileText(
  type: SimpleType,
  { default: preset, fixed }: Pick<ElementDecl, 'default' | 'fixed'>,
  rules: SimpleRules,
): ReadText {
  const codec = compileSimple(type, rules)
  const whenEmpty = fixed ?? preset
  return (text, scope, errores) => {
    if (text === '' && whenEmpty !== undefined) return codec.read(whenEmpty, scope, errores)
    if (!codec.takesEmpty && isBlank(text)) return null
    const value = codec.read(text, scope, errores)
    if (fixed !== undefined && text.trim() !== fixed.trim())
      errores.push({ campo: '', mensaje: `Su valor solo puede ser ${fixed}.` })
    return value
  }
}

export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  return text === '' || ((first <= 32 || first >= 160) && text.trim() === '')
}
