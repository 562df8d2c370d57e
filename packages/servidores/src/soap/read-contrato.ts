import { DocumentoXmlInvalido, findFile, type Limits, orderFiles } from '@div/contract'
import { decodeXml, type Port, readWsdl, type Wsdl } from '@div/soap'
import { type Documentos, packDocumentos, unpackDocumentos } from '../contrato/documentos.ts'
import { downloadDocumento, type ReadDeps } from '../contrato/download-documento.ts'
import { refuse } from '../refuse.ts'
import type { SoapConfig } from './soap-config.ts'

interface Contrato {
  wsdl: Wsdl
  documentos: Documentos
}

/** From the files that were given, else from what is stored, else over the guarded network. Only at design time. */
export async function readContrato(config: SoapConfig, deps: ReadDeps): Promise<Contrato> {
  const [given] = orderFiles(config.archivos)
  const stored = given ? null : unpackDocumentos(config.documentos, deps.limits)
  if (stored && (config.wsdl === '' || stored.inicio === config.wsdl)) {
    return { wsdl: await readDocumentos(stored, deps.limits), documentos: stored }
  }
  if (!given && config.wsdl === '') throw refuse('config.wsdl', 'Dé la dirección del WSDL, o sus documentos.')
  const inicio = given?.nombre ?? config.wsdl
  const byName = new Map(config.archivos.map(({ nombre, contenido }) => [nombre, contenido]))
  const textos: Record<string, string> = {}
  const wsdl = await readWsdl({
    location: inicio,
    limits: deps.limits,
    async load(location) {
      const text = given
        ? findGiven(byName, location)
        : decodeXml(await download(location, config, deps), location)
      textos[location] = text
      return text
    },
  })
  return { wsdl, documentos: { inicio, textos } }
}

/** What is stored needs no network. */
export function readDocumentos({ inicio, textos }: Documentos, limits: Limits): Promise<Wsdl> {
  return readWsdl({
    location: inicio,
    limits,
    async load(location) {
      const text = Object.hasOwn(textos, location) ? textos[location] : undefined
      if (text === undefined) throw new DocumentoXmlInvalido({ documento: location, motivo: 'no se guardó' })
      return text
    },
  })
}

function findGiven(byName: ReadonlyMap<string, string>, location: string): string {
  const text = findFile(byName, location)
  if (text !== null) return text
  throw new DocumentoXmlInvalido({ documento: location, motivo: 'no está entre los documentos' })
}

/** The secrets are for the service: its WSDL is asked for with them where the service gives it itself. */
function download(location: string, config: SoapConfig, deps: ReadDeps): Promise<Uint8Array> {
  const { seguridad, tls } = config
  const isOwn = originOf(location) === originOf(addressOf(config))
  return downloadDocumento(location, deps, {
    tls: isOwn ? tls : { ca: tls.ca },
    headers: seguridad.tipo === 'basico' && isOwn ? { authorization: basicAuthorization(seguridad) } : {},
  })
}

/** Where the service is called, as far as is known. */
export function addressOf({ direccion, direccionDelWsdl, wsdl }: SoapConfig): string {
  return direccion || direccionDelWsdl || wsdl
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

export function basicAuthorization({ usuario, contrasena }: { usuario: string; contrasena: string }): string {
  return `Basic ${Buffer.from(`${usuario}:${contrasena}`).toString('base64')}`
}

/** The service and the port that the settings name, else the first. Throws DatosInvalidos saying which there are. */
export function choosePort(
  { services }: Wsdl,
  { servicio, puerto }: Pick<SoapConfig, 'servicio' | 'puerto'>,
): Port {
  const inService = services.filter(({ name }) => servicio === '' || localName(name) === servicio)
  if (inService.length === 0)
    throw refuse(
      'config.servicio',
      `El WSDL no tiene ese servicio. Tiene: ${say(services.map(({ name }) => localName(name)))}.`,
    )
  const ports = inService.flatMap(({ ports: own }) => own)
  const port = ports.find(({ name }) => puerto === '' || name === puerto)
  if (!port)
    throw refuse(
      'config.puerto',
      `El WSDL no tiene ese puerto SOAP. Tiene: ${say(ports.map(({ name }) => name))}.`,
    )
  return port
}

export function localName(name: string): string {
  return name.slice(name.indexOf('}') + 1)
}

function say(names: readonly string[]): string {
  return names.length === 0 ? 'ninguno' : names.join(', ')
}

/** What is stored of the settings once their WSDL was read. */
export async function completeConfig(config: SoapConfig, deps: ReadDeps): Promise<Partial<SoapConfig>> {
  const { wsdl, documentos } = await readContrato(config, deps)
  const { address } = choosePort(wsdl, config)
  return { archivos: [], documentos: packDocumentos(documentos), direccionDelWsdl: address }
}
