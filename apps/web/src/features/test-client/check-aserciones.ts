import type { Asercion, RespuestaMostrada } from '@div/contract'
import { readJson } from '@div/ui'

type Respuesta = Pick<RespuestaMostrada, 'estado' | 'cabeceras' | 'cuerpo' | 'duracionMs'>

export interface Comprobada {
  cumple: boolean
  /** What was wanted, and what came instead. */
  mensaje: string
}

/** What of an answer is as it was wanted. */
export function checkAserciones(aserciones: readonly Asercion[], respuesta: Respuesta): Comprobada[] {
  return aserciones.map((asercion) => {
    const found = lookUp(asercion, respuesta)
    const cumple = holds(asercion, found)
    const came = cumple ? '' : `: ${found === undefined ? 'no está' : `es ${shorten(textOf(found))}`}`
    return { cumple, mensaje: `${describeAsercion(asercion)}${came}` }
  })
}

const SUBJECTS: Readonly<Record<Asercion['que'], string>> = {
  estado: 'El estado',
  cabecera: 'La cabecera',
  campo: 'El campo',
  texto: 'El cuerpo',
  tiempo: 'El tiempo (ms)',
}
const VERBS: Readonly<Record<Asercion['es'], string>> = {
  igual: 'es',
  distinto: 'no es',
  contiene: 'contiene',
  existe: 'existe',
  menor: 'es menor que',
  mayor: 'es mayor que',
}

/** `El campo clientes[0].nombre es Ana` */
export function describeAsercion({ que, nombre, es, valor }: Asercion): string {
  const name = que === 'cabecera' || que === 'campo' ? ` ${nombre}` : ''
  return `${SUBJECTS[que]}${name} ${VERBS[es]}${es === 'existe' ? '' : ` ${shorten(valor)}`}`
}

function lookUp({ que, nombre }: Asercion, { estado, cabeceras, cuerpo, duracionMs }: Respuesta): unknown {
  switch (que) {
    case 'estado':
      return estado
    case 'cabecera':
      return Object.entries(cabeceras).find(([name]) => name.toLowerCase() === nombre.toLowerCase())?.[1]
    case 'texto':
      return cuerpo
    case 'tiempo':
      return Math.round(duracionMs)
    case 'campo': {
      const read = readJson(cuerpo)
      return read.isValid && 'value' in read ? fieldOf(read.value, nombre) : undefined
    }
  }
}

/** `clientes[0].nombre`; own fields only. */
function fieldOf(value: unknown, path: string): unknown {
  let found = value
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    const key = name ?? index ?? ''
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[key]
  }
  return found
}

function holds({ es, valor }: Asercion, found: unknown): boolean {
  if (es === 'existe') return found !== undefined
  if (found === undefined) return es === 'distinto'
  const text = textOf(found)
  switch (es) {
    case 'igual':
      return text === valor.trim() || text === valor
    case 'distinto':
      return text !== valor.trim() && text !== valor
    case 'contiene':
      return text.includes(valor)
    case 'menor':
      return valor.trim() !== '' && Number(text) < Number(valor)
    case 'mayor':
      return valor.trim() !== '' && Number(text) > Number(valor)
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Characters of a value that a sentence shows. */
const SHOWN = 80

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
