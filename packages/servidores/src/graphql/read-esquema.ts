import { type AppError, DocumentoInvalido, isPlainObject, LimiteSuperado, type Limits } from '@div/contract'
import type { IntrospectionQuery } from 'graphql'
import { packDocumentos, unpackDocumentos } from '../contrato/documentos.ts'
import type { ReadDeps } from '../contrato/download-documento.ts'
import { KeptReadings } from '../contrato/kept-readings.ts'
import { HttpService } from '../http/http-service.ts'
import { Esquema } from './esquema.ts'
import type { GraphqlConfig } from './graphql-config.ts'
import { postDocumento } from './post-documento.ts'
import { readAnswer } from './read-answer.ts'

/** The one text that is stored, by the language it is in. */
const SDL = 'esquema.graphql'

export interface ReadEsquema {
  esquema: Esquema
  documentos: string
}

/** From the files that were given, else asked of the service. Only at design time. */
export async function readEsquema(config: GraphqlConfig, deps: ReadDeps): Promise<ReadEsquema> {
  const { archivos } = config
  const [first] = archivos
  const sdl = first ? await readArchivos(archivos) : await introspect(config, deps)
  const { contratoBytes } = deps.limits
  if (Buffer.byteLength(sdl) > contratoBytes)
    throw new LimiteSuperado({ limite: 'contratoBytes', maximo: contratoBytes })
  const inicio = first?.nombre ?? addressOf(config)
  return {
    esquema: await parseSdl(sdl, inicio),
    documentos: packDocumentos({ inicio, textos: { [SDL]: sdl } }),
  }
}

function addressOf({ url, esquema }: GraphqlConfig): string {
  return esquema || url
}

async function readArchivos(archivos: GraphqlConfig['archivos']): Promise<string> {
  const [first] = archivos
  if (archivos.length !== 1 || !first?.contenido.trimStart().startsWith('{'))
    return archivos.map(({ contenido }) => contenido).join('\n')
  const documento = first.nombre
  try {
    const answer: unknown = JSON.parse(first.contenido)
    return await printIntrospection(
      isPlainObject(answer) && 'data' in answer ? answer.data : answer,
      documento,
    )
  } catch (cause) {
    if (cause instanceof DocumentoInvalido) throw cause
    throw new DocumentoInvalido({ documento, motivo: 'no es JSON' }, { cause })
  }
}

/** The secrets are for the service: another address is asked without them. */
async function introspect(config: GraphqlConfig, deps: ReadDeps): Promise<string> {
  const { getIntrospectionQuery } = await import('graphql/utilities')
  const address = addressOf(config)
  const isOwn = new URL(address).origin === new URL(config.url).origin
  const http = new HttpService(
    {
      ...config,
      url: address,
      ...(!isOwn && { autenticacion: { tipo: 'ninguna' }, cabeceras: {}, tls: { ca: config.tls.ca } }),
    },
    { ...deps, tiempoMaximoMs: deps.limits.conexionMs },
  )
  try {
    const response = await postDocumento(http, address, {
      body: JSON.stringify({ query: getIntrospectionQuery() }),
      headers: {},
      signal: deps.signal,
    })
    const { datos } = readAnswer(response, { servidor: deps.servidor, limits: deps.limits, tolerante: false })
    return await printIntrospection(datos, address)
  } finally {
    await http.close()
  }
}

/** SDL says the same in a fourth of the room. */
async function printIntrospection(introspection: unknown, documento: string): Promise<string> {
  const { buildClientSchema, printSchema } = await import('graphql/utilities')
  try {
    return printSchema(buildClientSchema(introspection as IntrospectionQuery))
  } catch (cause) {
    throw unreadable(documento, cause)
  }
}

async function parseSdl(sdl: string, documento: string): Promise<Esquema> {
  const { buildSchema } = await import('graphql/utilities')
  try {
    return new Esquema(buildSchema(sdl))
  } catch (cause) {
    throw unreadable(documento, cause)
  }
}

function unreadable(documento: string, cause: unknown): AppError {
  const words = cause instanceof Error ? cause.message : String(cause)
  return new DocumentoInvalido({ documento, motivo: `no es un esquema de GraphQL («${words}»)` }, { cause })
}

const kept = new KeptReadings<Esquema>()

/** What is stored needs no network; null: nothing is. */
export async function readStored(packed: string, limits: Limits): Promise<Esquema | null> {
  const documentos = unpackDocumentos(packed, limits)
  const sdl = documentos?.textos[SDL]
  return sdl === undefined ? null : kept.get(packed, () => parseSdl(sdl, documentos?.inicio ?? ''))
}

/** What is stored of the settings once their schema was read; nothing, where it was stored already. */
export async function completeConfig(config: GraphqlConfig, deps: ReadDeps): Promise<Partial<GraphqlConfig>> {
  const { archivos, introspeccion, documentos } = config
  if (archivos.length > 0) return { archivos: [], documentos: (await readEsquema(config, deps)).documentos }
  const inicio = unpackDocumentos(documentos, deps.limits)?.inicio
  // What came in files stays until it is asked for anew.
  const isOfFiles = inicio !== undefined && !URL.canParse(inicio)
  if (isOfFiles || (introspeccion && inicio === addressOf(config))) return {}
  return { documentos: introspeccion ? (await readEsquema(config, deps)).documentos : '' }
}
