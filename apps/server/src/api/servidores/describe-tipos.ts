import { poolSchema, resilienciaSchema, type TipoServidor, toFormSchema } from '@div/contract'
import type { ServidorDefinition } from '@div/servidores'

export function describeTipos(servidores: Readonly<Record<string, ServidorDefinition>>): TipoServidor[] {
  return Object.values(servidores).map(
    ({ tipoServidor, label, grupo, summary, config, objetos, eventos = {}, ...rest }) => ({
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
        ...(each.salida && { salida: [...each.salida] }),
      })),
      eventos: Object.entries(eventos).map(([tipoEvento, { label, summary, opciones, campos }]) => ({
        tipoEvento,
        label,
        summary,
        opciones: toFormSchema(opciones),
        campos: [...campos],
      })),
      explorable: rest.listObjetos !== undefined,
      ...(rest.contrato && { contrato: rest.contrato }),
    }),
  )
}
