import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServidorDeCorreo } from '@div/servidores/testing'
import { hasSshd, hasVsftpd, startSshd, startVsftpd } from '@div/servidores/testing-archivos'
import { fillMailbox, hasDovecot, startDovecot } from '@div/servidores/testing-imap'
import { hasSlapd, startSlapd } from '@div/servidores/testing-ldap'
import { hasRabbitmq, openCola, RABBITMQ } from '@div/servidores/testing-rabbitmq'
import { startS3 } from '@div/servidores/testing-s3'
import { missingPhp, startServicio } from '@div/servidores/testing-soap'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { divisas } from './divisas-testing.ts'
import { PLANTILLAS } from './plantillas.ts'
import { type Galeria, startGaleria } from './plantillas-testing.ts'

let galeria: Galeria
beforeAll(async () => {
  galeria = await startGaleria()
})
afterAll(() => galeria.close())

/** A servidor for each name that the template asks for; those of the sample shop are there. Answers what runs it. */
async function bring(id: string, pares: Readonly<Record<string, readonly [tipo: string, config: object]>>) {
  const plantilla = PLANTILLAS.find((each) => each.id === id)
  if (plantilla === undefined) throw new Error(`no template ${id}`)
  const chosen: Record<string, string> = {}
  for (const [nombre, [tipo, config]] of Object.entries(pares))
    chosen[nombre] = await galeria.addServidor(tipo, config, `${nombre} de ${id}`)
  const proceso = await galeria.importPlantilla(plantilla, chosen)
  return (entrada: object) => galeria.run(proceso.id, entrada)
}

test.skipIf(!hasSshd)('csv-sftp-a-base updates a row a line over the sshd of OpenSSH', async () => {
  const peer = await startSshd()
  onTestFinished(() => peer.stop())
  const { otraClave: _, ...config } = peer.config
  const run = await bring('csv-sftp-a-base', { archivos: ['sftp', { ...config, carpeta: peer.remota }] })
  await mkdir(join(peer.carpeta, 'entrada'))
  await writeFile(
    join(peer.carpeta, 'entrada/existencias.csv'),
    'codigo,existencias\nCAF-250,0\nNADA,3\nTE-VERDE,mal\n',
  )
  expect(await run({ nombre: 'existencias.csv' })).toEqual({
    estado: 200,
    salida: { lineas: 3, actualizados: 1, desconocidos: ['NADA'], fallos: 1 },
  })
})

test.skipIf(!hasVsftpd)('partir-archivo cuts a file of 2500 lines over the FTP of vsftpd', async () => {
  const peer = await startVsftpd({ seguridad: 'ninguna' })
  onTestFinished(() => peer.stop())
  const run = await bring('partir-archivo', { archivos: ['ftp', peer.config] })
  await mkdir(join(peer.carpeta, 'entrada'))
  await mkdir(join(peer.carpeta, 'partes'))
  const lines = Array.from({ length: 2_500 }, (_, index) => `${index},x`)
  await writeFile(join(peer.carpeta, 'entrada/ventas.csv'), `id,b\n${lines.join('\n')}\n`)
  expect(await run({ nombre: 'ventas.csv' })).toEqual({ estado: 200, salida: { partes: 3, lineas: 2_500 } })
  expect((await readdir(join(peer.carpeta, 'partes'))).toSorted()).toEqual([
    'ventas-0001.csv',
    'ventas-0002.csv',
    'ventas-0003.csv',
  ])
  const last = await readFile(join(peer.carpeta, 'partes/ventas-0003.csv'), 'utf8')
  expect(last.trim().split(/\r?\n/)).toHaveLength(501)
})

test.skipIf(!hasDovecot || !hasVsftpd)(
  'adjuntos-de-correo takes the files of a message of Dovecot to vsftpd',
  async () => {
    const buzon = await startDovecot()
    const archivos = await startVsftpd({ seguridad: 'ninguna' })
    onTestFinished(async () => {
      await buzon.stop()
      await archivos.stop()
    })
    await mkdir(join(archivos.carpeta, 'correo'))
    const [con, sin] = await fillMailbox(buzon, {
      mensajes: [
        {
          from: 'a@a.example',
          subject: 'Factura',
          text: 'Va',
          attachments: [
            { filename: 'f 1.bin', content: Buffer.of(0, 255, 13, 10) },
            { filename: 'b.txt', content: 'ñ' },
          ],
        },
        { from: 'a@a.example', subject: 'Hola', text: 'Nada' },
      ],
    })
    const run = await bring('adjuntos-de-correo', {
      buzon: ['imap', buzon.config],
      archivos: ['ftp', archivos.config],
    })
    expect(await run({ uid: con })).toEqual({
      estado: 200,
      salida: { archivos: [`correo/${con}-f_1.bin`, `correo/${con}-b.txt`] },
    })
    expect(await readFile(join(archivos.carpeta, `correo/${con}-f_1.bin`))).toEqual(Buffer.of(0, 255, 13, 10))
    expect(await run({ uid: sin })).toEqual({ estado: 200, salida: { archivos: [] } })
  },
)

