import type { Parametro } from '@div/contract'

/** Puts right, in place where it can, what the notation of a body could not say; null when there is nothing to put right. */
export type Shape = ((value: unknown) => unknown) | null

export interface Notation {
  /** Attributes are fields that begin with `@`; an empty element is an empty text. */
  isXml: boolean
}

/**
 * A body whose notation knows no lists, as the entry declares it: one value of a declared list is a list of one. In XML an attribute
 * also fills the declared field that no element has, and a list may hold its items in `elemento`s, as answers in XML do.
 */
function compileShape(parametro: Parametro, notation: Notation): Shape {
  if (parametro.tipo === 'lista') return compileList(parametro, notation)
  return parametro.tipo === 'objeto' ? compileFields(parametro.campos ?? [], notation) : null
}

/** The fields of a body, or of an object in it. */
export function compileFields(parametros: readonly Parametro[], notation: Notation): Shape {
  const fields = parametros
    .map((parametro) => ({
      nombre: parametro.nombre,
      attribute: notation.isXml ? `@${parametro.nombre}` : null,
      shape: compileShape(parametro, notation),
    }))
    .filter(({ attribute, shape }) => attribute !== null || shape !== null)
  if (fields.length === 0) return null
  return (value) => {
    if (!isRecord(value)) return value
    for (const { nombre, attribute, shape } of fields) {
      if (attribute !== null && !Object.hasOwn(value, nombre) && Object.hasOwn(value, attribute)) {
        value[nombre] = value[attribute]
        delete value[attribute]
      }
      if (shape !== null && Object.hasOwn(value, nombre)) value[nombre] = shape(value[nombre])
    }
    return value
  }
}

/** The whole body of XML as a list: the elements of its root, which have one name. */
export function compileXmlList({ elemento }: Parametro): Shape {
  const shapeItem = elemento ? compileShape(elemento, { isXml: true }) : null
  return (value) => {
    if (value === '') return []
    const [name, ...others] = isRecord(value) ? Object.keys(value) : []
    if (!isRecord(value) || name === undefined || others.length > 0) return value
    const items = value[name]
    return shapeItems(Array.isArray(items) ? items : [items], shapeItem)
  }
}

const ITEM = 'elemento'

function compileList({ elemento }: Parametro, notation: Notation): Shape {
  const shapeItem = elemento ? compileShape(elemento, notation) : null
  const holdsItems = notation.isXml && !elemento?.campos?.some(({ nombre }) => nombre === ITEM)
  return (value) => {
    if (value === null || Array.isArray(value)) return value && shapeItems(value, shapeItem)
    if (holdsItems && isRecord(value) && Object.keys(value).length === 1 && Object.hasOwn(value, ITEM)) {
      const items = value[ITEM]
      return shapeItems(Array.isArray(items) ? items : [items], shapeItem)
    }
    const list = typeof value === 'string' ? listOfText(value) : [value]
    return typeof list === 'string' ? list : shapeItems(list, shapeItem)
  }
}

function shapeItems(items: unknown[], shapeItem: Shape): unknown[] {
  return shapeItem === null ? items : items.map(shapeItem)
}

/** One text where a list is declared: the JSON of a list, which coercing reads, or the only item. */
export function listOfText(text: string): string | string[] {
  if (!/^\s*\[/.test(text)) return [text]
  try {
    JSON.parse(text)
    return text
  } catch {
    // It only looks like one.
    return [text]
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
