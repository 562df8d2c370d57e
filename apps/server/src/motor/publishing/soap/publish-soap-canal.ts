import { headerName, isOperacion, listSinFirma, type Parametro, PROBLEMA } from '@div/contract'
import {
  type Codec,
  compileDirectMessages,
  createCodec,
  describeService,
  faultName,
  KnownOpenings,
  type OperacionDescrita,
  type Wsdl,
  type WsdlOperation,
} from '@div/soap'
import type { AsignacionDefinida, CanalDefinido } from '../../definitions/definitions.ts'
import type { CanalGate } from '../canal-gate.ts'
import type { CanalRoute } from '../canal-route.ts'
import { type PublishDeps, publishCanalRoute } from '../publish-canal-route.ts'
import type { PublishingFinding } from '../publishing-finding.ts'
import { createCanalDocuments } from './canal-documents.ts'
import type { SoapCanal, SoapOperation } from './soap-canal.ts'

/** The one parametro that is the answer itself. */
const CUERPO = 'cuerpo'

/** Decides everything about a SOAP canal that its calls would otherwise decide again and again. */
export function publishSoapCanal(
  definido: CanalDefinido,
  deps: PublishDeps & { gate: CanalGate },
): { soap: SoapCanal; findings: PublishingFinding[] } {
  const { id: canalId, canal, asignaciones } = definido
  const { gate, limits } = deps
  const namespace = namespaceOf(canal.ruta)
  const findings: PublishingFinding[] = []
  const published = new Map<string, Published | null>()
  for (const asignada of asignaciones) {
    const { operacion, route } = publishAsignada(definido, asignada, { ...deps, taken: published })
    if ('motivo' in route)
      findings.push({ canal: canal.ruta, metodo: 'POST', ruta: operacion, motivo: route.motivo })
    if (!published.has(operacion)) published.set(operacion, 'motivo' in route ? null : { asignada, route })
  }
  const ready = [...published].flatMap(([operacion, each]) => (each ? [{ operacion, ...each }] : []))
  const wsdl = describeService({
    nombre: serviceName(canal.nombre, canal.ruta),
    documentacion: canal.descripcion,
    namespace,
    address: '',
    adjuntos: canal.adjuntos,
    operaciones: ready.map((each) => describeOperacion(each, gate)),
  })
  const rules = { schema: wsdl.schema, limits, facets: false, omits: true }
  const codec = createCodec(rules)
  // What is missing in the envelope HTTP may say.
  const headerCodec = createCodec({ ...rules, counts: false })
  const compileMessage = compileDirectMessages(codec)
  const operations = new Map<string, SoapOperation | null>(
    [...published.keys()].map((operacion) => [operacion, null]),
  )
  const described = wsdl.services[0]?.ports[0]?.operations ?? []
  for (const [index, { operacion, route }] of ready.entries()) {
    const operation = described[index]
    if (operation)
      operations.set(
        operacion,
        compileOperation(operation, { route, codec, headerCodec, compileMessage, wsdl }),
      )
  }
  const problema = elementOf(wsdl, PROBLEMA)
  return {
    findings,
    soap: {
      canalId,
      gate,
      maxCuerpoBytes: Math.min(canal.maxCuerpoBytes, limits.cuerpoBytes),
      tiempoMaximoMs: canal.tiempoMaximoMs,
      strangers: 0,
      operations,
      cabeceras: new Set(
        [...operations.values()].flatMap((each) =>
          each?.cabecera ? [`{${namespace}}${each.cabecera.local}`] : [],
        ),
      ),
      bySoapAction: new Map(described.map(({ name, soapAction }) => [soapAction, name])),
      documents: createCanalDocuments(wsdl),
      codec,
      openings: new KnownOpenings({ limits, names: codec.names }),
      problema: codec.element(problema),
      faultDeclarations: codec.prefixes.declare([namespace]),
    },
  }
}

/** Of everything that a canal takes and answers. */
export function namespaceOf(ruta: string): string {
  return `urn:div:soap:${ruta}`
}

interface Published {
  asignada: AsignacionDefinida
  route: CanalRoute
}

