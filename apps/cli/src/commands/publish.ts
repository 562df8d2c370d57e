import { z } from 'zod'
import type { Command } from '../command.ts'
import { namedProcesos } from '../procesos.ts'

const publicadoSchema = z.object({ version: z.int(), sinCambios: z.boolean() })

export const publishCommand: Command = {
  usage: 'proceso …',
  summary: 'Publica los borradores: cada uno queda como una versión nueva.',
  async run({ api, args, print }) {
    for (const { id, nombre } of await namedProcesos(api, args)) {
      const { version, sinCambios } = publicadoSchema.parse(await api.call('POST', `procesos/${id}/publicar`))
      print(`«${nombre}»: ${sinCambios ? `sin cambios, sigue la versión ${version}` : `versión ${version}`}`)
    }
    return true
  },
}