test('archivar-en-s3 writes under the month and gives an address at which it is read', async () => {
  const peer = await startS3()
  onTestFinished(() => peer.stop())
  const { puerto: _, ...config } = peer.config
  const run = await bring('archivar-en-s3', { archivo: ['s3', { ...config, bucket: 'cubo' }] })
  const { estado, salida } = await run({ fecha: '2026-03-09', tipo: 'factura', documento: 'hola' })
  expect([estado, salida.ruta]).toEqual([
    201,
    expect.stringMatching(/^factura\/2026\/03\/[0-9a-f]{64}\.txt$/),
  ])
  expect(await readFile(join(peer.carpeta, salida.ruta), 'utf8')).toBe('hola')
  expect(await (await fetch(salida.direccion)).text()).toBe('hola')
})

test.skipIf(!(await hasRabbitmq()))(
  'cola-a-base stores what is whole, and puts the rest aside in RabbitMQ',
  async () => {
    const apartados = await openCola({ nombre: 'pedidos.apartados' })
    onTestFinished(() => apartados.close())
    const run = await bring('cola-a-base', { colas: ['rabbitmq', RABBITMQ] })
    const completo = { clienteId: 1, totalCentimos: 1_990 }
    expect(await run({ mensaje: completo })).toEqual({ estado: 200, salida: { estado: 'guardado' } })
    expect(await apartados.take()).toBe(null)
    const incompleto = { totalCentimos: 5 }
    expect(await run({ mensaje: incompleto })).toEqual({
      estado: 202,
      salida: { estado: 'apartado: incompleto' },
    })
    expect(JSON.parse((await apartados.take()) ?? '')).toEqual({
      motivo: 'Le faltan datos.',
      original: incompleto,
    })
    const imposible = { clienteId: 9_999, totalCentimos: 5 }
    expect(await run({ mensaje: imposible })).toEqual({ estado: 202, salida: { estado: 'apartado: fallo' } })
    expect(JSON.parse((await apartados.take()) ?? '')).toEqual({
      motivo: expect.any(String),
      original: imposible,
    })
  },
)

test.skipIf(!hasSlapd)(
  'consultar-directorio finds a person of OpenLDAP, and no filter in what is asked',
  async () => {
    const peer = await startSlapd()
    onTestFinished(() => peer.stop())
    const run = await bring('consultar-directorio', { directorio: ['ldap', peer.config] })
    expect(await run({ uid: 'ana' })).toEqual({
      estado: 200,
      salida: { nombre: 'Ana Ruiz', correo: 'ana@ejemplo.com', grupos: [] },
    })
    expect((await run({ uid: '*' })).estado).toBe(404)
  },
)

test('informe-por-correo sends the sales of the shop, with their CSV', async () => {
  const peer = await startServidorDeCorreo()
  onTestFinished(() => peer.close())
  const config = {
    host: '127.0.0.1',
    puerto: peer.puerto,
    seguridad: 'ninguna',
    remitente: 'div@tienda.example',
  }
  const run = await bring('informe-por-correo', { correo: ['smtp', config] })
  const { estado, salida } = await run({ para: 'ventas@tienda.example' })
  expect([estado, salida]).toEqual([200, { ciudades: expect.any(Number), mejor: expect.any(String) }])
  const [{ para, texto } = { para: [], texto: '' }] = peer.recibidos
  expect(para).toEqual(['ventas@tienda.example'])
  expect(texto).toContain('ventas.csv')
})

test.skipIf(missingPhp() !== null)(
  'soap-a-rest offers an operation of a SoapServer of PHP, and its Fault as 502',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'div-divisas-'))
    const WSDL = join(folder, 'divisas.wsdl')
    let contenido = ''
    const peer = await startServicio((puerto) => {
      contenido = divisas(`http://127.0.0.1:${puerto}/divisas`)
      writeFileSync(WSDL, contenido)
      const file = join(import.meta.dirname, '__fixtures__/divisas.php')
      return spawn('php', ['-S', `127.0.0.1:${puerto}`, file], {
        env: { ...process.env, WSDL },
        stdio: 'ignore',
      })
    })
    onTestFinished(async () => {
      await peer.close()
      await rm(folder, { recursive: true })
    })
    const run = await bring('soap-a-rest', {
      divisas: ['soap', { archivos: [{ nombre: 'divisas.wsdl', contenido }] }],
    })
    expect(await run({ moneda: 'USD' })).toEqual({ estado: 200, salida: { moneda: 'USD', cambio: 1.0845 } })
    expect((await run({ moneda: 'EUR' })).estado).toBe(502)
  },
)