/** What the route is, or why the operation does not answer. */
function publishAsignada(
  definido: CanalDefinido,
  asignada: AsignacionDefinida,
  deps: PublishDeps & { gate: CanalGate; taken: ReadonlyMap<string, unknown> },
): { operacion: string; route: CanalRoute | { motivo: string } } {
  const operacion = asignada.asignacion.operacion ?? ''
  if (!isOperacion(operacion))
    return { operacion, route: { motivo: `«${operacion}» no puede ser el nombre de una operación` } }
  if (deps.taken.has(operacion))
    return { operacion, route: { motivo: 'otra asignación ya responde a esta operación' } }
  const route = publishCanalRoute(definido, asignada, deps)
  if ('motivo' in route || deps.gate.firma === null) return { operacion, route }
  const missed = listSinFirma(route.plan.entrada.parametros).find(({ isMissed }) => isMissed)
  if (!missed) return { operacion, route }
  const motivo = `«${missed.nombre}» solo puede venir de una cabecera, y las de un sobre firmado no van firmadas`
  return { operacion, route: { motivo } }
}

/** Of a service: what WSDL takes (NMTOKEN), and generators of code make a class of. */
function serviceName(nombre: string, ruta: string): string {
  const plain = nombre
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return /^[A-Za-z]/.test(plain) ? plain : `Canal_${ruta.replaceAll('-', '_')}`
}

function describeOperacion(
  { operacion, asignada: { proceso }, route: { plan, asincrono } }: Published & { operacion: string },
  { firma }: Pick<CanalGate, 'firma'>,
): OperacionDescrita {
  const { parametros } = plan.entrada
  return {
    operacion,
    documentacion: proceso.descripcion === '' ? proceso.nombre : proceso.descripcion,
    entrada: parametros.filter((parametro) => !isCabecera(parametro)),
    // Of what is signed only the body is known to be.
    cabeceras: firma ? [] : parametros.filter(isCabecera),
    salidas: plan.salidas,
    // Whoever waits for the end of a durable run gets its answer.
    asincrona: asincrono !== null && asincrono.espera === undefined,
  }
}

function compileOperation(
  operation: WsdlOperation,
  {
    route,
    codec,
    headerCodec,
    compileMessage,
    wsdl,
  }: {
    route: CanalRoute
    codec: Codec
    headerCodec: Codec
    compileMessage: ReturnType<typeof compileDirectMessages>
    wsdl: Wsdl
  },
): SoapOperation {
  const { name, style, input, output, soapAction } = operation
  const namespace = wsdl.targetNamespace
  const { parametros } = route.plan.entrada
  const { salidas } = route.plan
  const [header] = input.headers
  const element = header && 'element' in header.part ? header.part.element : null
  return {
    ...route,
    operacion: name,
    cabecera: element && { uri: namespace, local: headerName(name), codec: headerCodec.element(element) },
    input: compileMessage({ message: input, style, wrapper: name }),
    output: output && compileMessage({ message: output, style, wrapper: `${name}Response` }),
    errores: new Map(
      salidas.flatMap(({ estadoHttp, nombre }) => {
        const element = wsdl.schema.elements.get(`{${namespace}}${faultName(name, estadoHttp)}`)
        return element ? [[estadoHttp, { detalle: codec.element(element), razon: nombre }] as const] : []
      }),
    ),
    cabeceras: element
      ? parametros.filter(isCabecera).map(({ nombre }) => ({ nombre, cabecera: nombre.toLowerCase() }))
      : [],
    listasConDefecto: parametros.filter(hasListDefault).map(({ nombre }) => nombre),
    cuerpoSolo: new Set(salidas.filter(isWholeBody).map(({ estadoHttp }) => estadoHttp)),
    sinRespuesta: Object.fromEntries(
      salidas.flatMap(({ parametros: campos }) =>
        campos.flatMap(({ nombre, tipo }) => (tipo === 'lista' ? [] : [[nombre, null]])),
      ),
    ),
    responseAction: `${soapAction}Response`,
  }
}

function isCabecera({ origen }: Parametro): boolean {
  return origen === 'cabecera'
}

/** No element at all is an empty list, or none. */
function hasListDefault({ tipo, defecto }: Parametro): boolean {
  return tipo === 'lista' && defecto !== undefined && defecto !== null
}

function isWholeBody({ parametros }: { parametros: readonly Parametro[] }): boolean {
  return parametros.length === 1 && parametros[0]?.nombre === CUERPO
}

function elementOf(wsdl: Wsdl, local: string) {
  const element = wsdl.schema.elements.get(`{${wsdl.targetNamespace}}${local}`)
  if (!element) throw new Error(`${local} is not declared`)
  return element
}
