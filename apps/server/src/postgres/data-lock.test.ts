import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CarpetaEnUso } from '@div/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './data-lock.ts'
import { explainingFolder } from './explain-folder.ts'
import { makeRoom, NO_LEAKS, type Room } from './testing.ts'

let room: Room
let dataDir: string

beforeEach(async () => {
  room = await makeRoom()
  dataDir = join(room.root, 'nueva', 'datos')
})
afterEach(async () => {
  expect(await room.leave()).toEqual(NO_LEAKS)
})

test('a folder that a living DIV has is refused with its pid, until it lets go', async () => {
  const lock = await lockDataFolder(dataDir)
  await expect(lockDataFolder(dataDir)).rejects.toMatchObject({
    codigo: 'CARPETA_EN_USO',
    message: `Otro DIV (proceso ${process.pid}) ya usa la carpeta de datos ${dataDir}. Deténgalo o elija otra con DIV_DATA_DIR.`,
  })
  await lock.release()
  expect(await readdir(dataDir)).toEqual([])
  await (await lockDataFolder(dataDir)).release()
})

/** A program that is not DIV and lives. */
async function startBystander() {
  const bystander = spawn('sleep', ['60'])
  await once(bystander, 'spawn')
  return bystander
}

test.each([
  ['whose process is gone', async () => '2147483647 12'],
  ['whose pid belongs to another program by now', async (pid: number) => `${pid} 12`],
  ['that a full disk left empty', async () => ''],
  ['that holds something else', async () => 'nada'],
])('a lock %s is taken over', async (_, contentOf) => {
  const bystander = await startBystander()
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'div.pid'), await contentOf(bystander.pid ?? 0))
  const lock = await lockDataFolder(dataDir)
  expect(await readFile(join(dataDir, 'div.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} \\d*$`))
  expect(bystander.exitCode).toBe(null)
  await lock.release()
  bystander.kill()
  await once(bystander, 'exit')
})

test('a take-over that was cut off itself is taken over', async () => {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'div.pid'), '2147483647 12')
  await writeFile(join(dataDir, 'div.pid.relevo'), '2147483646 13')
  const lock = await lockDataFolder(dataDir)
  expect(await readdir(dataDir)).toEqual(['div.pid'])
  await lock.release()
})

test.each([
  ['an empty folder', null],
  ['the lock of a dead one', '2147483647 12'],
])('of many that start at once on %s never more than one gets in', async (_, left) => {
  await mkdir(dataDir, { recursive: true })
  for (let round = 0; round < 20; round++) {
    if (left !== null) await writeFile(join(dataDir, 'div.pid'), left)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(dataDir)))
    const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(locks).toHaveLength(1)
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(CarpetaEnUso)
    await locks[0]?.value.release()
    expect(await readdir(dataDir)).toEqual([])
  }
})

test('a data folder that cannot be made names what is in the way', async () => {
  await writeFile(join(room.root, 'nueva'), 'un archivo')
  await expect(lockDataFolder(dataDir)).rejects.toMatchObject({
    codigo: 'CARPETA_INACCESIBLE',
    message: `La carpeta de datos ${dataDir} no se puede usar: hay un archivo donde se esperaba una carpeta: ${dataDir}. Corrija sus permisos o elija otra con DIV_DATA_DIR.`,
  })
})

test('a full disk is named', async () => {
  await expect(explainingFolder(dataDir, () => writeFile('/dev/full', 'x'))).rejects.toMatchObject({
    codigo: 'DISCO_LLENO',
    message: `El disco de ${dataDir} está lleno. Libere espacio y arranque otra vez: lo guardado sigue ahí.`,
    cause: { code: 'ENOSPC' },
  })
})

test('a failure that no folder explains stays what it is', async () => {
  const bug = new TypeError('a bug')
  await expect(explainingFolder(dataDir, () => Promise.reject(bug))).rejects.toBe(bug)
})
