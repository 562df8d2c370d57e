import type { Parametro, TipoDato, Validacion } from '@div/contract'

/** A parametro as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function parametroSchema(parametro: Parametro): Record<string, unknown> {
  const { descripcion, ejemplo, defecto, validacion } = parametro
  return {
    ...typeSchema(parametro),
    ...(validacion && validationSchema(validacion)),
    ...(descripcion ? { description: descripcion } : {}),
    ...(ejemplo === undefined ? {} : { examples: [ejemplo] }),
    ...(defecto === undefined ? {} : { default: defecto }),
  }
}

/** The object whose properties are these parametros. */
export function objectSchema(campos: readonly Parametro[]): Record<string, unknown> {
  const required = campos.filter(({ requerido }) => requerido === true).map(({ nombre }) => nombre)
  return {
    type: 'object',
    properties: Object.fromEntries(campos.map((campo) => [campo.nombre, parametroSchema(campo)])),
    ...(required.length > 0 && { required }),
  }
}

const SIMPLE: Readonly<Record<Exclude<TipoDato, 'objeto' | 'lista'>, Record<string, unknown>>> = {
  texto: { type: 'string' },
  entero: { type: 'integer' },
  // Beyond 15 significant digits a decimal is its exact text.
  decimal: { type: ['number', 'string'] },
  booleano: { type: 'boolean' },
  fecha: { type: 'string', format: 'date' },
  fechaHora: { type: 'string', format: 'date-time' },
  binario: { type: 'string', contentEncoding: 'base64' },
  cualquiera: {},
}

function typeSchema({ tipo = 'cualquiera', campos, elemento }: Parametro): Record<string, unknown> {
  if (tipo === 'objeto') return campos ? objectSchema(campos) : { type: 'object' }
  if (tipo === 'lista') return { type: 'array', items: elemento ? parametroSchema(elemento) : {} }
  return SIMPLE[tipo]
}

function validationSchema({ minimo, maximo, largoMinimo, largoMaximo, patron, valores }: Validacion) {
  return {
    ...(minimo === undefined ? {} : { minimum: minimo }),
    ...(maximo === undefined ? {} : { maximum: maximo }),
    ...(largoMinimo === undefined ? {} : { minLength: largoMinimo }),
    ...(largoMaximo === undefined ? {} : { maxLength: largoMaximo }),
    // The whole text must match, which a JSON Schema pattern does not say by itself.
    ...(patron === undefined ? {} : { pattern: `^(?:${patron})$` }),
    ...(valores ? { enum: valores } : {}),
  }
}
