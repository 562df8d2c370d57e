import type { Canal } from '@div/contract'
import type { SampleCall } from './sample-call.ts'

/** What proves who calls; what stands in angles is for the reader to fill in. */
const CREDENTIALS: Readonly<Record<Canal['acceso']['tipo'], readonly string[]>> = {
  publico: [],
  token: ['-H', 'Authorization: Bearer <token>'],
  basico: ['-u', '<usuario>:<contraseña>'],
  jwt: ['-H', 'Authorization: Bearer <jwt>'],
  // It stands in the envelope.
  firma: [],
}

interface CurlOptions {
  /** Of the canal. */
  address: string
  metodo: string
  acceso: Canal['acceso']['tipo']
  call: SampleCall
}

/** The call as a command of a shell, one option a line. */
export function curlOf({ address, metodo, acceso, call: { path, headers, body } }: CurlOptions): string {
  const [option, credential] = CREDENTIALS[acceso]
  const options = [
    ...methodOptions(metodo),
    ...(option === undefined ? [] : [`${option} ${quoteForShell(credential ?? '')}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [
          `-H ${quoteForShell('Content-Type: application/json')}`,
          `-d ${quoteForShell(JSON.stringify(body))}`,
        ]),
  ]
  return [`curl ${quoteForShell(`${address}${path}`)}`, ...options].join(' \\\n  ')
}

function methodOptions(metodo: string): string[] {
  if (metodo === 'GET') return []
  return metodo === 'HEAD' ? ['--head'] : [`-X ${metodo}`]
}

/** As one word of a POSIX shell, whatever it holds. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
