import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { ftp } from '../ftp/ftp.ts'
import { sftp } from '../sftp/sftp.ts'
import { connectDeps } from '../sql/testing.ts'
import { archivoNuevo } from './archivo-nuevo.ts'
import type { ArchivosConnection } from './archivos-connection.ts'
import { hasSshd, hasVsftpd, startSshd, startVsftpd, type TestArchivos } from './testing.ts'

describe.skipIf(!hasSshd)('with the sshd of OpenSSH', { timeout: 120_000 }, () => {
  let server: TestArchivos
  let connection: ArchivosConnection
  beforeAll(async () => {
    server = await startSshd()
    const { otraClave: _, ...config } = server.config
    connection = await sftp.connect(sftp.config.parse(config), connectDeps())
  })
  afterAll(async () => {
    await connection.close()
    await server.stop()
  })

  test('each file of its names is told once, and again when it is written anew', async () => {
    const write = (nombre: string, text: string) => writeFile(join(server.carpeta, nombre), text)
    const fuente = archivoNuevo.prepare({ carpeta: server.remota, patron: '*.csv', cadaSegundos: 1 })
    await write('a.csv', 'uno')
    await write('nota.txt', 'nada')
    const first = await listenFor(fuente, connection, { count: 1 })
    expect(first.datos).toEqual([
      {
        ruta: `${server.remota}/a.csv`,
        nombre: 'a.csv',
        carpeta: server.remota,
        bytes: 3,
        modificado: expect.any(Date),
      },
    ])
    await write('b.csv', 'dos')
    const second = await listenFor(fuente, connection, { count: 1, cursor: first.cursor })
    expect(second.datos).toMatchObject([{ nombre: 'b.csv' }])
    await utimes(join(server.carpeta, 'a.csv'), new Date(), new Date(Date.now() + 60_000))
    const third = await listenFor(fuente, connection, { count: 1, cursor: second.cursor })
    expect(third.datos).toMatchObject([{ nombre: 'a.csv' }])
    expect(third.told[0]?.clave).not.toBe(first.told[0]?.clave)
  })

  test('what could not be read is told again', async () => {
    const fuente = archivoNuevo.prepare({ carpeta: server.remota, patron: 'nota.*', cadaSegundos: 1 })
    const { told, cursor } = await listenFor(fuente, connection, {
      count: 2,
      decide: (_datos, count) => (count === 1 ? 'devuelto' : 'hecho'),
    })
    expect(told.map(({ datos: { nombre } }) => nombre)).toEqual(['nota.txt', 'nota.txt'])
    expect(cursor).toEqual({ vistos: [told[0]?.clave] })
  })

  test('a folder that is not there is told as such', async () => {
    const fuente = archivoNuevo.prepare({ carpeta: `${server.remota}/x`, patron: '*', cadaSegundos: 1 })
    await expect(listenFor(fuente, connection, { count: 1 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
    })
  })
})

describe.skipIf(!hasVsftpd)('with vsftpd, which tells no exact dates', { timeout: 120_000 }, () => {
  let server: TestArchivos
  let connection: ArchivosConnection
  beforeAll(async () => {
    server = await startVsftpd({ seguridad: 'ninguna' })
    connection = await ftp.connect(ftp.config.parse(server.config), connectDeps())
  })
  afterAll(async () => {
    await connection.close()
    await server.stop()
  })
  const write = (nombre: string) => writeFile(join(server.carpeta, nombre), 'uno')

  test('a file that is told again takes none along, and another one of its name begins anew', async () => {
    const fuente = archivoNuevo.prepare({ carpeta: server.remota, patron: '*.csv', cadaSegundos: 1 })
    await write('a.csv')
    await write('b.csv')
    const { told, cursor } = await listenFor(fuente, connection, {
      count: 3,
      decide: (_datos, count) => (count === 1 ? 'devuelto' : 'hecho'),
    })
    const [a, b] = [
      { clave: null, datos: { nombre: 'a.csv', modificado: null } },
      { clave: null, datos: { nombre: 'b.csv', modificado: null } },
    ]
    expect(told).toMatchObject([a, b, a])
    await rm(join(server.carpeta, 'a.csv'))
    let looks = 0
    const again = await listenFor(fuente, connection, {
      count: 1,
      cursor,
      // Once it was seen to be gone.
      onOpened: () => void (++looks === 1 && write('a.csv')),
    })
    expect(again.told).toMatchObject([a])
  })
})
