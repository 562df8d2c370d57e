import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DocumentoInvalido, LIMITS } from '@div/contract'
import type { RestApi, RestOperation } from './model.ts'
import { type ApiLimits, readApi } from './read-api.ts'

/** Of documents by their location. */
export function readTexts(
  location: string,
  texts: Readonly<Record<string, string>>,
  limits: Partial<ApiLimits> = {},
): Promise<RestApi> {
  return readApi({
    location,
    limits: { ...LIMITS, ...limits },
    async load(documento) {
      const text = Object.hasOwn(texts, documento) ? texts[documento] : undefined
      if (text === undefined) throw new DocumentoInvalido({ documento, motivo: 'falta' })
      return text
    },
  })
}

export function readFixture(name: string): Promise<RestApi> {
  return readApi({
    location: name,
    limits: LIMITS,
    async load(documento) {
      try {
        return await readFile(join(import.meta.dirname, '__fixtures__', documento), 'utf8')
      } catch (cause) {
        throw new DocumentoInvalido({ documento, motivo: 'falta' }, { cause })
      }
    },
  })
}

export function operationOf({ operaciones }: RestApi, nombre: string): RestOperation {
  const operation = operaciones.get(nombre)
  if (!operation) throw new Error(`no ${nombre} among ${[...operaciones.keys()].join(', ')}`)
  return operation
}

/** A field as `name:tipo`, what must come with `!`, and what is inside of it. */
export function brief({ parametros }: RestOperation): string[] {
  return parametros.map(({ parametro, lugar, nombre, estilo }) => {
    const { tipo, requerido, elemento } = parametro
    const list = elemento?.tipo === undefined ? '' : ` de ${elemento.tipo}`
    const place = nombre === parametro.nombre ? lugar : `${lugar} ${nombre}`
    return `${parametro.nombre}${requerido ? '!' : ''}: ${tipo}${list} (${place}${estilo ? `, ${estilo}` : ''})`
  })
}
