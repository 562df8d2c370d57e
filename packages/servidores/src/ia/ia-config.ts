import { z } from 'zod'
import { cabecerasSchema } from '../http/cabeceras.ts'
import { tlsField } from '../pem.ts'

const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const isPlain = (text: string) => !URL.canParse(text) || (new URL(text).username === '' && !/[?#]/.test(text))

export const urlBaseField = ({ defecto, description }: { defecto: string; description: string }) =>
  z
    .string()
    .trim()
    .max(2_000)
    .refine(isHttp, 'Use una dirección http:// o https:// completa.')
    .refine(isPlain, 'La dirección no lleva usuario, consulta ni fragmento.')
    .default(defecto)
    .meta({ title: 'Dirección base', description, examples: [defecto] })

export const claveField = (description: string) =>
  z.string().trim().max(1_000).default('').meta({ title: 'Clave', description, secret: true })

const nombreDeModelo = z.string().trim().max(200)

export const modeloField = (ejemplo: string) =>
  nombreDeModelo.default('').meta({
    title: 'Modelo',
    description: 'El que usa un nodo que no elige otro.',
    examples: [ejemplo],
  })

export const modeloEmbeddingsField = (ejemplo: string) =>
  nombreDeModelo.default('').meta({
    title: 'Modelo de vectores',
    description: 'El que usa un nodo que pide vectores y no elige otro.',
    examples: [ejemplo],
  })

/** What every service of models is set up with beside its address and its key. */
export const IA_FIELDS = {
  alternativas: z.array(nombreDeModelo.min(1)).max(10).default([]).meta({
    title: 'Modelos alternativos',
    description:
      'En su orden, si el modelo pedido ya no está o no da abasto. El nodo dice cuál contestó. De vectores no hay alternativa: los de dos modelos no se comparan.',
  }),
  conImagenes: z.array(nombreDeModelo.min(1)).max(100).default([]).meta({
    title: 'Modelos que miran imágenes',
    description: 'A los demás el chat no les manda ninguna. Un asterisco: todos los del servidor.',
    avanzado: true,
  }),
  reintentos: z
    .object({
      max: z.int().min(0).max(10).default(2).meta({ title: 'Veces' }),
      esperaMs: z
        .int()
        .min(0)
        .max(60_000)
        .default(500)
        .meta({ title: 'Espera (ms)', description: 'Antes de la primera; después, el doble cada vez.' }),
    })
    .prefault({})
    .meta({
      title: 'Reintentos',
      description:
        'De cada modelo, si el servicio pide esperar o está saturado. Se respeta cuánto pide, mientras le quede tiempo al nodo.',
      avanzado: true,
    }),
  cabeceras: cabecerasSchema,
  tls: tlsField,
}

/** What the settings of all of them have. */
export interface IaConfig {
  urlBase: string
  modelo: string
  alternativas: readonly string[]
  reintentos: { max: number; esperaMs: number }
  cabeceras: Readonly<Record<string, string>>
  tls: z.output<typeof tlsField>
}
