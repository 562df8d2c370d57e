import {
  calledFirst,
  type DependenciaDePaquete,
  type Paquete,
  procesosLlamados,
  revisionDePaqueteSchema,
} from '@div/contract'
import { readBundle } from '../bundle-file.ts'
import { CliError } from '../cli-error.ts'
import type { Command, CommandContext } from '../command.ts'
import { findByName, listProcesos } from '../procesos.ts'

export const importCommand: Command = {
  usage: 'archivo …',
  summary: 'Lleva los paquetes al borrador del proceso de su nombre, o crea el proceso.',
  options: {
    check: { type: 'boolean', help: 'Dice qué falta y no escribe nada.' },
    asignar: {
      type: 'string',
      help: 'Qué hace aquí las veces de algo del paquete: «servidores/su-id=id-de-aquí», varios separados por comas.',
    },
  },
  async run({ api, args, options, print }) {
    if (args.length === 0) throw new CliError('Diga al menos un archivo.')
    const asignaciones = readAsignaciones(options.asignar)
    const bundles: Bundle[] = []
    for (const file of args) bundles.push({ file, paquete: await readBundle(file), asignaciones })
    const answers: boolean[] = []
    const inOrder = calledFirst(bundles, {
      nombreDe: ({ paquete }) => paquete.proceso.nombre,
      llama: ({ paquete }) => procesosLlamados(paquete),
    })
    const brought = new Set<string>()
    for (const bundle of inOrder) {
      answers.push(
        await (options.check ? check(bundle, brought, { api, print }) : write(bundle, { api, print })),
      )
      brought.add(bundle.paquete.proceso.nombre)
    }
    return answers.every(Boolean)
  },
}

interface Bundle {
  file: string
  paquete: Paquete
  asignaciones: Readonly<Record<string, string>>
}
type Told = Pick<CommandContext, 'api' | 'print'>

/** Whether nothing is missing, but for what is brought before it. */
async function check(
  { file, paquete, asignaciones }: Bundle,
  brought: ReadonlySet<string>,
  { api, print }: Told,
): Promise<boolean> {
  const body = { paquete, asignaciones, revisar: true }
  const review = revisionDePaqueteSchema.parse(await api.call('POST', 'procesos/importar', body))
  const faltan = review.faltan.filter(({ recurso, nombre }) => recurso !== 'procesos' || !brought.has(nombre))
  print(`${file}: ${faltan.length === 0 ? 'no falta nada' : 'falta'}`)
  for (const dependencia of faltan) print(`  ${describeDependencia(dependencia)}`)
  return faltan.length === 0
}

async function write({ file, paquete, asignaciones }: Bundle, { api, print }: Told): Promise<true> {
  const { nombre } = paquete.proceso
  // Asked for each: one bundle may be what the next one depends on.
  const there = findByName(await listProcesos(api), nombre)
  const reemplaza = there && { id: there.id, revision: there.revision }
  await api.call('POST', 'procesos/importar', { paquete, asignaciones, ...(reemplaza && { reemplaza }) })
  print(`${file}: ${there ? 'reemplaza el borrador de' : 'crea'} «${nombre}»`)
  return true
}

function readAsignaciones(given: string | boolean | undefined): Record<string, string> {
  if (typeof given !== 'string') return {}
  return Object.fromEntries(
    given.split(',').map((pair) => {
      const [clave = '', id = ''] = pair.split('=')
      if (!clave.includes('/') || id === '')
        throw new CliError(`«${pair}» no es una asignación. Escriba «servidores/su-id=id-de-aquí».`)
      return [clave.trim(), id.trim()]
    }),
  )
}

function describeDependencia({ recurso, referencia, nombre, tipoServidor }: DependenciaDePaquete): string {
  const tipo = tipoServidor === undefined ? '' : ` (${tipoServidor})`
  return `${recurso}/${referencia}: «${nombre}»${tipo}`
}
