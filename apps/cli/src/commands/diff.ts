import { paqueteSchema } from '@div/contract'
import { readBundle } from '../bundle-file.ts'
import { CliError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { diffBundles } from '../diff-bundles.ts'
import { findByName, listProcesos } from '../procesos.ts'

/** A value that is longer is cut: the place says where to look. */
const SHOWN_CHARACTERS = 120

export const diffCommand: Command = {
  usage: 'archivo …',
  summary: 'Dice en qué difiere el borrador de cada proceso de lo que dice el paquete.',
  async run({ api, args, print }) {
    if (args.length === 0) throw new CliError('Diga al menos un archivo.')
    const procesos = await listProcesos(api)
    let isSame = true
    for (const file of args) {
      const paquete = await readBundle(file)
      const { nombre } = paquete.proceso
      const there = findByName(procesos, nombre)
      if (!there) {
        isSame = false
        print(`${file}: no existe «${nombre}»`)
        continue
      }
      const current = paqueteSchema.parse(await api.call('GET', `procesos/${there.id}/exportar`))
      const differences = diffBundles(current, paquete)
      if (differences.length > 0) isSame = false
      print(`${file}: ${differences.length === 0 ? 'igual' : `${differences.length} diferencias`}`)
      for (const { ruta, before, after } of differences) {
        print(`  ${ruta}`)
        print(`    - ${describe(before)}`)
        print(`    + ${describe(after)}`)
      }
    }
    return isSame
  },
}

function describe(value: unknown): string {
  if (value === undefined) return '(no está)'
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
