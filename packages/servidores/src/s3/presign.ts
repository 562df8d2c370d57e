import { createHash, createHmac } from 'node:crypto'
import { encodeStrictly } from './guarded-handler.ts'
import type { Lugar } from './lugar.ts'

interface Signer {
  endpoint: string
  region: string
  claveAcceso: string
  claveSecreta: string
  tokenSesion: string
  bucketEnRuta: boolean
}

interface Presigned extends Lugar {
  metodo: 'GET' | 'PUT'
  segundos: number
  now: Date
}

/** An address by which whoever has it may read or write one object for a time (AWS Signature Version 4, query parameters). */
export function presign(
  { endpoint, region, claveAcceso, claveSecreta, tokenSesion, bucketEnRuta }: Signer,
  { metodo, Bucket, Key, segundos, now }: Presigned,
): string {
  const url = new URL(endpoint)
  const host = bucketEnRuta ? url.host : `${Bucket}.${url.host}`
  const path = `/${bucketEnRuta ? `${Bucket}/` : ''}${Key.split('/').map(encodeStrictly).join('/')}`
  const instant = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${instant.slice(0, 8)}/${region}/s3/aws4_request`
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${claveAcceso}/${scope}`,
    'X-Amz-Date': instant,
    'X-Amz-Expires': String(segundos),
    ...(tokenSesion !== '' && { 'X-Amz-Security-Token': tokenSesion }),
    'X-Amz-SignedHeaders': 'host',
  })
    .map(([name, value]) => `${name}=${encodeStrictly(value)}`)
    .join('&')
  const request = [metodo, path, query, `host:${host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const digest = createHash('sha256').update(request).digest('hex')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${claveSecreta}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', instant, scope, digest].join('\n')).toString('hex')
  return `${url.protocol}//${host}${path}?${query}&X-Amz-Signature=${signature}`
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
