import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameFiles } from '../bundle-file.ts'
import { CliError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { chooseProcesos, listProcesos } from '../procesos.ts'

export const exportCommand: Command = {
  usage: '[proceso …]',
  summary: 'Escribe los procesos, todos si no se dice cuáles, cada uno en un archivo.',
  options: { carpeta: { type: 'string', help: 'Dónde; la actual si no se dice.' } },
  async run({ api, args, options, print }) {
    const all = await listProcesos(api)
    const chosen = args.length === 0 ? all : chooseProcesos(all, args)
    if (chosen.length === 0) throw new CliError('No hay procesos que exportar.')
    const folder = typeof options.carpeta === 'string' ? options.carpeta : '.'
    const files = nameFiles(chosen.map(({ nombre }) => nombre))
    await mkdir(folder, { recursive: true })
    for (const { id, nombre } of chosen) {
      const file = join(folder, files.get(nombre) ?? '')
      // The product sorts its keys: two exports of one process are the same text.
      await writeFile(file, await api.text(`procesos/${id}/exportar`))
      print(file)
    }
    return true
  },
}
