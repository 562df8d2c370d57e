import { resultadosDeCasosSchema } from '@div/contract'
import { CliError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { namedProcesos } from '../procesos.ts'

export const testCommand: Command = {
  usage: 'proceso …',
  summary: 'Ejecuta los casos de prueba guardados y dice cuáles no salen como se espera.',
  options: { version: { type: 'string', help: 'De una versión publicada, no del borrador.' } },
  async run({ api, args, options, print }) {
    const version = readVersion(options.version)
    let isGood = true
    for (const { id, nombre } of await namedProcesos(api, args)) {
      const body = version === undefined ? {} : { version }
      const { resultados } = resultadosDeCasosSchema.parse(
        await api.call('POST', `procesos/${id}/casos-prueba/ejecutar`, body),
      )
      const failed = resultados.filter(({ ok }) => !ok)
      if (failed.length > 0) isGood = false
      if (resultados.length === 0) {
        print(`«${nombre}»: sin casos de prueba`)
        continue
      }
      print(`«${nombre}»: ${resultados.length - failed.length} de ${resultados.length}`)
      for (const { nombre: caso, diferencias } of failed) {
        print(`  no  ${caso}`)
        for (const { ruta, mensaje } of diferencias) print(`      ${ruta}: ${mensaje}`)
      }
    }
    return isGood
  },
}

/** Throws CliError. */
export function readVersion(given: string | boolean | undefined): number | undefined {
  if (typeof given !== 'string') return undefined
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new CliError('«--version» es el número de una versión publicada.')
  return Number(given)
}
