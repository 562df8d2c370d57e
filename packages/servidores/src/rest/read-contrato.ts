import { DocumentoInvalido, findFile, type Limits, orderFiles } from '@div/contract'
import { type RestApi, readApi } from '@div/openapi'
import { type Documentos, packDocumentos, unpackDocumentos } from '../contrato/documentos.ts'
import { downloadDocumento, type ReadDeps } from '../contrato/download-documento.ts'
import { KeptReadings } from '../contrato/kept-readings.ts'
import { credentialsOf } from '../http/credentials.ts'
import { refuse } from '../refuse.ts'
import type { RestConfig } from './rest-config.ts'

export interface Contrato {
  api: RestApi
  documentos: string
}

/** From the files that were given, else over the guarded network. Only at design time. Null: the settings name none. */
export async function readContrato(config: RestConfig, deps: ReadDeps): Promise<Contrato | null> {
  const { contrato } = config
  const archivos = orderFiles(config.archivos)
  if (archivos.length === 0 && contrato === '') return null
  const byName = new Map(archivos.map(({ nombre, contenido }) => [nombre, contenido]))
  const inicio = archivos[0]?.nombre ?? contrato
  const api = await readApi({
    location: inicio,
    limits: deps.limits,
    load: async (location) => {
      if (archivos.length === 0) return download(location, config, deps)
      const text = findFile(byName, location)
      if (text !== null) return text
      throw new DocumentoInvalido({ documento: location, motivo: 'no está entre los documentos' })
    },
  })
  // As JSON it is read again much faster than as YAML.
  const textos = Object.fromEntries(
    [...api.documentos].flatMap(([location, value]) =>
      value === undefined ? [] : [[location, JSON.stringify(value)]],
    ),
  )
  return { api, documentos: packDocumentos({ inicio, textos }) }
}

/** The secrets are for the service: its contract is asked for with them where the service gives it itself. */
async function download(location: string, config: RestConfig, deps: ReadDeps): Promise<string> {
  const { urlBase, autenticacion, tls } = config
  const isOwn = originOf(urlBase) !== null && originOf(urlBase) === originOf(location)
  const body = await downloadDocumento(location, deps, {
    tls: isOwn ? tls : { ca: tls.ca },
    headers: isOwn ? credentialsOf(autenticacion).headers : {},
  })
  return body.toString('utf8')
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

const kept = new KeptReadings<RestApi>()

/** What is stored needs no network; null: nothing is. */
export async function readStored(packed: string, limits: Limits): Promise<RestApi | null> {
  const documentos = unpackDocumentos(packed, limits)
  return documentos && kept.get(packed, () => readTextos(documentos, limits))
}

function readTextos({ inicio, textos }: Documentos, limits: Limits): Promise<RestApi> {
  return readApi({
    location: inicio,
    limits,
    async load(location) {
      const text = Object.hasOwn(textos, location) ? textos[location] : undefined
      if (text === undefined) throw new DocumentoInvalido({ documento: location, motivo: 'no se guardó' })
      return text
    },
  })
}

/** What is stored of the settings once their contract was read; nothing, where it was stored already or there is none. */
export async function completeConfig(config: RestConfig, deps: ReadDeps): Promise<Partial<RestConfig>> {
  const stored = config.archivos.length === 0 ? unpackDocumentos(config.documentos, deps.limits) : null
  // Who takes the address away takes what was read from it.
  const isRead =
    stored && (config.contrato === '' ? originOf(stored.inicio) === null : stored.inicio === config.contrato)
  if (isRead && config.urlBase !== '') return {}
  const read = isRead
    ? { api: await readTextos(stored, deps.limits), documentos: config.documentos }
    : await readContrato(config, deps)
  return read ? configOf(read, config) : { documentos: '' }
}

/** Throws DatosInvalidos when nobody says where the service lies. */
export function configOf({ api, documentos }: Contrato, { urlBase }: RestConfig): Partial<RestConfig> {
  const [told] = api.direcciones
  if (urlBase === '' && told === undefined)
    throw refuse('config.urlBase', 'El contrato no dice una dirección completa: escríbala.')
  return { archivos: [], documentos, urlBase: urlBase || (told ?? '') }
}
