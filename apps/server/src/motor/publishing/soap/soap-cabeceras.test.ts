import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import type { Flujo, Parametro } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flujoOf } from '../rest/rest-testing.ts'
import { envelope, startSoapMotor } from './soap-testing.ts'

const run = promisify(execFile)

/** Two come in the header, one in the body. */
const DATOS: Parametro[] = [
  { nombre: 'id', tipo: 'entero', requerido: true },
  { nombre: 'X-Inquilino', tipo: 'texto', requerido: true, origen: 'cabecera' },
  { nombre: 'dia', tipo: 'fecha', origen: 'cabecera' },
]
const VER: Flujo = flujoOf(DATOS, [
  { nombre: 'visto', tipo: 'texto', expresion: 'n1["X-Inquilino"] & " " & n1.id & " " & n1.dia' },
])
const SIN: Flujo = flujoOf([{ nombre: 'id', tipo: 'entero' }], [{ nombre: 'id', tipo: 'entero', valor: 1 }])

let soap: Awaited<ReturnType<typeof startSoapMotor>>
beforeAll(async () => {
  soap = await startSoapMotor()
  await soap.publish('cabeceras', { Ver: VER, Sin: SIN })
})
afterAll(() => soap.close())

const BODY = '<Ver><id>7</id></Ver>'
const header = (content: string, attributes = '') => `<VerHeader${attributes}>${content}</VerHeader>`
const INQUILINO = '<X-Inquilino>Ñandú</X-Inquilino>'
const MUST = ' s:mustUnderstand="1"'

async function call(
  body: string,
  sobre: { header?: string; version?: '1.1' | '1.2' },
  http: Record<string, string> = {},
) {
  const text = envelope(body, sobre).replace('urn:div:soap:tienda', 'urn:div:soap:cabeceras')
  const type = sobre.version === '1.2' ? { 'content-type': 'application/soap+xml' } : {}
  return (await soap.post('cabeceras', text, { ...type, ...http })).text
}

describe.each(['1.1', '1.2'] as const)('what comes in a header, over SOAP %s', (version) => {
  test('stands in that of the envelope, with its type', async () => {
    const given = header(`${INQUILINO}<dia>2024-02-29</dia>`, MUST)
    expect(await call(BODY, { version, header: given })).toContain('>Ñandú 7 2024-02-29<')
  })

  test('may stand in that of HTTP, which comes first: whoever stands before the canal may have said it', async () => {
    expect(await call(BODY, { version }, { 'x-inquilino': 'ana', dia: '2026-11-28' })).toContain(
      '>ana 7 2026-11-28<',
    )
    const both = await call(BODY, { version, header: header(INQUILINO) }, { 'x-inquilino': 'ana' })
    expect(both).toContain('>ana 7 <')
  })

  test('may stand half in one and half in the other', async () => {
    const half = await call(
      BODY,
      { version, header: header('<dia>2024-02-29</dia>') },
      { 'x-inquilino': 'ana' },
    )
    expect(half).toContain('>ana 7 2024-02-29<')
    const other = await call(BODY, { version, header: header(INQUILINO) }, { dia: '2024-02-29' })
    expect(other).toContain('>Ñandú 7 2024-02-29<')
  })

  test.each([
    ['that is missing', '', 'X-Inquilino'],
    ['that is missing beside another', header('<dia>2024-02-29</dia>'), 'X-Inquilino'],
    ['of another type', header(`${INQUILINO}<dia>ayer</dia>`), 'dia'],
    ['that nobody declared', header(`${INQUILINO}<otra>1</otra>`), 'otra'],
  ])('is refused where it stands: one %s', async (_, given, campo) => {
    const text = await call(BODY, { version, header: given })
    expect(text).toContain('ENTRADA_INVALIDA')
    expect(text).toContain(`>${campo}<`)
  })

  test.each([
    ['twice', header(INQUILINO) + header(INQUILINO), BODY, 'más de una cabecera VerHeader'],
    ['to another operation', header(INQUILINO, MUST), '<Sin/>', 'VerHeader'],
    ['of nobody', `<OtraHeader${MUST}/>`, BODY, 'OtraHeader'],
  ])('is refused when it is given %s', async (_, given, body, sentence) => {
    const text = await call(body, { version, header: given })
    expect(text).toContain(sentence)
    expect(text).toContain('Fault>')
  })
})

test('headers of WS-Security and WS-Addressing are understood where there is no operation, and no others', async () => {
  await soap.publish('vacio', {})
  const answerTo = async (given: string) =>
    (await soap.post('vacio', envelope('<Nada/>', { header: given }))).text
  const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
  for (const known of [
    `<o:Security xmlns:o="${security}"${MUST}/>`,
    `<a:To xmlns:a="http://www.w3.org/2005/08/addressing"${MUST}>urn:vacio</a:To>`,
  ])
    expect(await answerTo(known)).toContain('OPERACION_DESCONOCIDA')
  expect(await answerTo(header(INQUILINO, MUST))).toContain('MustUnderstand')
})

const missingZeep = spawnSync('/usr/bin/python3', ['-c', 'import zeep']).status !== 0
const missingPhp = spawnSync('php', ['-r', 'exit(extension_loaded("soap") ? 0 : 1);']).status !== 0

test.skipIf(missingZeep)('zeep gives it by the name that the WSDL says', async () => {
  const program = `import sys, datetime, zeep
client = zeep.Client(sys.argv[1])
print(client.service.Ver(id=7, _soapheaders={'cabeceras': {'X-Inquilino': 'Ñandú', 'dia': datetime.date(2024, 2, 29)}}))`
  const { stdout } = await run('/usr/bin/python3', ['-c', program, `${soap.motor.url}/soap/cabeceras?wsdl`])
  expect(stdout.trim()).toBe('Ñandú 7 2024-02-29')
})

test.skipIf(missingPhp)('PHP gives it as a header of its namespace', async () => {
  const program = `$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE]);
$client->__setSoapHeaders(new SoapHeader('urn:div:soap:cabeceras', 'VerHeader', ['X-Inquilino' => 'Ñandú', 'dia' => '2024-02-29'], true));
echo $client->Ver(['id' => 7])->visto;`
  const { stdout } = await run('php', ['-r', program, '--', `${soap.motor.url}/soap/cabeceras?wsdl`])
  expect(stdout).toBe('Ñandú 7 2024-02-29')
})
