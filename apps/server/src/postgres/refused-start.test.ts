import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locateBinaries } from './binaries.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { clusterOf } from './folders.ts'
import { ORDINARY, query, type Room, useRooms } from './testing.ts'

let room: Room
let dataDir: string
let home: string
let cluster: string

const useInitialised = useRooms((made) => {
  room = made
  dataDir = join(room.root, 'datos')
  home = join(dataDir, 'postgres')
  cluster = clusterOf(home)
})

/** Everything below as it would differ after any change. */
async function stateOf(folder: string): Promise<Record<string, unknown>> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const states = names.map(async (name) => {
    const { uid, mode, size, mtimeMs, ctimeMs } = await stat(join(folder, name))
    return [name, { uid, mode, size, mtimeMs, ctimeMs }] as const
  })
  return Object.fromEntries(await Promise.all(states))
}

/** Programs of which one is replaced by a script. */
async function replaceProgram(name: 'initdb' | 'postgres', script: string) {
  const bin = join(room.root, 'programas', 'bin')
  await mkdir(bin, { recursive: true })
  const program = join(bin, name)
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  return { ...(await locateBinaries()), [name]: program }
}

test('data of another PostgreSQL are refused with what to do, and nothing is touched', async () => {
  await useInitialised()
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  room.onLeave(() => writeFile(join(cluster, 'PG_VERSION'), '18\n'))
  const before = await stateOf(dataDir)
  await expect(room.start({ dataDir })).rejects.toMatchObject({
    codigo: 'VERSION_DE_DATOS_DISTINTA',
    message: `Los datos de ${cluster} son de PostgreSQL 17 y este DIV trae el 18. No se ha tocado nada: arranque el DIV que los escribió y páselos con pg_dump a una carpeta nueva, o restaure una copia.`,
  })
  expect(await stateOf(dataDir)).toEqual(before)
})

test('a folder that is no database is refused, and nothing is touched', async () => {
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, 'tesis.odt'), 'tres años')
  const before = await stateOf(dataDir)
  await expect(room.start({ dataDir })).rejects.toMatchObject({
    codigo: 'CARPETA_AJENA',
    message: `La carpeta ${cluster} no es de una base de datos de DIV: falta el archivo PG_VERSION. No se ha tocado nada: restaure una copia, muévala a otro lugar o elija otra con DIV_DATA_DIR.`,
  })
  expect(await stateOf(dataDir)).toEqual(before)
})

test('a database that lost a file says which', async () => {
  await useInitialised()
  const lost = join(cluster, 'global', 'pg_control')
  await rename(lost, `${lost}.aparte`)
  room.onLeave(() => rename(`${lost}.aparte`, lost))
  await expect(room.start({ dataDir })).rejects.toMatchObject({
    codigo: 'POSTGRES_INCLUIDO_FALLIDO',
    message: expect.stringContaining('global/pg_control'),
  })
})

test('a disk that fills up during the first start leaves nothing half made', async () => {
  // /dev/full answers every write as a full disk does.
  const binaries = await replaceProgram(
    'initdb',
    'mkdir "$2" && echo 18 >"$2/PG_VERSION" && exec dd if=/dev/zero of=/dev/full count=1',
  )
  await expect(room.start({ dataDir, binaries })).rejects.toMatchObject({
    codigo: 'DISCO_LLENO',
    message: `El disco de ${home} está lleno. Libere espacio y arranque otra vez: lo guardado sigue ahí.`,
    cause: { message: expect.stringContaining('No space left on device') },
  })
  expect(await readdir(home)).toEqual(['clave'])
})

test('a disk that is full at a start is named, and the start after it finds everything', async () => {
  await useInitialised()
  await rm(join(cluster, 'postmaster.opts'), { force: true })
  await symlink('/dev/full', join(cluster, 'postmaster.opts'))
  await expect(room.start({ dataDir })).rejects.toMatchObject({
    codigo: 'DISCO_LLENO',
    message: `El disco de ${cluster} está lleno. Libere espacio y arranque otra vez: lo guardado sigue ahí.`,
  })
  await rm(join(cluster, 'postmaster.opts'))
  const { url } = await room.start({ dataDir })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a file size limit of the system is named', async () => {
  const { postgres } = await locateBinaries()
  await useInitialised()
  const binaries = await replaceProgram('postgres', `ulimit -f 0; exec ${postgres} "$@"`)
  await expect(room.start({ dataDir, binaries })).rejects.toMatchObject({
    codigo: 'POSTGRES_INCLUIDO_FALLIDO',
    message: expect.stringContaining('ulimit -f'),
  })
})

