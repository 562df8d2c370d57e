import { isKeptSecret, isRecord } from '@div/ui'

/** A stored secret is not read back: a text that is long enough stands for it while the rest is checked. */
export function standIn(part: unknown, name: string, length: number): unknown {
  return isRecord(part) && isKeptSecret(part[name]) ? { ...part, [name]: '•'.repeat(length) } : part
}
