import type { Parametro, TipoDato } from '@div/contract'
import { refuse } from '../refuse.ts'

type Schema = Record<string, unknown>

/**
 * The shape that is asked of a model, as JSON Schema. Only words that all services know, and as the strictest want them: every field is there,
 * no other is, and one that may be left out may be null. What the declaration says beyond that is looked at when the answer comes.
 * Throws DatosInvalidos for what has no shape.
 */
export function describeCampos(campos: readonly Parametro[], place: string): Schema {
  const taken = new Set<string>()
  const properties = campos.map((campo, at): [string, Schema] => {
    const here = `${place}[${at}]`
    if (campo.nombre === '') throw refuse(`${here}.nombre`, 'Dé un nombre a este campo.')
    if (taken.has(campo.nombre)) throw refuse(`${here}.nombre`, `Hay dos campos «${campo.nombre}».`)
    taken.add(campo.nombre)
    return [campo.nombre, describeCampo(campo, here)]
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: campos.map(({ nombre }) => nombre),
    additionalProperties: false,
  }
}

function describeCampo(campo: Parametro, place: string): Schema {
  const { validacion, requerido = false } = campo
  const description = wordsOf(campo)
  const shape = shapeOf(campo, place)
  // The values that are admitted say what is left out, too.
  const values = validacion?.valores && {
    enum: requerido ? validacion.valores : [...validacion.valores, null],
  }
  return {
    ...shape,
    ...(!requerido && { type: [shape.type, 'null'] }),
    ...values,
    ...(description !== '' && { description }),
  }
}

function shapeOf({ tipo = 'cualquiera', campos = [], elemento, nombre }: Parametro, place: string): Schema {
  if (tipo === 'objeto') {
    if (campos.length === 0)
      throw refuse(place, `Diga los campos de «${nombre}»: a un modelo se le pide una forma exacta.`)
    return describeCampos(campos, `${place}.campos`)
  }
  if (tipo === 'lista') {
    if (!elemento)
      throw refuse(
        place,
        `Diga qué es cada elemento de «${nombre}»: a un modelo se le pide una forma exacta.`,
      )
    return { type: 'array', items: describeCampo({ ...elemento, requerido: true }, `${place}.elemento`) }
  }
  const type = TYPES[tipo]
  if (type === undefined)
    throw refuse(
      place,
      `«${nombre || 'Cada elemento'}» necesita un tipo que un modelo pueda escribir: texto, número, fecha, objeto o lista.`,
    )
  return { type }
}

const TYPES: Partial<Record<TipoDato, string>> = {
  texto: 'string',
  entero: 'integer',
  decimal: 'number',
  booleano: 'boolean',
  fecha: 'string',
  fechaHora: 'string',
}

const FORMATS: Partial<Record<TipoDato, string>> = {
  fecha: 'Fecha como AAAA-MM-DD.',
  fechaHora: 'Fecha y hora ISO 8601 con zona.',
}

/** What the type does not say. */
function wordsOf({ tipo = 'cualquiera', descripcion = '', ejemplo }: Parametro): string {
  const example =
    ejemplo === undefined || ejemplo === null || ejemplo === '' ? '' : `Ejemplo: ${JSON.stringify(ejemplo)}.`
  return [descripcion, FORMATS[tipo] ?? '', example].filter((words) => words !== '').join(' ')
}
