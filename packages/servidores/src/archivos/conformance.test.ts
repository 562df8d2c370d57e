import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { queryObjects } from 'node:v8'
import { Binario, Fecha } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServidorDefinition } from '../define-servidor.ts'
import { ftp } from '../ftp/ftp.ts'
import { s3 } from '../s3/s3.ts'
import { startS3 } from '../s3/testing.ts'
import { sftp } from '../sftp/sftp.ts'
import { callContext, connectDeps, openSilentWay } from '../sql/testing.ts'
import type { ArchivosConnection } from './archivos-connection.ts'
import { hasSshd, hasVsftpd, startSshd, startVsftpd, type TestArchivos } from './testing.ts'

/** Its settings, where it is reached over another way. */
interface Reached {
  host?: string
  puerto: number
}

const asGiven = (config: object): object => config

/** Of which there is none: whoever counts them has all garbage collected first. */
class Nobody {}

/** Rows of the large file. */
const VENTAS = 120_000

/** One table of behaviour, for every protocol of files. */
const SYSTEMS = [
  {
    name: 'SFTP: sshd of OpenSSH',
    definition: sftp,
    isHere: hasSshd,
    configOf: asGiven,
    isApart: true,
    start: () => startSshd(),
  },
  {
    name: 'FTP: vsftpd',
    definition: ftp,
    isHere: hasVsftpd,
    configOf: asGiven,
    isApart: true,
    start: () => startVsftpd({ seguridad: 'ninguna' }),
  },
  {
    name: 'FTPS: vsftpd',
    definition: ftp,
    isHere: hasVsftpd,
    configOf: asGiven,
    isApart: true,
    start: () => startVsftpd({ seguridad: 'explicita' }),
  },
  {
    name: 'S3: a service of the tests',
    definition: s3,
    isHere: true,
    configOf: ({ host = '127.0.0.1', puerto, ...config }: Reached) => ({
      ...config,
      endpoint: `http://${host}:${puerto}`,
    }),
    isApart: false,
    start: () => startS3(),
  },
]