test('without its programs it says which one and how to get it back', async () => {
  const initdb = join(room.root, 'programas', 'bin', 'initdb')
  const binaries = { ...(await locateBinaries()), initdb }
  await expect(room.start({ dataDir, binaries })).rejects.toMatchObject({
    codigo: 'POSTGRES_INCLUIDO_FALLIDO',
    message: `El PostgreSQL incluido no puede arrancar: falta el programa ${initdb} o no se puede ejecutar. Instale DIV otra vez con npm ci.`,
  })
  expect(await readdir(room.root)).toEqual([])
})

test('a program that is none is named', async () => {
  await useInitialised()
  const binaries = await replaceProgram('postgres', '')
  await writeFile(binaries.postgres, '#!/no/such/interpreter\n')
  await expect(room.start({ dataDir, binaries })).rejects.toMatchObject({
    codigo: 'POSTGRES_INCLUIDO_FALLIDO',
    message: `El PostgreSQL incluido no puede arrancar: no se pudo ejecutar ${binaries.postgres}.`,
  })
})

test('programs that lack a library say so', async () => {
  const { initdb } = await locateBinaries()
  const bin = join(room.root, 'programas', 'bin')
  await mkdir(bin, { recursive: true })
  await cp(initdb, join(bin, 'initdb'))
  const binaries = { ...(await locateBinaries()), initdb: join(bin, 'initdb') }
  await expect(room.start({ dataDir, binaries })).rejects.toMatchObject({
    codigo: 'POSTGRES_INCLUIDO_FALLIDO',
    message:
      'El PostgreSQL incluido no puede arrancar: a sus programas les faltan bibliotecas. Instale DIV otra vez con npm ci.',
  })
  expect(await readdir(home)).toEqual(['clave'])
})

test('a port that is taken is named', async () => {
  await useInitialised()
  const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(room.start({ dataDir, ...(port && { port }) })).rejects.toMatchObject({
    codigo: 'POSTGRES_INCLUIDO_FALLIDO',
    message:
      'El PostgreSQL incluido no puede arrancar: otro programa ya usa su puerto. Deténgalo y arranque otra vez.',
  })
  taken.close()
  await once(taken, 'close')
})

test('a data folder below a file is refused', async () => {
  await writeFile(join(room.root, 'archivo'), '')
  const below = join(room.root, 'archivo', 'datos')
  await expect(startEmbeddedPostgres({ dataDir: below })).rejects.toMatchObject({
    codigo: 'CARPETA_INACCESIBLE',
    message: `La carpeta de datos ${below} no se puede usar: hay un archivo donde se esperaba una carpeta: ${below}. Corrija sus permisos o elija otra con DIV_DATA_DIR.`,
  })
})

test('an ordinary user without permission on the folder is told so', async () => {
  const closed = join(room.root, 'cerrada')
  await mkdir(closed)
  await chmod(closed, 0o555)
  dataDir = join(closed, 'datos')
  const { outcome } = room.startOwner({ dataDir, account: ORDINARY })
  expect(await outcome).toEqual({
    codigo: 'CARPETA_INACCESIBLE',
    message: `La carpeta de datos ${dataDir} no se puede usar: no hay permiso sobre ${dataDir}. Corrija sus permisos o elija otra con DIV_DATA_DIR.`,
  })
  await chmod(closed, 0o755)
  expect(await readdir(closed)).toEqual([])
})

test('a database folder that others may read is refused by PostgreSQL, and that is named', async () => {
  await useInitialised()
  await chmod(cluster, 0o755)
  room.onLeave(() => chmod(cluster, 0o700))
  await expect(room.start({ dataDir })).rejects.toMatchObject({
    codigo: 'CARPETA_INACCESIBLE',
    message: `La carpeta de datos ${cluster} no se puede usar: la cuenta que ejecuta PostgreSQL no tiene permiso sobre ella. Corrija sus permisos o elija otra con DIV_DATA_DIR.`,
  })
})

test('what stands where the private folder should be is not used', async () => {
  await useInitialised()
  await rm(join(home, 'socket'), { recursive: true })
  await writeFile(join(home, 'socket'), '')
  room.onLeave(() => rm(join(home, 'socket')))
  await expect(room.start({ dataDir })).rejects.toMatchObject({
    codigo: 'CARPETA_INACCESIBLE',
    message: expect.stringContaining(`hay un archivo donde se esperaba una carpeta: ${join(home, 'socket')}`),
  })
})
