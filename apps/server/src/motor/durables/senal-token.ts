import { createHmac, timingSafeEqual } from 'node:crypto'

/** Which node of which run an address wakes. */
export interface Destinatario {
  ejecucionId: string
  nodo: string
  iteracion: string
}

/** The part of the address that says it, signed: nobody can make one for another node. */
export function writeSenalToken({ ejecucionId, nodo, iteracion }: Destinatario, key: Buffer): string {
  const claim = Buffer.from(JSON.stringify([ejecucionId, nodo, iteracion])).toString('base64url')
  return `${claim}.${signatureOf(claim, key).toString('base64url')}`
}

/** Undefined: it is not one of ours. */
export function readSenalToken(token: string, key: Buffer): Destinatario | undefined {
  const [claim = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(claim, key)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const [ejecucionId, nodo, iteracion] = JSON.parse(Buffer.from(claim, 'base64url').toString()) as string[]
  return { ejecucionId: ejecucionId ?? '', nodo: nodo ?? '', iteracion: iteracion ?? '' }
}

function signatureOf(claim: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(claim).digest()
}
