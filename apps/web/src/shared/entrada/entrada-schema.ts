import type { Flujo, Parametro, TipoDato } from '@div/contract'
import type { FormSchema } from '@div/ui'

const PLAIN: Readonly<Record<TipoDato, FormSchema>> = {
  texto: { type: 'string' },
  entero: { type: 'integer' },
  decimal: { type: 'number' },
  booleano: { type: 'boolean' },
  fecha: { type: 'string', format: 'date' },
  fechaHora: { type: 'string', format: 'date-time' },
  objeto: {},
  lista: {},
  binario: { type: 'string', maxLength: 100_000, description: 'En base64.' },
  cualquiera: {},
}

/** What a flujo declares that it is given, in its order; that counts only where all have one. */
export function entradaOf({ nodos }: Pick<Flujo, 'nodos'>): readonly Parametro[] {
  const parametros = nodos.find(({ tipo }) => tipo === 'entrada')?.parametros ?? []
  return parametros.every(({ orden }) => orden !== undefined)
    ? parametros.toSorted((left, right) => (left.orden ?? 0) - (right.orden ?? 0))
    : parametros
}

/** The form in which a person gives it. */
export function entradaSchema(parametros: readonly Parametro[]): FormSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(parametros.map((parametro) => [parametro.nombre, fieldOf(parametro)])),
    required: parametros.filter(({ requerido }) => requerido).map(({ nombre }) => nombre),
  }
}

function fieldOf(parametro: Parametro): FormSchema {
  const { nombre, descripcion, ejemplo, defecto, validacion } = parametro
  return {
    ...shapeOf(parametro),
    ...(nombre !== '' && { title: nombre }),
    ...(descripcion && { description: descripcion }),
    ...(ejemplo !== undefined && { examples: [ejemplo] }),
    ...(defecto !== undefined && { default: defecto }),
    ...(validacion?.valores && { enum: validacion.valores }),
    ...(validacion?.minimo !== undefined && { minimum: validacion.minimo }),
    ...(validacion?.maximo !== undefined && { maximum: validacion.maximo }),
    ...(validacion?.largoMaximo !== undefined && { maxLength: validacion.largoMaximo }),
  }
}

function shapeOf({ tipo = 'cualquiera', campos = [], elemento }: Parametro): FormSchema {
  if (tipo === 'objeto' && campos.length > 0) return entradaSchema(campos)
  if (tipo === 'lista' && elemento?.tipo !== undefined) return { type: 'array', items: fieldOf(elemento) }
  return PLAIN[tipo]
}
