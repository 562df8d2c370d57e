import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CliError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { parseJson } from '../parse-json.ts'
import { namedProcesos } from '../procesos.ts'
import { readVersion } from './test.ts'

const ejecutadoSchema = z.object({
  idEjecucion: z.string(),
  estado: z.string(),
  salida: z.unknown(),
  error: z.object({ codigo: z.string(), mensaje: z.string() }).nullish(),
})

export const runCommand: Command = {
  usage: 'proceso',
  summary: 'Ejecuta un proceso y escribe su salida como JSON.',
  options: {
    entrada: { type: 'string', help: 'Un objeto JSON, o «@archivo» que lo tiene.' },
    version: { type: 'string', help: 'Una versión publicada, no el borrador.' },
  },
  async run({ api, args, options, print }) {
    const [proceso, another] = await namedProcesos(api, args)
    if (!proceso || another) throw new CliError('Diga un solo proceso.')
    const version = readVersion(options.version)
    const body = { entrada: await readEntrada(options.entrada), ...(version !== undefined && { version }) }
    const { estado, salida, error, idEjecucion } = ejecutadoSchema.parse(
      await api.call('POST', `procesos/${proceso.id}/ejecutar`, body),
    )
    if (estado === 'ok') {
      print(JSON.stringify(salida ?? null, null, 2))
      return true
    }
    const why = error ? `${error.codigo}: ${error.mensaje}` : estado
    throw new CliError(`«${proceso.nombre}» no terminó bien (${why}). Ejecución ${idEjecucion}.`)
  },
}

async function readEntrada(given: string | boolean | undefined): Promise<unknown> {
  if (typeof given !== 'string') return {}
  const text = given.startsWith('@') ? await readFile(given.slice(1), 'utf8').catch(unreadable) : given
  const entrada = parseJson(text)
  if (entrada === undefined) throw new CliError('«--entrada» no es JSON.')
  return entrada
}

function unreadable(cause: unknown): never {
  throw new CliError('No se pudo leer el archivo de «--entrada».', { cause })
}