describe.each(SYSTEMS)('$name', ({ definition, isHere, configOf, isApart, start }) => {
  describe.skipIf(!isHere)('as a server of files', () => {
    let server: TestArchivos
    let connection: ArchivosConnection
    const general: ServidorDefinition = definition

    // Both connect to the same kind.
    const open = async (changes: object = {}, limits: object = {}) => {
      const { otraClave: _, ...config } = server.config
      const deps = connectDeps()
      const parsed = general.config.parse(configOf({ ...config, ...changes }))
      return (await general.connect(parsed, {
        ...deps,
        limits: { ...deps.limits, ...limits },
      })) as ArchivosConnection
    }
    const prepare = (objeto: object, parametros: readonly string[]) => {
      const tipo = general.objetos.archivo
      if (!tipo) throw new Error('no files')
      return tipo.prepare(tipo.objeto.parse(objeto), parametros, connectDeps())
    }
    const call = (objeto: object, valores: Record<string, unknown> = {}, on = connection) =>
      prepare(objeto, Object.keys(valores)).run(on, valores, callContext())
    const ruta = (name: string) => `${server.remota}/${name}`
    const here = (name: string) => join(server.carpeta, name)

    beforeAll(async () => {
      server = await start()
      connection = await open()
    })
    afterAll(async () => {
      await connection.close()
      await server.stop()
    })

    test.each<readonly [formato: string, contenido: unknown, read: unknown]>([
      ['texto', 'año ñandú €', 'año ñandú €'],
      ['json', { nombre: 'Ana', notas: [1, null] }, { nombre: 'Ana', notas: [1, null] }],
      ['binario', new Binario(Uint8Array.of(0, 255, 13, 10)), new Binario(Buffer.of(0, 255, 13, 10))],
      ['texto', '', ''],
    ])('a file is written and read as %s', async (formato, contenido, read) => {
      const objeto = { ruta: ruta('{n} con espacio.dat'), formato }
      await call({ ...objeto, operacion: 'escribir' }, { n: formato, contenido })
      expect(await call(objeto, { n: formato })).toEqual({ contenido: read })
      await call({ ...objeto, operacion: 'borrar' }, { n: formato })
      expect(await readdir(server.carpeta)).toEqual([])
    })

    test('records are written as CSV and come back, quotes, line ends and nulls too', async () => {
      const contenido = [
        { id: '1', nombre: 'Ana "la ñ", Ruiz', nota: null },
        { id: '2', nombre: 'dos\nlíneas', nota: '' },
      ]
      const objeto = { ruta: ruta('notas.csv'), formato: 'csv', separador: ';' }
      await call({ ...objeto, operacion: 'escribir' }, { contenido })
      expect(await call(objeto)).toEqual(contenido)
      await call({ ...objeto, operacion: 'borrar' })
    })

    test.each<readonly [formato: string, objeto: object, contenido: readonly unknown[]]>([
      [
        'anchoFijo',
        {
          anchoFijo: {
            columnas: [
              { nombre: 'cuenta', largo: 10 },
              { nombre: 'importe', largo: 12, tipo: 'decimal', relleno: '0', decimales: 2 },
              { nombre: 'dia', largo: 8, tipo: 'fecha', patron: 'aaaammdd' },
            ],
          },
          codificacion: 'iso-8859-1',
        },
        [{ cuenta: 'Ñandú', importe: -12.5, dia: new Fecha(2026, 11, 21) }],
      ],
      ['jsonl', {}, [{ id: 1, notas: [null, 'á'] }, { id: 2 }]],
      ['edi', { edi: { una: true } }, [{ segmento: 'BGM', elementos: ['220', ['a', 'b+c']] }]],
      ['xlsx', {}, [{ id: 1, dia: new Fecha(2026, 11, 21), nombre: 'Ruiz' }]],
      [
        'csv',
        {
          codificacion: 'utf-8-bom',
          csv: { columnas: [{ nombre: 'importe', tipo: 'decimal' }], decimal: 'coma' },
          separador: ';',
        },
        [{ importe: 12.5, nombre: 'año' }],
      ],
    ])('records are written as %s and come back', async (formato, more, contenido) => {
      const objeto = { ruta: ruta('registros.dat'), formato, ...more }
      await call({ ...objeto, operacion: 'escribir' }, { contenido })
      expect(await call(objeto)).toEqual(contenido)
      await call({ ...objeto, operacion: 'borrar' })
    })

    test('a text of Windows-1252 is read as such, and refused as UTF-8', async () => {
      await writeFile(here('viejo.csv'), Buffer.from('a;b\r\nCafé;1\r\n', 'latin1'))
      const objeto = { ruta: ruta('viejo.csv'), formato: 'csv', separador: ';' }
      expect(await call({ ...objeto, codificacion: 'windows-1252' })).toEqual([{ a: 'Café', b: '1' }])
      await expect(call(objeto)).rejects.toThrow('no es texto utf-8')
      await call({ ...objeto, operacion: 'borrar' })
    })

    test('a file takes the place of another one only where that is wanted', async () => {
      const objeto = { ruta: ruta('pedido.txt'), operacion: 'escribir' }
      await call(objeto, { contenido: 'uno' })
      await expect(call({ ...objeto, sobrescribir: false }, { contenido: 'dos' })).rejects.toThrow(
        'ya hay un archivo con el nombre nuevo',
      )
      expect(await readFile(here('pedido.txt'), 'utf8')).toBe('uno')
      await call(objeto, { contenido: 'tres' })
      expect(await readFile(here('pedido.txt'), 'utf8')).toBe('tres')
      expect(await readdir(server.carpeta)).toEqual(['pedido.txt'])
    })

    test('a file is moved to a new folder, which is listed and looked into', async () => {
      await call({ operacion: 'crearCarpeta', ruta: ruta('hecho') })
      await call(
        { operacion: 'mover', ruta: ruta('pedido.txt'), destino: ruta('hecho/pedido-{n}.txt') },
        { n: 7 },
      )
      expect(await call({ operacion: 'listar', ruta: server.remota })).toMatchObject({
        entradas: [{ nombre: 'hecho', clase: 'carpeta' }],
        total: 1,
      })
      expect(await call({ operacion: 'listar', ruta: ruta('hecho') })).toMatchObject({
        entradas: [{ nombre: 'pedido-7.txt', clase: 'archivo', bytes: 4 }],
      })
      const look = (q: string) => connection.listRutas({ q, limite: 10 }, AbortSignal.timeout(5_000))
      expect(await look(ruta('he'))).toEqual([
        { nombre: ruta('hecho/'), tipoObjeto: 'archivo', clase: 'carpeta' },
      ])
      expect(await look(ruta('hecho/pe'))).toEqual([
        { nombre: ruta('hecho/pedido-7.txt'), tipoObjeto: 'archivo', clase: 'archivo' },
      ])
      await call({ operacion: 'borrar', ruta: ruta('hecho/pedido-7.txt') })
    })

    test.each(['leer', 'borrar'])(
      'of a file that is not there, %s says its name; the connection stays',
      async (operacion) => {
        await expect(call({ operacion, ruta: ruta('nada.txt') })).rejects.toThrow('nada.txt»)')
        expect(connection.usable).toBe(true)
        await connection.ping(AbortSignal.timeout(5_000))
      },
    )

    test.each([
      ['{n}', '../../etc/passwd', 'no puede subir'],
      ['{n}', '/etc/passwd', 'empieza por «/»'],
      ['{n}', 'a\r\nDELE b', 'caracteres de control'],
    ])('a value cannot lead elsewhere: %s of %j', async (text, n, mensaje) => {
      await expect(call({ ruta: ruta(text) }, { n })).rejects.toMatchObject({
        errores: [{ campo: 'objeto.ruta', mensaje: expect.stringContaining(mensaje) }],
      })
    })

    test('a file larger than allowed is given up, by the limit that says so', async () => {
      const large = await open()
      await writeFile(here('grande.txt'), 'x'.repeat(200_000))
      await expect(call({ ruta: ruta('grande.txt'), maximoBytes: 100_000 }, {}, large)).rejects.toMatchObject(
        {
          codigo: 'RESPUESTA_DEMASIADO_GRANDE',
        },
      )
      expect(large.usable).toBe(false)
    })

    const readVentas = (on: ArchivosConnection) => {
      const { stream } = prepare({ ruta: ruta('ventas.csv'), formato: 'csv' }, [])
      if (!stream) throw new Error('no cursor')
      return stream(on, {}, callContext())
    }

    test('a large CSV is read row by row in flat memory', { timeout: 60_000 }, async () => {
      await writeVentas(here('ventas.csv'), VENTAS)
      const before = process.memoryUsage().arrayBuffers
      // The last one almost at the end: whoever keeps what was read has most of the file by then.
      const looks = [30_000, 70_000, 115_000]
      let [count, highest] = [0, 0]
      for await (const batch of readVentas(connection)) {
        count += batch.length
        const due = looks.filter((look) => look <= count).length
        // Of a server in this process its own memory would count too.
        if (due > 0 && isApart) highest = Math.max(highest, heldSince(before))
        looks.splice(0, due)
      }
      expect([count, looks]).toEqual([VENTAS, []])
      // The file has 4 MB.
      expect(highest).toBeLessThan(3_000_000)
    })

    test('who reads a large CSV may leave in its middle', async () => {
      const left = await open()
      for await (const batch of readVentas(left)) {
        expect(batch[0]).toEqual({ id: '0', nombre: 'cliente número 0', importe: '0.50' })
        break
      }
      expect(left.usable).toBe(false)
    })

    test('an XML is read element by element as its schema says, however large, and the line that is wrong is told', async () => {
      const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="ventas"><xs:complexType><xs:sequence>
        <xs:element name="venta" maxOccurs="unbounded"><xs:complexType><xs:sequence>
          <xs:element name="cliente" type="xs:string"/><xs:element name="dia" type="xs:date"/>
        </xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element></xs:schema>`
      const count = 5_000
      const venta = (id: number, dia: string) =>
        `<venta id="${id}"><cliente>Núñez &amp; ${id}</cliente><dia>${dia}</dia></venta>\n`
      const ventas = Array.from({ length: count }, (_, id) => venta(id, '2026-11-23')).join('')
      await writeFile(here('ventas.xml'), `<?xml version="1.0"?>\n<ventas>\n${ventas}</ventas>`)
      await writeFile(here('mal.xml'), `<ventas>\n${ventas}${venta(7, 'ayer')}</ventas>`)
      const objetoOf = (nombre: string, archivos: readonly object[]) => ({
        ruta: ruta(nombre),
        formato: 'xml',
        xml: { elemento: 'ventas/venta', archivos },
      })
      const read = async (nombre: string, archivos: readonly object[] = []) => {
        const { stream } = prepare(objetoOf(nombre, archivos), [])
        if (!stream) throw new Error('no cursor')
        const filas: unknown[] = []
        for await (const batch of stream(await open({}, { filas: 10 }), {}, callContext()))
          filas.push(...batch)
        return filas
      }
      const archivos = [{ nombre: 'ventas.xsd', contenido: xsd }]
      const filas = await read('ventas.xml', archivos)
      expect(filas).toHaveLength(count)
      expect(filas.at(-1)).toEqual({ '@id': 4_999, cliente: 'Núñez & 4999', dia: new Fecha(2026, 11, 23) })
      expect((await read('ventas.xml'))[7]).toEqual({ '@id': '7', cliente: 'Núñez & 7', dia: '2026-11-23' })
      await expect(read('mal.xml', archivos)).rejects.toThrow(`línea ${count + 2}, campo «dia»`)
      expect(await call(objetoOf('ventas.xml', archivos))).toEqual(filas)
      for (const nombre of ['ventas.xml', 'mal.xml']) await call({ operacion: 'borrar', ruta: ruta(nombre) })
    })

    test.each([
      [{ operacion: 'escribir', xml: { elemento: 'a/b' } }, 'objeto.formato'],
      [{}, 'objeto.xml'],
      [
        { xml: { elemento: 'a/b', archivos: [{ nombre: 'a.xsd', contenido: '<a/>' }] } },
        'objeto.xml.archivos',
      ],
      [
        {
          xml: {
            elemento: 'a/b',
            archivos: [
              {
                nombre: 'a.xsd',
                contenido: '<schema xmlns="http://www.w3.org/2001/XMLSchema"><element name="a"/></schema>',
              },
            ],
          },
        },
        'objeto.xml.elemento',
      ],
    ])('an XML that nobody could read is refused at publish: %j', (objeto, campo) => {
      const parametros = 'operacion' in objeto ? ['contenido'] : []
      expect(() => prepare({ ruta: 'a.xml', formato: 'xml', ...objeto }, parametros)).toThrow(
        expect.objectContaining({ errores: [expect.objectContaining({ campo })] }),
      )
    })

    test('lines come without their ends, wherever the pieces are cut', async () => {
      const lineas = Array.from({ length: 20_000 }, (_, n) => `línea ${n} ñ`)
      await writeFile(here('lineas.txt'), lineas.join('\r\n'))
      expect(await call({ ruta: ruta('lineas.txt'), formato: 'lineas' })).toEqual(lineas)
    })

    test('a call that is given up leaves its connection, which is used no more', async () => {
      const way = await openSilentWay({ host: '127.0.0.1', puerto: server.config.puerto })
      const silent = await open(way.config)
      way.fallSilent()
      const controller = new AbortController()
      const listing = silent.list(server.remota, controller.signal)
      const reason = new Error('nobody waits')
      controller.abort(reason)
      await expect(listing).rejects.toBe(reason)
      expect(silent.usable).toBe(false)
      await way.close()
    })

    test('reading ends when the connection goes between two pieces', async () => {
      const way = await openSilentWay({ host: '127.0.0.1', puerto: server.config.puerto })
      const cut = await open(way.config)
      const pieces = cut.read(ruta('ventas.csv'), new AbortController().signal)
      await pieces.next()
      await way.close()
      await expect.poll(() => cut.usable, { timeout: 60_000 }).toBe(false)
      const rest = async () => {
        for await (const _ of pieces);
      }
      await expect(rest()).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
    })

    test('a folder that holds more than an answer may is refused', async () => {
      const narrow = await open({}, { filas: 1 })
      await call({ operacion: 'escribir', ruta: ruta('otro.txt') }, { contenido: 'x' })
      await expect(call({ operacion: 'listar', ruta: server.remota }, {}, narrow)).rejects.toThrow(
        'la carpeta tiene más de 1 entradas',
      )
      await narrow.close()
    })

    test('a server that is of one folder leads out of it nowhere', async () => {
      await call({ operacion: 'crearCarpeta', ruta: ruta('propia') })
      const propia = await open({ carpeta: ruta('propia') })
      await call({ operacion: 'escribir', ruta: 'a.txt' }, { contenido: 'x' }, propia)
      expect(await call({ ruta: ruta('propia/a.txt') })).toEqual({ contenido: 'x' })
      expect(await call({ operacion: 'listar', ruta: '.' }, {}, propia)).toMatchObject({ total: 1 })
      expect(await propia.listRutas({ limite: 10 }, AbortSignal.timeout(60_000))).toMatchObject([
        { nombre: 'a.txt' },
      ])
      await expect(call({ ruta: ruta('ventas.csv') }, {}, propia)).rejects.toMatchObject({
        errores: [{ campo: 'objeto.ruta', mensaje: expect.stringContaining('no es de la carpeta') }],
      })
      await propia.close()
    })

    test('reading that is given up ends too', async () => {
      const other = await open()
      const controller = new AbortController()
      const reason = new Error('nobody waits')
      const read = async () => {
        for await (const _ of other.read(ruta('ventas.csv'), controller.signal)) controller.abort(reason)
      }
      await expect(read()).rejects.toBe(reason)
      expect(other.usable).toBe(false)
    })
  })
})

/** What nobody holds does not count; collecting it takes a good part of a second. */
function heldSince(before: number): number {
  queryObjects(Nobody)
  return process.memoryUsage().arrayBuffers - before
}

async function writeVentas(archivo: string, total: number): Promise<void> {
  const written = createWriteStream(archivo)
  written.write('id,nombre,importe\n')
  for (let start = 0; start < total; start += 10_000) {
    const block = Array.from(
      { length: 10_000 },
      (_, n) => `${start + n},cliente número ${start + n},${n}.50\n`,
    )
    if (!written.write(block.join(''))) await once(written, 'drain')
  }
  written.end()
  await once(written, 'close')
}
