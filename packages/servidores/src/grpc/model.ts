/** What .proto files say, resolved: all that calling needs, without the library that read them. */
export interface Protos {
  /** By `paquete.Servicio/Metodo`. */
  metodos: ReadonlyMap<string, Metodo>
  /** What was not taken, in Spanish. */
  avisos: readonly string[]
}

export interface Metodo {
  nombre: string
  pide: Mensaje
  contesta: Mensaje
  /** It answers any number of messages. */
  flujo: boolean
  descripcion: string | null
}

export interface Mensaje {
  /** With its package. */
  nombre: string
  campos: readonly Campo[]
  porId: ReadonlyMap<number, Campo>
  porNombre: ReadonlyMap<string, Campo>
}

export interface Campo {
  nombre: string
  id: number
  clase: Clase
  repetido: boolean
  /** Of a map; its values are of `clase`. Null: it is none. */
  clave: Escalar | null
  /** Of such fields at most one has a value. */
  oneof: string | null
  /** `implicita`: what is not there has the value of its type. */
  presencia: 'implicita' | 'explicita' | 'requerida'
  /** Numbers of a list one after another, without a mark each. */
  empaquetado: boolean
  descripcion: string | null
}

export type Clase = Escalar | Mensaje | Enumeracion

export interface Enumeracion {
  nombre: string
  valores: ReadonlyMap<string, number>
  nombres: ReadonlyMap<number, string>
}

const ESCALARES = [
  'double',
  'float',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'sint32',
  'sint64',
  'fixed32',
  'fixed64',
  'sfixed32',
  'sfixed64',
  'bool',
  'string',
  'bytes',
] as const
export type Escalar = (typeof ESCALARES)[number]

export function isEscalar(clase: unknown): clase is Escalar {
  return ESCALARES.some((each) => each === clase)
}

export function isMensaje(clase: Clase): clase is Mensaje {
  return typeof clase === 'object' && 'campos' in clase
}
