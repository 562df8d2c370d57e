import { z } from 'zod'
import { isReserved } from '../nombres.ts'

/** The fields that every group has: those of its first segment, and the segments before and after its inner groups. */
const PROPIOS: ReadonlySet<string> = new Set(['segmento', 'elementos', 'segmentos', 'cierre'])

const nombreDeSegmento = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}]{1,20}$/u, { error: 'Es el nombre de un segmento: letras y cifras.' })

const grupoSchema = z.strictObject({
  segmento: nombreDeSegmento.meta({ title: 'Empieza con', examples: ['LIN'] }),
  dentroDe: nombreDeSegmento.optional().meta({
    title: 'Dentro del que empieza con',
    description: 'Vacío: no está dentro de ninguno, y cada uno es un registro.',
    examples: ['UNH'],
  }),
  nombre: z
    .string()
    .trim()
    .max(200)
    .default('')
    .refine((nombre) => !isReserved(nombre) && !PROPIOS.has(nombre), { error: 'Este nombre está reservado.' })
    .meta({
      title: 'Nombre de la lista',
      description: 'Cómo se llama en el registro que lo contiene.',
      examples: ['lineas'],
    }),
  hasta: z
    .array(nombreDeSegmento)
    .max(50)
    .default([])
    .meta({
      title: 'Acaba antes de',
      description: 'Los segmentos que ya no son suyos, además del que empieza otro igual.',
      examples: [['UNS']],
    }),
})
export type Grupo = z.output<typeof grupoSchema>

export const gruposSchema = z
  .array(grupoSchema)
  .max(50)
  .default([])
  .superRefine((grupos, context) => {
    for (const { message, path } of gruposProblems(grupos))
      context.addIssue({ code: 'custom', message, path })
  })
  .meta({
    title: 'Grupos',
    description:
      'Para leer y escribir una cabecera con sus líneas: { segmento, elementos, segmentos, lineas, cierre }. Sin grupos, cada segmento es un registro.',
    avanzado: true,
  })

interface Problem {
  message: string
  path: (string | number)[]
}

function gruposProblems(grupos: readonly Grupo[]): Problem[] {
  return grupos.flatMap((grupo, index) => {
    const { segmento, dentroDe, nombre } = grupo
    const before = grupos.slice(0, index)
    const problems: Problem[] = []
    const add = (field: string, message: string) => problems.push({ message, path: [index, field] })
    if (before.some((other) => other.segmento === segmento))
      add('segmento', 'Ya hay un grupo que empieza así.')
    // Those before it: no group is then inside itself.
    if (dentroDe !== undefined && !before.some((other) => other.segmento === dentroDe))
      add('dentroDe', `Ponga antes el grupo que empieza con «${dentroDe}».`)
    if (dentroDe !== undefined && nombre === '') add('nombre', 'Diga cómo se llama la lista.')
    if (
      before.some((other) => dentroDe !== undefined && other.dentroDe === dentroDe && other.nombre === nombre)
    )
      add('nombre', 'Ya hay una lista con este nombre.')
    return problems
  })
}
