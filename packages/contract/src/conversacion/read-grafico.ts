import { z } from 'zod'

const MAX_PUNTOS = 500
const MAX_SERIES = 6

const valor = z.union([z.string().max(200), z.number(), z.null()])
const graficoSchema = z.object({
  tipo: z.enum(['lineas', 'areas']).catch('lineas'),
  titulo: z.string().max(200).default('Gráfico'),
  x: z.string().min(1).max(100),
  series: z
    .array(z.object({ campo: z.string().min(1).max(100), nombre: z.string().max(100).optional() }))
    .min(1)
    .max(MAX_SERIES),
  datos: z.array(z.record(z.string(), valor)).min(1).max(MAX_PUNTOS),
})

export interface Grafico {
  tipo: 'lineas' | 'areas'
  titulo: string
  series: readonly { campo: string; nombre: string }[]
  puntos: readonly Punto[]
}

type Punto = { readonly time: string } & Readonly<Record<string, string | number | null>>

/** A chart that a model asks for; null: it is none. */
export function readGrafico(texto: string): Grafico | null {
  const parsed = graficoSchema.safeParse(parse(texto))
  if (!parsed.success) return null
  const { tipo, titulo, x, series, datos } = parsed.data
  return {
    tipo,
    titulo,
    series: series.map(({ campo, nombre = campo }, index) => ({ campo: keyOf(index), nombre })),
    puntos: datos.map((dato) => ({
      ...Object.fromEntries(series.map(({ campo }, index) => [keyOf(index), numberOf(dato[campo])])),
      time: String(dato[x] ?? ''),
    })),
  }
}

/** Names that a model chose are no keys of ours. */
const keyOf = (index: number) => `s${index}`

function numberOf(value: string | number | null | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

function parse(texto: string): unknown {
  try {
    return JSON.parse(texto)
  } catch {
    // It is shown as it is.
    return null
  }
}
