import { poolSchema, resilienciaSchema, type TipoServidor } from '@div/contract'
import type { ServidorDefinition } from '@div/servidores'
import { z } from 'zod'

export function describeTipos(servidores: Readonly<Record<string, ServidorDefinition>>): TipoServidor[] {
  return Object.values(servidores).map(
    ({ tipoServidor, label, grupo, summary, config, objetos, ...rest }) => ({
      tipoServidor,
      label,
      grupo,
      summary,
      config: toFormSchema(config),
      pool: toFormSchema(poolSchema),
      resiliencia: toFormSchema(resilienciaSchema),
      objetos: Object.entries(objetos).map(([tipoObjeto, each]) => ({
        tipoObjeto,
        label: each.label,
        summary: each.summary,
        objeto: toFormSchema(each.objeto),
      })),
      explorable: rest.listObjetos !== undefined,
    }),
  )
}

/** JSON Schema of what a form sends: a field with a default may be left out. */
function toFormSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // JSON Schema has no word for it; the prefix x- is what OpenAPI keeps for those.
      if (jsonSchema.secret !== true) return
      delete jsonSchema.secret
      jsonSchema['x-secret'] = true
      jsonSchema.writeOnly = true
    },
  })
}
