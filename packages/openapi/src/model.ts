import type { Parametro } from '@div/contract'

/** What a REST service says of itself, whatever it says it in. */
export interface RestApi {
  titulo: string
  /** `OpenAPI 3.1.0`, `Swagger 2.0`, `Postman 2.1`. */
  formato: string
  /** Where it lies: whole addresses, the preferred one first. */
  direcciones: readonly string[]
  /** By name, in the order of the document. */
  operaciones: ReadonlyMap<string, RestOperation>
  /** How callers may prove who they are. */
  autenticaciones: readonly Autenticacion[]
  /** What was not taken, in Spanish. */
  avisos: readonly string[]
  /** All that was read, by its location; undefined: it could not be had. */
  documentos: ReadonlyMap<string, unknown>
}

/** What one document says by itself. */
export type DescribedApi = Omit<RestApi, 'avisos' | 'documentos'>

export interface RestOperation {
  metodo: string
  /** From the address of the service, with `{name}` for each parameter in it. */
  ruta: string
  resumen?: string
  parametros: readonly RestParameter[]
  cuerpo: TipoCuerpo
  /** The same in every call, such as the media type that it wants. */
  cabeceras: Readonly<Record<string, string>>
  respuesta: { cabeceras: readonly Parametro[]; cuerpo: Parametro | null }
}

/** What one value of a call is, and where it goes. Its `nombre` is its own in the whole operation. */
export interface RestParameter {
  parametro: Parametro
  lugar: Lugar
  /** As the service calls it. */
  nombre: string
  /** Absent: a list repeats its name. */
  estilo?: Estilo
}

export type Lugar = 'ruta' | 'consulta' | 'cabecera' | 'cookie' | 'cuerpo'
/** How a list or an object is written in an address (OpenAPI 3.1, 4.8.12.2). */
export type Estilo = 'comas' | 'espacios' | 'barras' | 'campos' | 'corchetes'
export type TipoCuerpo = 'ninguno' | 'json' | 'formulario' | 'multipart' | 'xml' | 'texto' | 'binario'

export type Autenticacion =
  | { tipo: 'basico' }
  | { tipo: 'bearer' }
  | { tipo: 'apiKey'; lugar: 'cabecera' | 'consulta' | 'cookie'; nombre: string }
  | { tipo: 'oauth2'; urlToken: string; alcance: string }
