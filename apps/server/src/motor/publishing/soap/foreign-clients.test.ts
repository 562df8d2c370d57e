import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSoapMotor } from './soap-testing.ts'

/*
 * The canal as clients of other makers see it, from its WSDL alone. They are packages of Debian: php-cli with php-soap, python3-zeep,
 * libsoap-lite-perl, gsoap with libgsoap-dev and g++.
 */

const run = promisify(execFile)
const fixture = (name: string) => join(import.meta.dirname, '__fixtures__', name)
/** That of Debian, which has its packages, and not one of another installation that comes first. */
const PYTHON = '/usr/bin/python3'

async function has(command: string, ...args: string[]): Promise<boolean> {
  try {
    await run(command, args)
    return true
  } catch {
    // It is not installed, or its module is not.
    return false
  }
}
const [hasPhp, hasZeep, hasSoapLite, hasGsoap] = await Promise.all([
  has('php', '-r', 'exit(extension_loaded("soap") ? 0 : 1);'),
  has(PYTHON, '-c', 'import zeep'),
  has('perl', '-MSOAP::Lite', '-e', '1'),
  has('sh', '-c', 'command -v wsdl2h soapcpp2 g++ && test -e /usr/include/stdsoap2.h'),
])

let soap: Awaited<ReturnType<typeof startSoapMotor>>
beforeAll(async () => {
  soap = await startSoapMotor()
})
afterAll(() => soap.close())

async function call(command: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await run(command, args)
  return JSON.parse(stdout)
}

const NO_NEGATIVE = { campo: 'b', mensaje: 'El mínimo es 0.' }
const REFUSED = 'Los datos de entrada no cumplen el contrato del proceso. b: El mínimo es 0.'

describe.each(['1.1', '1.2'])('SOAP %s', (version) => {
  const client = version === '1.1' ? 'soap:Client' : 'soap:Sender'

  test.skipIf(!hasPhp)(
    'PHP: accents, nulls, lists in lists, dates and decimals are the same both ways',
    async () => {
      expect(await call('php', fixture('cliente.php'), `${soap.url}?wsdl`, version)).toEqual({
        answer: {
          cliente: 'Íñigo Ñandú €',
          nota: null,
          total: '12345678901234567.89',
          unidades: Number('9007199254740993'),
          urgente: true,
          dia: '2026-11-22',
          momento: '2026-11-22T09:00:00.000Z',
          adjunto: '00ff',
          lineas: [
            { producto: 'Café & té', precio: '1.5', etiquetas: ['x', 'y'] },
            { producto: '', precio: null },
          ],
          matriz: [{ elemento: [1, 2] }, { elemento: [3] }, {}, null],
          saludo: 'Hola, ÍÑIGO ÑANDÚ €',
        },
        faults: [
          { code: client, reason: 'No se puede dividir', detail: { DividirError422: { divisor: '0' } } },
          {
            code: client,
            reason: REFUSED,
            detail: {
              Problema: expect.objectContaining({ codigo: 'ENTRADA_INVALIDA', errores: NO_NEGATIVE }),
            },
          },
        ],
      })
    },
  )

  test.skipIf(!hasZeep)('zeep: the same, with the types of Python', async () => {
    expect(await call(PYTHON, fixture('cliente.py'), `${soap.url}?wsdl`, version)).toEqual({
      answer: {
        cliente: 'Íñigo Ñandú €',
        nota: null,
        total: '12345678901234567.89',
        unidades: Number('9007199254740993'),
        urgente: true,
        dia: '2026-11-22',
        momento: '2026-11-22T09:00:00+00:00',
        adjunto: '00ff',
        lineas: [
          { producto: 'Café & té', precio: '1.5', etiquetas: ['x', 'y'] },
          { producto: null, precio: null, etiquetas: [] },
        ],
        // An element without any in it is nothing to zeep, though it is no nil.
        matriz: [{ elemento: [1, 2] }, { elemento: [3] }, null],
        saludo: 'Hola, ÍÑIGO ÑANDÚ €',
      },
      faults: [
        { code: client, reason: 'No se puede dividir', detail: { divisor: '0' } },
        {
          code: client,
          reason: REFUSED,
          detail: expect.objectContaining({ codigo: 'ENTRADA_INVALIDA', errores: [NO_NEGATIVE] }),
        },
      ],
    })
  })
})

test.skipIf(!hasSoapLite)(
  'SOAP::Lite: a stub of the WSDL for what is flat, named data for the rest',
  async () => {
    const { answer, lineas, lists, ...others } = Object(
      await call('perl', fixture('cliente.pl'), `${soap.url}?wsdl`),
    )
    expect(others).toEqual({
      quotient: '0.25',
      faults: [
        { code: 'soap:Client', reason: 'No se puede dividir', detail: 'DividirError422' },
        {
          code: 'soap:Client',
          reason: REFUSED,
          detail: 'Problema',
        },
      ],
    })
    expect(answer).toMatchObject({
      cliente: 'Íñigo Ñandú €',
      nota: null,
      total: '12345678901234567.89',
      dia: '2026-11-22',
      momento: '2026-11-22T09:00:00.000Z',
      saludo: 'Hola, ÍÑIGO ÑANDÚ €',
    })
    expect(lineas).toEqual([
      { producto: 'Café & té', precio: '1.5' },
      { producto: 'Pan', precio: null },
    ])
    expect(lists).toEqual([
      ['x', 'y'],
      ['1', '2', '3'],
    ])
  },
)

test.skipIf(!hasGsoap)(
  'gSOAP: a program of what it generates from the WSDL',
  { timeout: 180_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'div-gsoap-'))
    try {
      const inFolder = { cwd: folder }
      await run('wsdl2h', ['-o', 'canal.h', `${soap.url}?wsdl`], inFolder)
      await run('soapcpp2', ['-j', '-C', '-1', '-x', '-I/usr/share/gsoap/import', 'canal.h'], inFolder)
      const sources = [fixture('cliente.cpp'), 'soapC.cpp', 'soapCanal_USCOREtiendaSoapProxy.cpp']
      await run('g++', ['-O0', '-I.', '-o', 'cliente', ...sources, '-lgsoap++'], inFolder)
      const { stdout } = await run(join(folder, 'cliente'), [soap.url], inFolder)
      expect(stdout.split('\n').slice(0, 2)).toEqual([
        'Hola, ÍÑIGO ÑANDÚ €|null|12345678901234567.89|9007199254740993|1|2026-11-22|1|Café & té|1.5|y|null|0|2,3',
        'No se puede dividir|422',
      ])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
