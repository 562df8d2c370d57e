import { chmod, chown, cp, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Binaries, locateBinaries } from './binaries.ts'
import { clusterOf, isReachable } from './folders.ts'
import { IS_ROOT, ORDINARY, query, type Room, useRooms } from './testing.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

let room: Room
let dataDir: string
let home: string
let systemFolder: string

const useInitialised = useRooms((made) => {
  room = made
  dataDir = join(room.root, 'datos')
  home = join(dataDir, 'postgres')
  systemFolder = join(room.root, 'sistema')
})

const ownerOf = async (path: string) => (await stat(path)).uid
const runnerOf = ({ pid }: { pid: number }) => ownerOf(`/proc/${pid}`)
const installedIn = ({ postgres }: Binaries) => dirname(dirname(postgres))

/** The programs where the account may run them: a checkout below /root is out of its reach. */
async function programsFor(account: { uid: number; gid: number } | undefined): Promise<Binaries> {
  const installed = await locateBinaries()
  if (!account || (await isReachable(installedIn(installed), account))) return installed
  const copy = join(room.root, 'programas')
  await cp(installedIn(installed), copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

test('an ordinary user has a database of its own, which a kill -9 does not hurt', async () => {
  const account = ORDINARY
  await mkdir(dataDir)
  if (account) await chown(dataDir, account.uid, account.gid)
  const binaries = await programsFor(account)
  const owner = room.startOwner({ dataDir, account, binaries, unsafe: true })
  const first = await owner.outcome
  if ('codigo' in first) throw new Error(first.message)
  await query(first.url, `create table apuntes (texto text); insert into apuntes values ('mío')`)
  await owner.kill()

  const heir = room.startOwner({ dataDir, account, binaries, unsafe: true })
  const second = await heir.outcome
  if ('codigo' in second) throw new Error(second.message)
  expect(await query(second.url, 'select texto from apuntes')).toEqual([{ texto: 'mío' }])
  const uid = account?.uid ?? process.getuid?.()
  expect([await runnerOf(second), await ownerOf(home), await ownerOf(clusterOf(home))]).toEqual([
    uid,
    uid,
    uid,
  ])
  await heir.stop()
})

describe.runIf(IS_ROOT)('started as root,', () => {
  test("root's own folder is given to nobody, the part of it that the database needs", async () => {
    await useInitialised()
    const postgres = await room.start({ dataDir })
    expect({
      runner: await runnerOf(postgres),
      home: await ownerOf(home),
      cluster: await ownerOf(clusterOf(home)),
      dataDir: await ownerOf(dataDir),
      password: await ownerOf(join(home, 'clave')),
    }).toEqual({ runner: NOBODY.uid, home: NOBODY.uid, cluster: NOBODY.uid, dataDir: 0, password: 0 })
  })

  test('an owner that has no name in the system is named by its error', async () => {
    await mkdir(dataDir)
    await chown(dataDir, 54_321, 54_321)
    await expect(room.start({ dataDir })).rejects.toMatchObject({
      codigo: 'POSTGRES_INCLUIDO_FALLIDO',
      message:
        'El PostgreSQL incluido no puede arrancar: la cuenta que lo ejecuta no tiene nombre en este sistema. Añádala a /etc/passwd, o cambie el dueño de la carpeta de datos.',
    })
  })

  test('below a folder that only root may enter the database lives in the system folder', async () => {
    const closed = join(room.root, 'raíz')
    await mkdir(closed, { mode: 0o700 })
    dataDir = join(closed, 'datos')
    const first = await room.start({ dataDir, systemFolder })
    await query(first.url, `create table apuntes (texto text); insert into apuntes values ('aquí')`)
    await first.stop()
    expect(await readdir(dataDir)).toEqual([])
    const [name = ''] = await readdir(systemFolder)
    expect(name).toMatch(/^[0-9a-f]{12}$/)
    expect([await ownerOf(join(systemFolder, name)), await ownerOf(systemFolder)]).toEqual([NOBODY.uid, 0])

    // It can be reached now; what was written must not seem lost.
    await chmod(closed, 0o755)
    const { url } = await room.start({ dataDir, systemFolder })
    expect(await query(url, 'select texto from apuntes')).toEqual([{ texto: 'aquí' }])
  })

  test('a database stays where it is when the folder above it is closed', async () => {
    await useInitialised()
    await chmod(dataDir, 0o700)
    await expect(room.start({ dataDir, systemFolder })).rejects.toMatchObject({
      codigo: 'CARPETA_INACCESIBLE',
      message: expect.stringContaining('la cuenta que ejecuta PostgreSQL no tiene permiso sobre ella'),
    })
    await chmod(dataDir, 0o755)
    const { url } = await room.start({ dataDir, systemFolder })
    expect(await query(url, 'select texto from apuntes')).toEqual([{ texto: 'primero' }])
    await expect(readdir(systemFolder)).rejects.toThrow('ENOENT')
  })

  test('a database runs as its owner also when the data folder has another one by now', async () => {
    await useInitialised()
    await chown(dataDir, 1, 1)
    room.onLeave(() => chown(dataDir, 0, 0))
    const postgres = await room.start({ dataDir })
    expect(await runnerOf(postgres)).toBe(NOBODY.uid)
  })

  test('programs that only root may reach are copied once, and again when they change', async () => {
    await useInitialised()
    const { initdb, postgres } = await programsFor(NOBODY)
    const closed = join(room.root, 'cerrados')
    await mkdir(join(closed, 'bin'), { recursive: true })
    const program = join(closed, 'bin', 'postgres')
    await writeFile(program, `#!/bin/sh\nexec '${postgres}' "$@"\n`, { mode: 0o755 })
    await chmod(closed, 0o700)
    const binaries = { initdb, postgres: program }
    const copiesIn = async () => (await readdir(home)).filter((name) => name.startsWith('binarios-'))

    const first = await room.start({ dataDir, binaries })
    await first.stop()
    const [copy = ''] = await copiesIn()
    expect(await ownerOf(join(home, copy, 'bin', 'postgres'))).toBe(NOBODY.uid)
    const { ctimeMs } = await stat(join(home, copy))
    const second = await room.start({ dataDir, binaries })
    await second.stop()
    expect((await stat(join(home, copy))).ctimeMs).toBe(ctimeMs)

    await writeFile(program, '# a newer version\n', { flag: 'a' })
    await mkdir(join(home, 'binarios-cortada.nueva'))
    const third = await room.start({ dataDir, binaries })
    await third.stop()
    const copies = await copiesIn()
    expect(copies).toHaveLength(1)
    expect(copies).not.toEqual([copy])
    await rm(join(home, copies[0] ?? ''), { recursive: true })
  })

  test('a link in the place of the database folder gives away no folder of the system', async () => {
    const secret = join(room.root, 'secreto')
    await mkdir(secret, { mode: 0o700 })
    await mkdir(dataDir)
    await chown(dataDir, 1, 1)
    await symlink(secret, home)
    await expect(room.start({ dataDir })).rejects.toMatchObject({
      codigo: 'CARPETA_INACCESIBLE',
      message: `La carpeta de datos ${home} no se puede usar: es de otro usuario del sistema. Corrija sus permisos o elija otra con DIV_DATA_DIR.`,
    })
    expect([await ownerOf(secret), await readdir(secret)]).toEqual([0, []])
  })
})

test('a database that was moved to another disk is found through its link', async () => {
  await useInitialised()
  const disk = join(room.root, 'disco')
  await rename(home, disk)
  await symlink(disk, home)
  room.onLeave(async () => {
    await rm(home)
    await rename(disk, home)
  })
  const { url } = await room.start({ dataDir })
  expect(await query(url, 'select texto from apuntes')).toEqual([{ texto: 'primero' }])
})
