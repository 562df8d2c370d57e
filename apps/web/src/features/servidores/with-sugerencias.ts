import type { ResultadoDePrueba } from '@div/contract'
import type { FormSchema } from '@div/ui'

export type Sugerencias = ResultadoDePrueba['sugerencias']

/** The settings of a type with what a test found that they may be. */
export function withSugerencias(config: FormSchema, sugerencias: Sugerencias): FormSchema {
  if (!sugerencias) return config
  const properties = Object.entries(config.properties ?? {}).map(([campo, schema]) => {
    const found = sugerencias[`config.${campo}`]
    return [campo, found ? { ...schema, sugerencias: found } : schema] as const
  })
  return { ...config, properties: Object.fromEntries(properties) }
}
