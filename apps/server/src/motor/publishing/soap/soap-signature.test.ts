import { signEnvelope, writeEnvelope, writeSecurity } from '@div/soap'
import { type Identidad, makeIdentities, missingOpenssl } from '@div/soap/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIVIDIR, startSoapMotor } from './soap-testing.ts'

const missing = missingOpenssl()

describe.skipIf(missing !== null)('a canal that takes signed envelopes', () => {
  let soap: Awaited<ReturnType<typeof startSoapMotor>>
  let conocida: Identidad
  let ajena: Identidad
  beforeAll(async () => {
    soap = await startSoapMotor()
    const made = makeIdentities()
    ;({ conocida, ajena } = made)
    const acceso = { tipo: 'firma', certificados: made.autoridad.pem.certificado } as const
    await soap.publish('firmado', { Dividir: DIVIDIR }, { acceso })
  })
  afterAll(() => soap.close())

  const sign = ({ certificado, clave }: Identidad, nowMs = Date.now()) => {
    const header = writeSecurity({ certificado, vigenciaMs: 60_000, nonce: Buffer.alloc(1), nowMs })
    const body = '<Dividir xmlns="urn:div:soap:firmado"><a>6</a><b>4</b></Dividir>'
    return signEnvelope(writeEnvelope({ version: '1.1', header, body }), { clave })
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

  test('refuses everybody else', async () => {
    const refused = async (text: string, motivo: string, headers = {}) => {
      const answer = await soap.post('firmado', text, headers)
      expect(answer.status).toBe(401)
      expect(answer.text).toContain(motivo)
    }
    await refused(await sign(ajena), 'no se confía')
    await refused((await sign(conocida)).replace('>6<', '>8<'), 'no corresponde')
    await refused(await sign(conocida, Date.now() - 3_600_000), 'vencido')
    const bare = writeEnvelope({ version: '1.1', body: '<Dividir xmlns="urn:div:soap:firmado"/>' })
    await refused(bare, 'no está firmado')
    // What HTTP says of who calls counts for nothing here.
    await refused(bare, 'no está firmado', { authorization: 'Bearer bueno' })
  })
})
