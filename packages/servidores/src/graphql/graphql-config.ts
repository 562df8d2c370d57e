import { z } from 'zod'
import { archivosField, documentosField } from '../contrato/contrato-fields.ts'
import { autenticacionField } from '../http/autenticacion.ts'
import { cabecerasSchema } from '../http/cabeceras.ts'
import { tlsField } from '../pem.ts'

const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const HTTP = 'Use una dirección http:// o https:// completa.'
const isPlain = (text: string) => !URL.canParse(text) || (new URL(text).username === '' && !/[?#]/.test(text))
const PLAIN = 'La dirección no lleva usuario, consulta ni fragmento.'

export const graphqlConfigSchema = z.object({
  url: z
    .string()
    .trim()
    .max(2_000)
    .refine(isHttp, HTTP)
    .refine(isPlain, PLAIN)
    .meta({ title: 'Dirección', examples: ['https://api.ejemplo.com/graphql'] }),
  autenticacion: autenticacionField,
  cabeceras: cabecerasSchema,
  introspeccion: z.boolean().default(true).meta({
    title: 'Leer el esquema al guardar',
    description: 'Se le pregunta al servicio qué ofrece. Si no lo dice, desactívelo o suba su esquema.',
  }),
  esquema: z
    .string()
    .trim()
    .max(2_000)
    .default('')
    .refine((text) => text === '' || isHttp(text), HTTP)
    .refine(isPlain, PLAIN)
    .meta({
      title: 'Dirección que dice el esquema',
      description: 'Vacía: la del servicio.',
      avanzado: true,
    }),
  archivos: archivosField({
    description: 'En lugar de preguntarlo: el esquema en SDL, o la respuesta de una introspección.',
    ejemplo: 'esquema.graphql',
    extensiones: ['.graphql', '.graphqls', '.gql', '.json'],
  }),
  tls: tlsField,
  documentos: documentosField,
})
export type GraphqlConfig = z.output<typeof graphqlConfigSchema>
