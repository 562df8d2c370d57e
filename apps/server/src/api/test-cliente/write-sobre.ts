import {
  compileCoercion,
  DatosInvalidos,
  type ErrorDeCampo,
  type Flujo,
  type Limits,
  type SobreDePrueba,
} from '@div/contract'
import {
  type Codec,
  compileMessage,
  contentTypeOf,
  createCodec,
  describeService,
  type SoapVersion,
  type WsdlMessage,
  writeEnvelope,
} from '@div/soap'
import { namespaceOf } from '../../motor/publishing/soap/publish-soap-canal.ts'

interface SobreOptions {
  /** Of the canal. */
  ruta: string
  operacion: string
  flujo: Pick<Flujo, 'nodos'>
  version: SoapVersion
  entrada: Readonly<Record<string, unknown>>
  limits: Limits
}

/** The envelope that asks a canal for an operation, as its WSDL has it. Throws DatosInvalidos, each at its parameter. */
export function writeSobre({
  ruta,
  operacion,
  flujo,
  version,
  entrada,
  limits,
}: SobreOptions): SobreDePrueba {
  const parametros = flujo.nodos.find(({ tipo }) => tipo === 'entrada')?.parametros ?? []
  const errores: ErrorDeCampo[] = []
  const values = Object.fromEntries(
    parametros.map((parametro) => {
      const { nombre } = parametro
      return [nombre, compileCoercion(parametro)(entrada[nombre], `entrada.${nombre}`, errores)]
    }),
  )
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  const inHeader = parametros.filter(({ origen }) => origen === 'cabecera').map(({ nombre }) => nombre)
  const wsdl = describeService({
    nombre: 'Prueba',
    documentacion: '',
    namespace: namespaceOf(ruta),
    address: '',
    // It is read in the envelope whatever the canal says.
    adjuntos: 'sobre',
    operaciones: [
      {
        operacion,
        documentacion: '',
        entrada: parametros.filter(({ origen }) => origen !== 'cabecera'),
        cabeceras: parametros.filter(({ origen }) => origen === 'cabecera'),
        salidas: [],
        asincrona: false,
      },
    ],
  })
  const operation = wsdl.services[0]?.ports[0]?.operations[0]
  if (!operation) throw new Error(`${operacion} is not described`)
  const codec = createCodec({ schema: wsdl.schema, limits, facets: false, omits: true })
  const input = compileMessage(codec, {
    message: operation.input,
    style: operation.style,
    wrapper: operacion,
  })
  // Each in its place.
  const valuesOf = (isHeader: boolean) =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([nombre, value]) => inHeader.includes(nombre) === isHeader && !(isHeader && value === null),
      ),
    )
  const body = input.encode(valuesOf(false), errores)
  const header = writeHeader(operation.input, codec, { values: valuesOf(true), errores })
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return {
    cabeceras: headersOf(version, operation.soapAction),
    sobre: writeEnvelope({ version, declarations: input.declarations, header, body }),
  }
}

/** What comes in the header; '' where nothing of it is given. */
function writeHeader(
  { headers: [header] }: WsdlMessage,
  codec: Codec,
  { values, errores }: { values: Readonly<Record<string, unknown>>; errores: ErrorDeCampo[] },
): string {
  if (!header || !('element' in header.part) || Object.keys(values).length === 0) return ''
  return codec.element(header.part.element).encode(values, codec.beginWriting(errores))
}

/** SOAP 1.1, 6.1.1: a header of its own; SOAP 1.2 Part 2, 6.5.3: a parameter of the media type. */
function headersOf(version: SoapVersion, action: string): Record<string, string> {
  const type = contentTypeOf(version)
  return version === '1.1'
    ? { 'Content-Type': type, SOAPAction: `"${action}"` }
    : { 'Content-Type': `${type}; action="${action}"` }
}
