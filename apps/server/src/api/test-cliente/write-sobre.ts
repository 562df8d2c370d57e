import {
  compileCoercion,
  DatosInvalidos,
  type ErrorDeCampo,
  type Flujo,
  type Limits,
  type SobreDePrueba,
} from '@div/contract'
import {
  compileMessage,
  contentTypeOf,
  createCodec,
  describeService,
  type SoapVersion,
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
  const body = input.encode(
    Object.fromEntries(Object.entries(values).filter(([nombre]) => !inHeader.includes(nombre))),
    errores,
  )
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  const action = operation.soapAction
  return {
    cabeceras: {
      ...headersOf(version, action),
      ...Object.fromEntries(
        inHeader.flatMap((nombre) => {
          const value = values[nombre]
          return value === null || value === undefined ? [] : [[nombre, String(value)]]
        }),
      ),
    },
    sobre: writeEnvelope({ version, declarations: input.declarations, body }),
  }
}

/** SOAP 1.1, 6.1.1: a header of its own; SOAP 1.2 Part 2, 6.5.3: a parameter of the media type. */
function headersOf(version: SoapVersion, action: string): Record<string, string> {
  const type = contentTypeOf(version)
  return version === '1.1'
    ? { 'Content-Type': type, SOAPAction: `"${action}"` }
    : { 'Content-Type': `${type}; action="${action}"` }
}
