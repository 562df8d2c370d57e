import type { Codec, DirectMessageCodec, ElementCodec, KnownOpenings, MessageCodec } from '@div/soap'
import type { CanalGate } from '../canal-gate.ts'
import type { CanalRoute } from '../canal-route.ts'
import type { CanalDocuments } from './canal-documents.ts'

/** One operation of a SOAP canal. */
export interface SoapOperation extends CanalRoute {
  operacion: string
  input: DirectMessageCodec
  /** Null: one-way. */
  output: MessageCodec | null
  /** Of exits that are errors, by their status: what stands in the detail, and why, in words. */
  errores: ReadonlyMap<number, { detalle: ElementCodec; razon: string }>
  /** What stands in the header of the envelope; null: nothing, as no parametro comes so or nothing of it would be signed. */
  cabecera: { uri: string; local: string; codec: ElementCodec } | null
  /** Parametros that come in that header: their names, and those of the headers of HTTP, which come before what the envelope says. */
  cabeceras: readonly { nombre: string; cabecera: string }[]
  /** Lists that have a value when none is given. */
  listasConDefecto: readonly string[]
  /** By status, salidas whose one parametro is the answer itself. */
  cuerpoSolo: ReadonlySet<number>
  /** What is answered by a run that reached no salida. */
  sinRespuesta: Readonly<Record<string, null>>
  /** `wsa:Action` of its answer. */
  responseAction: string
}

/** One SOAP canal at one moment. */
export interface SoapCanal {
  canalId: string
  gate: CanalGate
  maxCuerpoBytes: number
  tiempoMaximoMs: number
  /** Calls under way of which nobody knows who makes them. */
  strangers: number
  /** Null: published, but it cannot run. */
  operations: ReadonlyMap<string, SoapOperation | null>
  /** Of headers that one of them takes, and the others do not understand: `{namespace}local`. */
  cabeceras: ReadonlySet<string>
  bySoapAction: ReadonlyMap<string, string>
  /** Of the operations that can run. */
  documents: CanalDocuments
  codec: Codec
  openings: KnownOpenings
  problema: ElementCodec
  /** Of what a Fault's detail holds. */
  faultDeclarations: string
}
