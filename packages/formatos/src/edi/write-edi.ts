import type { Reglas } from '../define-formato.ts'
import { checkRegistros } from '../registros.ts'
import type { OpcionesEdi } from './edi.ts'
import { flattenGrupos } from './group-segmentos.ts'
import { type Signos, signosOf, unaOf } from './signos.ts'

export function writeEdi(registros: readonly unknown[], opciones: OpcionesEdi, reglas: Reglas): string {
  const signos = signosOf(opciones)
  const lineEnd = opciones.saltos && signos.terminador !== '\n' ? '\n' : ''
  const planos = flattenGrupos(checkRegistros(registros, reglas), opciones.grupos, reglas)
  const segmentos = checkRegistros(planos, reglas).map(
    (registro, index) => writeSegmento(registro, index, { signos, reglas }) + signos.terminador + lineEnd,
  )
  const una = opciones.una && opciones.norma === 'edifact' ? unaOf(signos) + lineEnd : ''
  return una + segmentos.join('')
}

interface Escritura {
  signos: Signos
  reglas: Reglas
}

function writeSegmento(
  { segmento, elementos = [] }: Readonly<Record<string, unknown>>,
  index: number,
  { signos, reglas }: Escritura,
): string {
  const refuse = (motivo: string) => reglas.refuse(`elemento ${index + 1} de la lista: ${motivo}`)
  if (typeof segmento !== 'string' || !/^[\p{L}\p{N}]+$/u.test(segmento))
    return refuse('«segmento» es el nombre, de letras y cifras')
  if (!Array.isArray(elementos)) return refuse('«elementos» es una lista')
  // The header of X12 has the signs as values.
  const writeText = compileText(segmento === 'ISA' ? { ...signos, componentes: '' } : signos, reglas, refuse)
  const parts = elementos.map((elemento: unknown) => {
    if (!Array.isArray(elemento)) return writeText(elemento)
    return signos.componentes === ''
      ? refuse('hay un elemento con componentes y ningún signo que los separe')
      : elemento.map(writeText).join(signos.componentes)
  })
  return [segmento, ...parts].join(signos.elementos)
}

function compileText(
  { terminador, elementos, componentes, liberador }: Signos,
  { textOf }: Reglas,
  refuse: (motivo: string) => never,
): (value: unknown) => string {
  const signos = [terminador, elementos, componentes, liberador].filter((signo) => signo !== '')
  return (value) => {
    const text = textOf(value) ?? ''
    if (!signos.some((signo) => text.includes(signo))) return text
    if (liberador === '') return refuse(`«${text.slice(0, 40)}» lleva un signo que aquí separa`)
    return [...text].map((char) => (signos.includes(char) ? liberador + char : char)).join('')
  }
}
