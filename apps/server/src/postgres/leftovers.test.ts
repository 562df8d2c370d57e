import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isAlive } from './data-lock.ts'
import { clusterOf } from './folders.ts'
import { stopLeftovers } from './leftovers.ts'
import { type Owner, query, type Room, useRooms } from './testing.ts'

let room: Room
let dataDir: string
let cluster: string

const useInitialised = useRooms((made) => {
  room = made
  dataDir = join(room.root, 'datos')
  cluster = clusterOf(join(dataDir, 'postgres'))
})

async function startedBy(owner: Owner): Promise<{ url: string; pid: number }> {
  const outcome = await owner.outcome
  if ('codigo' in outcome) throw new Error(outcome.message)
  return outcome
}

/** Some program of the machine that has nothing to do with us. */
async function startBystander(cwd: string): Promise<ChildProcess> {
  const bystander = spawn('sleep', ['60'], { cwd })
  await once(bystander, 'spawn')
  return bystander
}

test('a row that was committed before a kill -9 of the owner is there at the next start', async () => {
  await useInitialised()
  const owner = room.startOwner({ dataDir })
  const orphan = await startedBy(owner)
  await query(orphan.url, `create table antes as select 'del corte' as texto`)
  await owner.kill()
  expect(await isAlive(orphan.pid)).toBe(true)

  const { url, pid } = await room.start({ dataDir })
  expect(pid).not.toBe(orphan.pid)
  expect(await isAlive(orphan.pid)).toBe(false)
  expect(url).toBe(orphan.url)
  expect(await query(url, 'select texto from antes')).toEqual([{ texto: 'del corte' }])
})

test('a kill -9 of the owner and of the postmaster, with a child still at work, loses nothing either', async () => {
  await useInitialised()
  const owner = room.startOwner({ dataDir })
  const orphan = await startedBy(owner)
  await query(orphan.url, `create table durante as select 'el corte' as texto`)
  // Counts without ever looking up, so it does not notice that its postmaster is gone.
  const busy = query(orphan.url, `select count(*) from generate_series(1, 1e12)`)
  const cut = expect(busy).rejects.toThrow('Connection terminated unexpectedly')
  const working = `select pid from pg_stat_activity where query like 'select count%' and state = 'active'`
  while ((await query(orphan.url, working)).length === 0);
  await owner.kill()
  process.kill(orphan.pid, 'SIGKILL')

  const { url } = await room.start({ dataDir })
  await cut
  expect(await query(url, 'select texto from durante')).toEqual([{ texto: 'el corte' }])
})

test('a kill -9 during the first start leaves nothing that hinders the next one', async () => {
  const owner = room.startOwner({ dataDir, unsafe: true })
  await vi.waitFor(() => access(join(`${cluster}.nueva`, 'PG_VERSION')), { timeout: 10_000, interval: 5 })
  await owner.kill()
  const { url } = await room.start({ dataDir })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a postmaster.pid that names another program of the machine is no hindrance, and that program lives on', async () => {
  await useInitialised()
  const { pid, stop } = await room.start({ dataDir })
  const file = join(cluster, 'postmaster.pid')
  const lock = join(dirname(cluster), 'socket', '.s.PGSQL.5432.lock')
  const [content, lockContent] = [await readFile(file, 'utf8'), await readFile(lock, 'utf8')]
  await stop()
  const bystander = await startBystander(room.root)
  await writeFile(file, content.replace(String(pid), String(bystander.pid)))
  await writeFile(lock, lockContent.replace(String(pid), String(bystander.pid)))

  const { url } = await room.start({ dataDir })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null])
  bystander.kill()
  await once(bystander, 'exit')
})

test('a program that only works in the database folder is left alone', async () => {
  await useInitialised()
  const bystander = await startBystander(cluster)
  const { stop } = await room.start({ dataDir })
  await stop()
  expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null])
  bystander.kill()
  await once(bystander, 'exit')
})

test('an orphan that does not end is named, with its pid', async () => {
  await useInitialised()
  const owner = room.startOwner({ dataDir })
  const { pid } = await startedBy(owner)
  await owner.kill()
  process.kill(pid, 'SIGSTOP')
  await expect(stopLeftovers({ cluster, unfinished: `${cluster}.nueva`, waitMs: 100 })).rejects.toMatchObject(
    {
      codigo: 'POSTGRES_INCLUIDO_FALLIDO',
      message: `El PostgreSQL incluido no puede arrancar: queda un proceso anterior (pid ${pid}) que no termina. Deténgalo y arranque otra vez.`,
    },
  )
  process.kill(pid, 'SIGCONT')
  await stopLeftovers({ cluster, unfinished: `${cluster}.nueva` })
  expect(await isAlive(pid)).toBe(false)
})
