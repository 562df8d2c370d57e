/** What a broker gives of one partition, as the driver reads it. */
export interface Lote {
  firstOffset: bigint
  lastOffsetDelta: number
  attributes: number
  firstTimestamp: bigint
  maxTimestamp: bigint
  producerId: bigint
  records: readonly Registro[]
}

interface Registro {
  offsetDelta: number
  timestampDelta: bigint
  key: Buffer | null
  value: Buffer | null
  headers: readonly (readonly [Buffer | null, Buffer | null])[]
}

/** A message as it was kept. */
export interface MensajeLeido {
  particion: number
  desplazamiento: bigint
  fecha: number
  clave: Buffer | null
  valor: Buffer | null
  cabeceras: Registro['headers']
}

interface Leido {
  particion: number
  /** The first that is wanted: a batch is given whole, also where it begins earlier. */
  desde: bigint
  lotes: readonly Lote[]
  /** Transactions that were taken back, by who began them and where. */
  abortadas: readonly { producerId: bigint; firstOffset: bigint }[]
}

/** Bits of a batch (Apache Kafka, Record Batch). */
const LOG_APPEND_TIME = 0b1000
const TRANSACTIONAL = 0b1_0000
const CONTROL = 0b10_0000
/** Of a mark that ends a transaction, in its key: 0 takes it back. */
const ABORT = 0

/** The messages that count, and where to go on: marks of transactions and what was taken back take places too. */
export function readLotes({ particion, desde, lotes, abortadas }: Leido): {
  mensajes: MensajeLeido[]
  siguiente: bigint
} {
  const mensajes: MensajeLeido[] = []
  const waiting = [...abortadas].sort((one, other) => (one.firstOffset < other.firstOffset ? -1 : 1))
  const aborting = new Set<bigint>()
  let siguiente = desde
  for (const lote of lotes) {
    const last = lote.firstOffset + BigInt(lote.lastOffsetDelta)
    for (let first = waiting[0]; first && first.firstOffset <= last; first = waiting[0]) {
      aborting.add(first.producerId)
      waiting.shift()
    }
    if (last >= siguiente) siguiente = last + 1n
    if (takesBack(lote)) aborting.delete(lote.producerId)
    if (counts(lote, aborting)) {
      const read = lote.records.map((registro) => toMensaje(lote, registro, particion))
      mensajes.push(...read.filter(({ desplazamiento }) => desplazamiento >= desde))
    }
  }
  return { mensajes, siguiente }
}

function takesBack({ attributes, records }: Lote): boolean {
  return (attributes & CONTROL) !== 0 && records[0]?.key?.readInt16BE(2) === ABORT
}

function counts({ attributes, producerId }: Lote, aborting: ReadonlySet<bigint>): boolean {
  if ((attributes & CONTROL) !== 0) return false
  return (attributes & TRANSACTIONAL) === 0 || !aborting.has(producerId)
}

function toMensaje(
  { firstOffset, attributes, firstTimestamp, maxTimestamp }: Lote,
  { offsetDelta, timestampDelta, key, value, headers }: Registro,
  particion: number,
): MensajeLeido {
  const isOfLog = (attributes & LOG_APPEND_TIME) !== 0
  return {
    particion,
    desplazamiento: firstOffset + BigInt(offsetDelta),
    fecha: Number(isOfLog ? maxTimestamp : firstTimestamp + timestampDelta),
    clave: key,
    valor: value,
    cabeceras: headers,
  }
}
