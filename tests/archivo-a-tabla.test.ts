import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FLUJO_VERSION, type Flujo } from '@div/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasSshd, startSshd, type TestArchivos } from '../packages/servidores/src/archivos/testing.ts'
import { type FaultMotor, startFaultMotor } from './faults/fault-motor.ts'
import { postgresPeer } from './faults/peers.ts'

const ROWS = 6_000
const BLOCK = 1_000
const posicion = { x: 0, y: 0 }

const CSV = {
  formato: 'csv',
  separador: ';',
  csv: {
    decimal: 'coma',
    columnas: [
      { nombre: 'id', tipo: 'entero' },
      { nombre: 'importe', tipo: 'decimal' },
      { nombre: 'dia', tipo: 'fecha', patron: 'dd/mm/aaaa' },
    ],
  },
}

const XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="ventas"><xs:complexType><xs:sequence>
  <xs:element name="venta" maxOccurs="unbounded"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:int"/><xs:element name="nombre" type="xs:string"/>
    <xs:element name="importe" type="xs:decimal"/><xs:element name="dia" type="xs:date"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:sequence></xs:complexType></xs:element></xs:schema>`
const XML = {
  formato: 'xml',
  xml: { elemento: 'ventas/venta', archivos: [{ nombre: 'ventas.xsd', contenido: XSD }] },
}

describe.skipIf(!hasSshd)('a file of an SFTP, through a split into a table', () => {
  let motor: FaultMotor
  let server: TestArchivos
  let client: pg.Client
  let [sftpId, baseId] = ['', '']

  beforeAll(async () => {
    server = await startSshd()
    // A list may hold less than the file does: only a cursor gets through.
    motor = await startFaultMotor({ elementos: 2_000, filas: 2_000 })
    const { otraClave: _, ...config } = server.config
    sftpId = await motor.addServidor({ tipoServidor: 'sftp', config })
    const { url } = motor.motor.database
    client = new pg.Client(url)
    await client.connect()
    const peer = postgresPeer(url)
    baseId = await motor.addServidor(peer.servidorAt(peer.address))
    await client.query(
      'create table ventas (id integer primary key, nombre text, importe numeric(12, 2), dia date)',
    )
  })
  // What came before a line that could not be read stays.
  beforeEach(async () => {
    await client.query('truncate ventas')
  })
  afterAll(async () => {
    await client?.end()
    await motor?.close()
    await server?.stop()
  })

  test('each row of a CSV arrives as its types say, and the line that cannot be read is told', {
    timeout: 60_000,
  }, async () => {
    await write('ventas.csv', ROWS)
    await publish('bien', 'ventas.csv', CSV)
    expect(await motor.call('bien')).toMatchObject({ status: 200 })
    await expectAll()

    await write('mal.csv', 3_000, 'x;"mal";uno;01/01/2026\r\n')
    await publish('mal', 'mal.csv', CSV)
    expect((await motor.call('mal')).status).toBe(502)
    expect((await motor.takeErrors()).join()).toContain('línea 3002, campo «id»: «x» no es un número entero')
    await motor.expectWhole()
  })

  test('each element of an XML arrives as its schema says, and the line that does not keep to it is told', {
    timeout: 60_000,
  }, async () => {
    await writeXml('ventas.xml', ROWS)
    await publish('xml', 'ventas.xml', XML)
    expect(await motor.call('xml')).toMatchObject({ status: 200 })
    await expectAll()

    await writeXml('mal.xml', 3_000, '<venta><id>x</id></venta>\n')
    await publish('xml-mal', 'mal.xml', XML)
    expect((await motor.call('xml-mal')).status).toBe(502)
    expect((await motor.takeErrors()).join()).toContain('línea 3002, campo «id»')
    await motor.expectWhole()
  })

  /** And leaves none. */
  async function expectAll(): Promise<void> {
    const read = await client.query(
      `select count(*)::int filas, sum(importe)::text suma, max(dia)::text ultima from ventas where nombre like 'Artículo "%"'`,
    )
    expect(read.rows).toEqual([
      { filas: ROWS, suma: `${((ROWS - 1) * ROWS) / 2 + ROWS / 2}.00`, ultima: '2026-11-28' },
    ])
    await client.query('truncate ventas')
  }

  async function writeXml(nombre: string, rows: number, last = ''): Promise<void> {
    const ventas = Array.from({ length: rows }, (_, id) => {
      const dia = `2026-11-${String(1 + (id % 28)).padStart(2, '0')}`
      return `<venta><id>${id}</id><nombre>Artículo "${id}"</nombre><importe>${id}.50</importe><dia>${dia}</dia></venta>\n`
    })
    await writeFile(join(server.carpeta, nombre), `<ventas>\n${ventas.join('')}${last}</ventas>`)
  }

  function write(nombre: string, rows: number, last = ''): Promise<void> {
    async function* lines() {
      yield 'id;nombre;importe;dia\r\n'
      for (let start = 0; start < rows; start += BLOCK)
        yield Array.from({ length: BLOCK }, (_, at) => {
          const id = start + at
          return `${id};"Artículo ""${id}""";${id},50;${String(1 + (id % 28)).padStart(2, '0')}/11/2026\r\n`
        }).join('')
      yield last
    }
    return pipeline(Readable.from(lines()), createWriteStream(join(server.carpeta, nombre)))
  }

  async function publish(ruta: string, archivo: string, formato: object): Promise<void> {
    const objeto = { operacion: 'leer', ruta: `${server.remota}/${archivo}`, ...formato }
    const masivo = {
      tabla: 'ventas',
      operacion: 'insertarMasivo',
      columnas: ['id', 'nombre', 'importe', 'dia'],
    }
    const flujo: Flujo = {
      version: FLUJO_VERSION,
      nodos: [
        { id: 'e', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: [] },
        {
          id: 'q',
          tipo: 'proceso',
          nombre: 'Leer',
          posicion,
          parametros: [],
          servidorId: sftpId,
          tipoServidor: 'sftp',
          tipoObjeto: 'archivo',
          objeto,
        },
        {
          id: 'p',
          tipo: 'splitter-split',
          nombre: 'Por tandas',
          posicion,
          parametros: [],
          lista: { nodo: 'q', ruta: '' },
          cursor: true,
          lote: 500,
        },
        {
          id: 'i',
          tipo: 'proceso',
          nombre: 'Insertar',
          posicion,
          servidorId: baseId,
          tipoServidor: 'postgresql',
          tipoObjeto: 'tabla',
          objeto: masivo,
          parametros: [{ nombre: 'filas', valorAsignado: { nodo: 'p', ruta: 'elemento' } }],
        },
        { id: 'j', tipo: 'splitter-join', nombre: 'Fin', posicion, parametros: [], split: 'p' },
        {
          id: 's',
          tipo: 'salida',
          nombre: 'Salida',
          posicion,
          parametros: [{ nombre: 'tandas', valorAsignado: { nodo: 'j', ruta: 'total' } }],
        },
      ],
      conexiones: ['e>q', 'q>p', 'p>i', 'i>j', 'j>s'].map((line, at) => {
        const [origen = '', destino = ''] = line.split('>')
        return { id: `c${at}`, origen, destino, ...(origen === 'p' && { salida: 'elemento' }) }
      }),
    }
    const procesoId = await motor.motor.publishProceso(flujo)
    await motor.motor.publishCanal({ ruta, tiempoMaximoMs: 60_000 }, [
      { procesoId, metodo: 'GET', ruta: '/' },
    ])
  }
})
