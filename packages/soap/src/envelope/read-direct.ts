import { type ErrorDeCampo, isPlainObject } from '@div/contract'
import type { Codec } from '../codec/codec.ts'
import type { DecodeDirect } from '../codec/direct-decoder.ts'
import { DirectReader } from '../codec/direct-reader.ts'
import { attemptDirect, giveUp } from '../codec/give-up.ts'
import { type OpenNode, TreeReader } from '../xml/read-tree.ts'
import { type ScanRules, XmlScanner } from '../xml/scan-xml.ts'
import { type Envelope, isBody, readEnvelope } from './envelope.ts'

export interface DirectMessage<Operation> {
  /** Its body without what is in it. */
  envelope: Envelope
  operation: Operation
  data: Record<string, unknown>
}

interface DirectRules<Operation> {
  limits: ScanRules['limits']
  codec: Pick<Codec, 'names' | 'beginReading'>
  /** By the local name of the element in the body. */
  operationOf(local: string): Operation | null | undefined
}

/**
 * A message whose body holds the one element of an operation, and in it nothing that only a tree could tell. Null: it has to be read as
 * one, which says what is wrong with it, if anything is.
 */
export function readDirect<Operation extends { input: { readDirect: DecodeDirect | null } }>(
  text: string,
  { limits, codec, operationOf }: DirectRules<Operation>,
): DirectMessage<Operation> | null {
  return attemptDirect(() => {
    const scanner = new XmlScanner(text, { limits, refuse: giveUp, names: codec.names })
    const { envelope, open } = openBody(scanner)
    const errores: ErrorDeCampo[] = []
    const reading = { ...codec.beginReading(errores), find: giveUp }
    const reader = new DirectReader(scanner, { scope: envelope.body.scope, depth: open.length, reading })
    const name = reader.nextChild(open[1].tag) ?? giveUp()
    const operation = operationOf(name.local) ?? giveUp()
    const read = operation.input.readDirect ?? giveUp()
    reader.declare()
    const data = read(reader, name)
    closeAll(reader, open)
    return errores.length === 0 && isPlainObject(data) ? { envelope, operation, data } : giveUp()
  })
}

/** Up to the start tag of the body, and with it. */
function openBody(scanner: XmlScanner): { envelope: Envelope; open: readonly [OpenNode, OpenNode] } {
  const opening = new TreeReader(scanner, { refuse: giveUp, stopsAt: isBody })
  const root = opening.readDocument()
  scanner.checkReadable(0, scanner.at)
  const envelope = readEnvelope(root, giveUp) ?? giveUp()
  const [first, second, ...more] = opening.open
  if (!first || second !== envelope.body || more.length > 0) giveUp()
  return { envelope, open: [first, second] }
}

/** Nothing stands beside the element in the body, nor after the body. */
function closeAll(reader: DirectReader, [envelope, body]: readonly [OpenNode, OpenNode]): void {
  const isAlone = reader.nextChild(body.tag) === null && reader.nextChild(envelope.tag) === null
  if (!isAlone || !reader.isAtEnd()) giveUp()
}
