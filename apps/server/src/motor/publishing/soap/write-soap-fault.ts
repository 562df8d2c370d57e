import {
  CabeceraNoEntendida,
  DireccionDeRespuestaNoAdmitida,
  type ErrorDeCampo,
  lookUp,
  SeguridadRechazada,
  VersionSoapDesconocida,
} from '@div/contract'
import {
  ADDRESSING,
  type FaultCode,
  faultStatusOf,
  SECURITY,
  type SoapVersion,
  writeEnvelope,
  writeFault,
  writeUpgrade,
} from '@div/soap'
import { z } from 'zod'
import type { Problem } from '../../../http/problem.ts'
import type { SoapCanal } from './soap-canal.ts'

/** Those that say something to HTTP itself: who may ask, what was sent, when to come again. Of no other do all clients read the Fault. */
const KEPT_STATUSES = new Set([401, 403, 405, 413, 415, 429, 503])
/** So many wrong fields a reason names: many clients show nothing of the detail. */
const NAMED_FIELDS = 3

interface Kind {
  code: FaultCode
  subcodes?: NonNullable<Parameters<typeof writeFault>[0]['subcodes']>
  /** Besides what the envelope says already. */
  header?: string
}

/** What is wrong with a header: the detail is of the body alone (SOAP 1.1, 4.4). */
const OF_HEADERS: Readonly<Record<string, Kind>> = {
  [CabeceraNoEntendida.codigo]: { code: 'MustUnderstand' },
  [VersionSoapDesconocida.codigo]: { code: 'VersionMismatch', header: writeUpgrade() },
  // WS-Security 1.0, 12.
  [SeguridadRechazada.codigo]: {
    code: 'Client',
    subcodes: [{ uri: SECURITY, local: 'InvalidSecurity' }],
  },
  // WS-Addressing 1.0 SOAP Binding, 6.4.1.7.
  [DireccionDeRespuestaNoAdmitida.codigo]: {
    code: 'Client',
    subcodes: [
      { uri: ADDRESSING, local: 'InvalidAddressingHeader' },
      { uri: ADDRESSING, local: 'OnlyAnonymousAddressSupported' },
    ],
  },
}

const problemaSchema = z.looseObject({
  codigo: z.string().catch(''),
  detail: z.string().catch(''),
  idEjecucion: z.string().nullable().catch(null),
  errores: z.array(z.object({ campo: z.string(), mensaje: z.string() })).catch([]),
})

/** A problem as the Fault of a canal; without one (there is none at the address) it has no detail. */
export function writeSoapFault(
  { status, body }: Problem,
  { version, soap, header = '' }: { version: SoapVersion; soap: SoapCanal | null; header?: string },
): { status: number; payload: string } {
  const parsed: unknown = JSON.parse(body)
  const { codigo, detail, idEjecucion, errores } = problemaSchema.parse(parsed)
  const ofHeader = lookUp(OF_HEADERS, codigo)
  const { code, subcodes = [], header: more = '' } = ofHeader ?? { code: status < 500 ? 'Client' : 'Server' }
  const detalle = { codigo, estado: status, detalle: detail, idEjecucion, errores }
  const told = soap && !(ofHeader && version === '1.1') ? writeDetail(soap, detalle) : null
  return {
    status: soap === null || KEPT_STATUSES.has(status) ? status : faultStatusOf(version, code),
    payload: writeEnvelope({
      version,
      declarations: soap?.faultDeclarations ?? '',
      header: more + header,
      body: writeFault({
        version,
        code,
        subcodes,
        reason: sayReason(detail, errores),
        ...(told && { detail: told }),
      }),
    }),
  }
}

function sayReason(detail: string, errores: readonly ErrorDeCampo[]): string {
  const named = errores
    .slice(0, NAMED_FIELDS)
    .map(({ campo, mensaje }) => (campo ? `${campo}: ${mensaje}` : mensaje))
  const more = errores.length - named.length
  return [detail, ...named, ...(more > 0 ? [`Y ${more} más.`] : [])].join(' ')
}

function writeDetail({ codec, problema }: SoapCanal, detalle: Record<string, unknown>): string {
  const errores: ErrorDeCampo[] = []
  return problema.encode(detalle, codec.beginWriting(errores))
}
