import { isIP } from 'node:net'
import { z } from 'zod'

export interface Broker {
  host: string
  port: number
}

const PUERTO = 9_092

/** `host:9092, [::1]:9093`; null: it is no such list. */
export function parseBrokers(text: string): Broker[] | null {
  const brokers = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map(parseBroker)
  const known = brokers.filter((each) => each !== null)
  return known.length === 0 || known.length < brokers.length ? null : known
}

function parseBroker(text: string): Broker | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text)
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3] ?? PUERTO)
  if (host === undefined || port < 1 || port > 65_535) return null
  return match?.[1] !== undefined && isIP(host) !== 6 ? null : { host, port }
}

export const brokersSchema = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .refine((text) => parseBrokers(text) !== null, 'Escriba equipos y puertos, separados por comas.')
  .meta({
    title: 'Brokers',
    description: 'Equipo y puerto de uno o varios, separados por comas. Los demás los dice el clúster.',
    examples: ['kafka1.ejemplo.com:9092, kafka2.ejemplo.com:9092'],
  })
