import { type ErrorDeCampo, isPlainObject } from '@div/contract'
import type { Codec } from '../codec/codec.ts'
import type { DecodeDirect } from '../codec/direct-decoder.ts'
import { DirectReader } from '../codec/direct-reader.ts'
import { attemptDirect, giveUp } from '../codec/give-up.ts'
import { type ScanRules, XmlScanner } from '../xml/scan-xml.ts'
import type { Envelope } from './envelope.ts'
import type { KnownOpenings, Opening } from './known-openings.ts'

export interface DirectMessage<Operation> {
  /** Its body without what is in it. */
  envelope: Envelope
  operation: Operation
  data: Record<string, unknown>
}

interface DirectRules<Operation> {
  limits: ScanRules['limits']
  codec: Pick<Codec, 'names' | 'beginReading'>
  openings: KnownOpenings
  /** By the local name of the element in the body. */
  operationOf(local: string): Operation | null | undefined
}

/**
 * A message whose body holds the one element of an operation, and in it nothing that only a tree could tell. Null: it has to be read as
 * one, which says what is wrong with it, if anything is.
 */
export function readDirect<Operation extends { input: { readDirect: DecodeDirect | null } }>(
  text: string,
  { limits, codec, openings, operationOf }: DirectRules<Operation>,
): DirectMessage<Operation> | null {
  return attemptDirect(() => {
    const scanner = new XmlScanner(text, { limits, refuse: giveUp, names: codec.names })
    const opening = openings.pass(scanner)
    const { envelope, open } = opening
    const errores: ErrorDeCampo[] = []
    const reading = { ...codec.beginReading(errores), find: giveUp }
    const reader = new DirectReader(scanner, { scope: envelope.body.scope, depth: open.length, reading })
    const name = reader.nextChild(open[1].tag) ?? giveUp()
    const operation = operationOf(name.local) ?? giveUp()
    const read = operation.input.readDirect ?? giveUp()
    reader.declare()
    const data = read(reader, name)
    closeAll(reader, open)
    if (errores.length > 0 || !isPlainObject(data)) giveUp()
    openings.keep(opening)
    reader.keepLearned()
    return { envelope, operation, data }
  })
}

/** Nothing stands beside the element in the body, nor after the body. */
function closeAll(reader: DirectReader, [envelope, body]: Opening['open']): void {
  const isAlone = reader.nextChild(body.tag) === null && reader.nextChild(envelope.tag) === null
  if (!isAlone || !reader.isAtEnd()) giveUp()
}
