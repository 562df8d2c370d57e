import { ejecucionAceptadaSchema, headerName, type Parametro, PROBLEMA } from '@div/contract'
import type { ElementDecl, SimpleType, XmlSchema } from '../model/schema.ts'
import type { Port, Wsdl, WsdlFault, WsdlHeader, WsdlMessage, WsdlOperation } from '../model/wsdl.ts'
import { SWA_REF, SWA_REF_NAME } from '../xsd/built-ins.ts'
import { BINARY, objectType, type Place } from './parametro-type.ts'

/** What one operation is made of: the contract of a proceso. */
export interface OperacionDescrita {
  operacion: string
  documentacion: string
  entrada: readonly Parametro[]
  /** What of it stands in the header of the envelope. */
  cabeceras: readonly Parametro[]
  /** By status, as whoever answers tells them apart; none: nothing is answered. */
  salidas: readonly { nombre: string; estadoHttp: number; parametros: readonly Parametro[] }[]
  /** It is accepted and run later: what is answered is where to ask for it. */
  asincrona: boolean
}

export interface ServicioDescrito {
  nombre: string
  documentacion: string
  namespace: string
  address: string
  /** Where binary data of its messages stands. */
  adjuntos: 'sobre' | 'swa'
  operaciones: readonly OperacionDescrita[]
}

const TEXT = { tipo: 'texto' } as const

/** What a refusal or a failure says (RFC 9457), as the detail of a Fault. */
const PROBLEMA_CAMPOS: readonly Parametro[] = [
  { nombre: 'codigo', ...TEXT },
  { nombre: 'estado', tipo: 'entero' },
  { nombre: 'detalle', ...TEXT },
  { nombre: 'idEjecucion', ...TEXT },
  {
    nombre: 'errores',
    tipo: 'lista',
    elemento: {
      nombre: '',
      tipo: 'objeto',
      campos: [
        { nombre: 'campo', ...TEXT },
        { nombre: 'mensaje', ...TEXT },
      ],
    },
  },
]

/** Where to ask for a run that was accepted. */
const ACEPTADA_CAMPOS: readonly Parametro[] = Object.keys(ejecucionAceptadaSchema.shape).map((nombre) => ({
  nombre,
  ...TEXT,
}))

/** The service of these operations, document/literal and wrapped (WS-I BP 1.1, R2716), for SOAP 1.1 and 1.2. */
export function describeService({
  nombre,
  documentacion,
  namespace,
  address,
  adjuntos,
  operaciones,
}: ServicioDescrito): Wsdl {
  const elements = new Map<string, ElementDecl>()
  const declare: Declare = (local, campos, place): ElementDecl => {
    const type = objectType(campos, { uri: namespace, ...place })
    const element = {
      name: `{${namespace}}${local}`,
      type,
      nillable: false,
      abstract: false,
      substitutes: [],
    }
    elements.set(element.name, element)
    return element
  }
  const problema: WsdlFault = {
    name: PROBLEMA,
    part: { name: 'detalle', element: declare(PROBLEMA, PROBLEMA_CAMPOS, FALLA) },
  }
  const operations = operaciones.map((operacion) =>
    describeOperation(operacion, { namespace, declare, problema, binario: BINARIOS[adjuntos] }),
  )
  const port = (name: string, version: Port['version']): Port => ({ name, address, version, operations })
  const types: XmlSchema['types'] = new Map(adjuntos === 'swa' ? [[SWA_REF_NAME, SWA_REF]] : [])
  const schema: XmlSchema = { elements, types, attributes: new Map() }
  return {
    targetNamespace: namespace,
    services: [
      {
        name: `{${namespace}}${nombre}`,
        ...(documentacion !== '' && { documentation: documentacion }),
        ports: [port(`${nombre}Soap`, '1.1'), port(`${nombre}Soap12`, '1.2')],
      },
    ],
    schema,
    avisos: [],
  }
}

const BINARIOS: Readonly<Record<ServicioDescrito['adjuntos'], SimpleType>> = { sobre: BINARY, swa: SWA_REF }
/** Neither headers nor faults have anything beside them. */
const CABECERA: Omit<Place, 'uri'> = { direccion: 'entrada', binario: BINARY }
const CABECERAS = 'cabeceras'
const FALLA: Omit<Place, 'uri'> = { direccion: 'salida', binario: BINARY }

type Declare = (local: string, campos: readonly Parametro[], place: Omit<Place, 'uri'>) => ElementDecl

interface Declaring {
  namespace: string
  declare: Declare
  problema: WsdlFault
  binario: SimpleType
}

function describeOperation(
  { operacion, documentacion, entrada, cabeceras, salidas, asincrona }: OperacionDescrita,
  { namespace, declare, problema, binario }: Declaring,
): WsdlOperation {
  const header = (campos: readonly Parametro[]): WsdlHeader => ({
    use: 'literal',
    part: { name: CABECERAS, element: declare(headerName(operacion), campos, CABECERA) },
  })
  const described = {
    name: operacion,
    ...(documentacion !== '' && { documentation: documentacion }),
    soapAction: `${namespace}:${operacion}`,
    style: 'document' as const,
    input: {
      ...message(namespace, declare(operacion, entrada, { direccion: 'entrada', binario })),
      headers: cabeceras.length === 0 ? [] : [header(cabeceras)],
    },
  }
  const answer = (campos: readonly Parametro[]) =>
    message(namespace, declare(`${operacion}Response`, campos, { direccion: 'salida', binario }))
  if (asincrona) return { ...described, output: answer(ACEPTADA_CAMPOS), faults: [problema] }
  // Nothing is ever answered: nobody has to wait for it.
  if (salidas.length === 0) return { ...described, output: null, faults: [] }
  const errors = Map.groupBy(
    salidas.filter(({ estadoHttp }) => estadoHttp >= 400),
    ({ estadoHttp }) => estadoHttp,
  )
  return {
    ...described,
    output: answer(mergeParametros(salidas.filter(({ estadoHttp }) => estadoHttp < 400))),
    faults: [
      problema,
      ...[...errors].map(([estado, same]) => {
        const name = faultName(operacion, estado)
        return { name, part: { name: 'detalle', element: declare(name, mergeParametros(same), FALLA) } }
      }),
    ],
  }
}

/** The element in the detail of what an exit with this status answers. */
export function faultName(operacion: string, estado: number): string {
  return `${operacion}Error${estado}`
}

function message(namespace: string, element: ElementDecl): WsdlMessage {
  return {
    use: 'literal',
    namespace,
    parts: [{ name: 'parameters', element }],
    headers: [],
    wrapped: true,
    attachments: [],
  }
}

/** Exits that are alternatives of one another: not all have every field, and one that they declare differently may be anything. */
function mergeParametros(salidas: readonly { parametros: readonly Parametro[] }[]): Parametro[] {
  const byNombre = Map.groupBy(
    salidas.flatMap(({ parametros }) => parametros),
    ({ nombre }) => nombre,
  )
  return [...byNombre].flatMap(([nombre, same]) => {
    const [first] = same
    if (!first) return []
    const shapes = new Set(same.map((each) => JSON.stringify(shapeOf(each))))
    const declared: Parametro = shapes.size === 1 ? first : { nombre, tipo: 'cualquiera' }
    return [same.length < salidas.length ? { ...declared, requerido: false } : declared]
  })
}

function shapeOf({ tipo, campos, elemento }: Parametro) {
  return { tipo, campos, elemento }
}
