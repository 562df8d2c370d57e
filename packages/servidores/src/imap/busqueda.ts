import type { SearchObject } from 'imapflow'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { openPlantillas, type Plantilla, type Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { carpetaSchema } from './carpeta.ts'
import type { ImapConnection } from './imap-connection.ts'

const criterion = (title: string, description = 'Vacío: cualquiera. Admite {parametro}.') =>
  z.string().trim().max(1_000).default('').meta({ title, description })

/** Texts that are looked for within a part of the message. */
const TEXTOS = { de: 'from', para: 'to', asunto: 'subject', texto: 'text' } as const
const FECHAS = { desde: 'since', hasta: 'before' } as const

const busquedaSchema = z.object({
  carpeta: carpetaSchema,
  leidos: z
    .enum(['todos', 'no', 'si'])
    .default('todos')
    .meta({ title: 'Leídos', etiquetas: { todos: 'Leídos o no', no: 'Sin leer', si: 'Leídos' } }),
  de: criterion('De'),
  para: criterion('Para'),
  asunto: criterion('Asunto'),
  texto: criterion('Texto', 'En cualquier parte del mensaje. Vacío: cualquiera. Admite {parametro}.'),
  desde: criterion('Desde el día', 'Como 2026-11-22. Admite {parametro}.'),
  hasta: criterion('Hasta antes del día', 'Como 2026-11-23. Admite {parametro}.'),
  maximo: z.int().min(1).max(1_000).default(100).meta({
    title: 'Máximo de mensajes',
    description: 'Los más nuevos; «hayMas» dice si hay otros.',
  }),
})

export const busqueda = defineTipoObjeto({
  label: 'Búsqueda',
  summary: 'Busca mensajes de una carpeta y dice de quién son, su asunto y si se han leído; no los marca.',
  objeto: busquedaSchema,
  prepare(objeto, parametros) {
    const plantillas = openPlantillas(parametros)
    const carpeta = plantillas.compile('objeto.carpeta', objeto.carpeta)
    const compile = (nombre: 'de' | 'para' | 'asunto' | 'texto' | 'desde' | 'hasta') =>
      plantillas.compile(`objeto.${nombre}`, objeto[nombre])
    const textos = (['de', 'para', 'asunto', 'texto'] as const).map(
      (nombre) => [TEXTOS[nombre], compile(nombre)] as const,
    )
    const fechas = (['desde', 'hasta'] as const).map((nombre) => [FECHAS[nombre], compile(nombre)] as const)
    plantillas.close()
    const queryOf = (valores: Valores): SearchObject => ({
      all: true,
      ...(objeto.leidos !== 'todos' && { seen: objeto.leidos === 'si' }),
      ...writtenOf(textos, valores),
      ...writtenOf(fechas, valores, readDia),
    })
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      run: async (connection: ImapConnection, valores, { signal }) => {
        const where = { carpeta: carpeta.write(valores), maximo: objeto.maximo }
        return connection.search(where, queryOf(valores), signal)
      },
    }
  },
})

/** Those criteria that say anything. */
function writtenOf<Written>(
  criteria: readonly (readonly [string, Plantilla])[],
  valores: Valores,
  read: (text: string, campo: string) => Written | string = (text) => text,
): Record<string, Written | string> {
  return Object.fromEntries(
    criteria.flatMap(([nombre, plantilla]) => {
      const text = plantilla.write(valores)
      return text === '' ? [] : [[nombre, read(text, plantilla.campo)]]
    }),
  )
}

/** A mail server knows days, not hours (RFC 3501, 6.4.4). */
function readDia(text: string, campo: string): Date {
  const dia = /^\d{4}-\d{2}-\d{2}/.test(text)
    ? new Date(`${text.slice(0, 10)}T00:00:00Z`)
    : new Date(Number.NaN)
  if (Number.isNaN(dia.getTime())) throw refuse(campo, `«${text}» no es un día: escríbalo como 2026-11-22.`)
  return dia
}
