import type { Canal, Parametro } from '@div/contract'
import { signEnvelope, writeEnvelope, writeSecurity } from '@div/soap'
import { type Identidad, makeIdentities, missingOpenssl } from '@div/soap/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flujoOf } from '../rest/rest-testing.ts'
import { DIVIDIR, startSoapMotor } from './soap-testing.ts'

const missing = missingOpenssl()

describe.skipIf(missing !== null)('a canal that takes signed envelopes', () => {
  let soap: Awaited<ReturnType<typeof startSoapMotor>>
  let conocida: Identidad
  let ajena: Identidad
  let acceso: Canal['acceso']
  const log: string[] = []
  beforeAll(async () => {
    soap = await startSoapMotor({}, { log: pino({ level: 'error' }, { write: (line) => log.push(line) }) })
    const made = makeIdentities()
    ;({ conocida, ajena } = made)
    acceso = { tipo: 'firma', certificados: made.autoridad.pem.certificado }
    await soap.publish('firmado', { Dividir: DIVIDIR }, { acceso })
  })
  afterAll(() => soap.close())

  const DIVIDE = '<Dividir xmlns="urn:div:soap:firmado"><a>6</a><b>4</b></Dividir>'
  const sign = (
    { certificado, clave }: Identidad,
    { nowMs = Date.now(), body = DIVIDE, more = '' }: { nowMs?: number; body?: string; more?: string } = {},
  ) => {
    const security = writeSecurity({ certificado, vigenciaMs: 60_000, nonce: Buffer.alloc(1), nowMs })
    return signEnvelope(writeEnvelope({ version: '1.1', header: security + more, body }), { clave })
  }

  test('answers whom its authority knows, once', async () => {
    const text = await sign(conocida)
    expect((await soap.post('firmado', text)).text).toContain('>1.5<')
    const again = await soap.post('firmado', text)
    expect([again.status, again.text.includes('ya se usó')]).toEqual([401, true])
  })

  test('answers what came in several parts where the envelope is the only one', async () => {
    const type = 'multipart/related; type="text/xml"; start="<raiz>"; boundary=f'
    const send = async (more: string) => {
      const text = `--f\r\nContent-ID: <raiz>\r\n\r\n${await sign(conocida)}\r\n${more}--f--`
      return (await soap.post('firmado', text, { 'content-type': type })).text
    }
    expect(await send('')).toContain('>1.5<')
    expect(await send('--f\r\nContent-ID: <foto>\r\n\r\nx\r\n')).toContain('no están firmadas')
  })

  const flujo = (requerido: boolean, more: Partial<Parametro> = {}) =>
    flujoOf(
      [{ nombre: 'inquilino', tipo: 'texto', requerido, origen: 'cabecera', ...more }],
      [{ nombre: 'visto', valorAsignado: { nodo: 'n1', ruta: 'inquilino' } }],
    )

  test('does not publish what could only be called with a header', async () => {
    await soap.publish(
      'firmado-a-medias',
      { Pide: flujo(true), Tiene: flujo(true, { defecto: 'x' }) },
      { acceso },
    )
    const call = async (operacion: string) => {
      const body = `<${operacion} xmlns="urn:div:soap:firmado-a-medias"/>`
      return (await soap.post('firmado-a-medias', await sign(conocida, { body }), { inquilino: 'ana' })).text
    }
    expect(log.filter((line) => line.includes('firmado-a-medias'))).toEqual([
      expect.stringContaining('«inquilino» solo puede venir de una cabecera'),
    ])
    expect(await call('Pide')).toContain('PUBLICACION_DEFECTUOSA')
    expect(await call('Tiene')).toContain('>x</n1:visto>')
  })

  test('takes nothing of its headers, which nobody signed', async () => {
    await soap.publish('firmado-cabecera', { Ver: flujo(false) }, { acceso })
    const namespace = 'xmlns="urn:div:soap:firmado-cabecera"'
    const more = `<VerHeader ${namespace}><inquilino>otro</inquilino></VerHeader>`
    const text = () => sign(conocida, { body: `<Ver ${namespace}/>`, more })
    const answered = await soap.post('firmado-cabecera', await text(), { inquilino: 'ana' })
    expect(answered.text).toContain('<n1:visto xsi:nil="true"/>')
    const wsdl = await fetch(`${soap.motor.url}/soap/firmado-cabecera?wsdl`)
    expect(await wsdl.text()).not.toContain('VerHeader')
  })

  test('refuses everybody else', async () => {
    const refused = async (text: string, motivo: string, headers = {}) => {
      const answer = await soap.post('firmado', text, headers)
      expect(answer.status).toBe(401)
      expect(answer.text).toContain(motivo)
    }
    await refused(await sign(ajena), 'no se confía')
    await refused((await sign(conocida)).replace('>6<', '>8<'), 'no corresponde')
    await refused(await sign(conocida, { nowMs: Date.now() - 3_600_000 }), 'vencido')
    const bare = writeEnvelope({ version: '1.1', body: '<Dividir xmlns="urn:div:soap:firmado"/>' })
    await refused(bare, 'no está firmado')
    // What HTTP says of who calls counts for nothing here.
    await refused(bare, 'no está firmado', { authorization: 'Bearer bueno' })
  })
})
