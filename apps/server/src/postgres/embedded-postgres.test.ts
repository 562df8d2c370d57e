import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { clusterOf } from './folders.ts'
import { query, type Room, useRooms } from './testing.ts'

let room: Room
let dataDir: string

const useInitialised = useRooms((made) => {
  room = made
  dataDir = join(room.root, 'datos')
})

const socketOf = (url: string) => new pg.Client(url).host
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('a first start makes a database in UTF-8 with Spanish rules, and what the product needs of extensions', async () => {
  const { url } = await room.start({ dataDir, unsafe: false })
  const settings = `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
    current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync, current_setting('TimeZone') as zone,
    current_user as role, datlocprovider::text as provider, datlocale as locale
    from pg_database where datname = current_database()`
  expect(await query(url, settings)).toEqual([
    {
      encoding: 'UTF8',
      checksums: 'on',
      addresses: '',
      fsync: 'on',
      zone: 'UTC',
      role: 'div',
      provider: 'i',
      locale: 'es',
    },
  ])
  expect(await query(url, `select * from unnest(array['oso', 'ñu', 'nube']) as name order by name`)).toEqual([
    { name: 'nube' },
    { name: 'ñu' },
    { name: 'oso' },
  ])
  await query(url, 'create extension unaccent; create extension pg_trgm')
  expect(await query(url, `select unaccent('acción') as text, similarity('oso', 'oso') as same`)).toEqual([
    { text: 'accion', same: 1 },
  ])
})

test('everything of the database is private to its account', async () => {
  await useInitialised()
  const { url } = await room.start({ dataDir })
  const home = join(dataDir, 'postgres')
  expect({
    home: await modeOf(home),
    cluster: await modeOf(clusterOf(home)),
    socket: await modeOf(join(home, 'socket')),
    password: await modeOf(join(home, 'clave')),
  }).toEqual({ home: '700', cluster: '700', socket: '700', password: '600' })
  expect(socketOf(url)).toBe(join(home, 'socket'))
  expect((await readdir(home)).toSorted()).toEqual(['clave', 'datos', 'socket'])
})

test('a warm start finds what was written, on the same address', async () => {
  await useInitialised()
  const first = await room.start({ dataDir })
  expect(await query(first.url, 'select texto from apuntes')).toEqual([{ texto: 'primero' }])
  await query(first.url, `create table otros as select 'segundo' as texto`)
  await first.stop()
  const second = await room.start({ dataDir })
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select texto from apuntes union all select texto from otros')).toEqual([
    { texto: 'primero' },
    { texto: 'segundo' },
  ])
})

test('a stop rolls back what is open, and a second one finds nothing to do', async () => {
  await useInitialised()
  const postgres = await room.start({ dataDir })
  const open = query(postgres.url, `begin; insert into apuntes values ('abierto'); select pg_sleep(60)`)
  const cut = expect(open).rejects.toThrow('terminating connection due to administrator command')
  await untilAsleep(postgres.url)
  await postgres.stop()
  await cut
  await postgres.stop()
  const { url } = await room.start({ dataDir })
  expect(await query(url, 'select texto from apuntes')).toEqual([{ texto: 'primero' }])
})

test('a stop is not a crash; a killed postmaster is', async () => {
  await useInitialised()
  const stopped = await room.start({ dataDir })
  await stopped.stop()
  const killed = await room.start({ dataDir })
  process.kill(killed.pid, 'SIGKILL')
  const error = await Promise.race([killed.crashed, stopped.crashed])
  expect(error).toMatchObject({
    codigo: 'POSTGRES_INCLUIDO_DETENIDO',
    message: 'El PostgreSQL incluido se detuvo sin que se le pidiera: terminó con la señal SIGKILL.',
  })
})

test('a data folder that is too deep for the address of a socket gets a short one, for as long as it runs', async () => {
  dataDir = join(room.root, 'una carpeta con acentos y ñ'.repeat(4), 'datos')
  await mkdir(dirname(dataDir), { recursive: true })
  await useInitialised(dataDir)
  const first = await room.start({ dataDir })
  const socket = socketOf(first.url)
  expect(socket).toMatch(/^\/tmp\/div-[0-9a-f]{12}$/)
  expect(await modeOf(socket)).toBe('700')
  expect(await query(first.url, 'select texto from apuntes')).toEqual([{ texto: 'primero' }])
  await first.stop()
  await expect(stat(socket)).rejects.toThrow('ENOENT')
  const second = await room.start({ dataDir })
  expect(second.url).toBe(first.url)
})

test('other files in the data folder stay as they are', async () => {
  await useInitialised()
  await writeFile(join(dataDir, 'notas.txt'), 'de otro')
  await room.start({ dataDir })
  expect(await readFile(join(dataDir, 'notas.txt'), 'utf8')).toBe('de otro')
})

test('the database sees nothing of our environment', async () => {
  await useInitialised()
  const { pid } = await room.start({ dataDir })
  const names = (await readFile(`/proc/${pid}/environ`, 'utf8'))
    .split('\0')
    .map((setting) => setting.split('=')[0] ?? '')
    .filter((name) => name !== '')
  // PG_GRANDPARENT_PID and the like are PostgreSQL's own.
  expect(names.filter((name) => !name.startsWith('PG')).toSorted()).toEqual(['LC_ALL', 'PATH'])
})

async function untilAsleep(url: string): Promise<void> {
  const sleeping = `select 1 from pg_stat_activity where wait_event = 'PgSleep'`
  while ((await query(url, sleeping)).length === 0);
}
