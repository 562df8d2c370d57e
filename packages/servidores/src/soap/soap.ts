import type { DetalleDeObjeto, ErrorDeCampo, Limits, ObjetoDeServidor, Parametro } from '@div/contract'
import type { Wsdl, WsdlOperation } from '@div/soap'
import { z } from 'zod'
import { unpackDocumentos } from '../contrato/documentos.ts'
import { KeptReadings } from '../contrato/kept-readings.ts'
import { type ColumnaDeObjeto, defineServidor, defineTipoObjeto } from '../define-servidor.ts'
import { destinoOfUrl } from '../destino-of-url.ts'
import { refuse } from '../refuse.ts'
import { traceHeadersOf } from '../trace-headers.ts'
import { operationsByName, sayMissingOperation } from './compiled-operation.ts'
import { fieldsOfHeaders, fieldsOfMessage, takesOthers } from './describe-message.ts'
import { addressOf, choosePort, completeConfig, readDocumentos } from './read-contrato.ts'
import { reviewContrato } from './review-contrato.ts'
import { type SoapConfig, soapConfigSchema } from './soap-config.ts'
import { SoapConnection } from './soap-connection.ts'

const operacion = defineTipoObjeto({
  label: 'Operación',
  summary: 'Llama a una operación del servicio y devuelve el cuerpo y las cabeceras de su respuesta.',
  objeto: z.object({
    nombre: z
      .string()
      .min(1)
      .meta({ title: 'Operación', examples: ['ConsultarCliente'], enCatalogo: true }),
    soloLectura: z.boolean().default(false).meta({
      title: 'Solo lee',
      description: 'La operación no cambia nada: puede repetirse.',
    }),
    tolerante: z.boolean().default(false).meta({
      title: 'Tolerar desviaciones',
      description: 'Una respuesta que no cumple el WSDL no es un fallo: se toma lo que se entienda.',
    }),
    conMensajes: z.boolean().default(false).meta({
      title: 'Mostrar los mensajes',
      description: 'La traza muestra la petición y la respuesta como viajaron, sin las credenciales.',
      avanzado: true,
    }),
  }),
  prepare({ nombre, soloLectura, tolerante, conMensajes }) {
    return {
      efecto: soloLectura ? 'lectura' : 'escritura',
      repetible: soloLectura,
      admiteTransaccion: false,
      run: (connection: SoapConnection, values, context) =>
        connection.call(nombre, values, {
          strict: !tolerante,
          conMensajes,
          signal: context.signal,
          traza: traceHeadersOf(context),
        }),
    }
  },
})

export const soap = defineServidor<typeof soapConfigSchema, SoapConnection>({
  tipoServidor: 'soap',
  label: 'Servicio SOAP',
  grupo: 'servicio',
  summary: 'Un servicio web con WSDL: sus operaciones, con lo que toman y contestan.',
  config: soapConfigSchema,
  objetos: { operacion },
  compartida: true,
  destino: (config) => destinoOfUrl(addressOf(config)),
  checkConfig({ wsdl, archivos, adjuntos, seguridad }) {
    if (wsdl !== '' && archivos.length > 0)
      throw refuse('config.archivos', 'Dé la dirección o los documentos, no las dos cosas.')
    if (adjuntos === 'mtom' && seguridad.tipo === 'x509')
      throw refuse('config.adjuntos', 'Lo que viaja junto al sobre no iría firmado: envíelo dentro.')
  },
  completeConfig,
  contrato: { label: 'WSDL', campo: 'wsdl', extensiones: ['.wsdl', '.xsd', '.xml'] },
  readContrato: reviewContrato,
  async connect(config, deps) {
    const wsdl = await readKept(config, deps)
    return new SoapConnection(config, { wsdl, port: choosePort(wsdl, config) }, deps)
  },
  async checkObjeto(config, { objeto: { nombre }, parametros }, deps) {
    if (typeof nombre !== 'string') return []
    const operation = operationsByName(choosePort(await readKept(config, deps), config)).get(nombre)
    return operation
      ? refuseUndeclared({ nombre, operation }, parametros)
      : [{ campo: 'objeto.nombre', mensaje: sayMissingOperation(nombre) }]
  },
  async listObjetos({ port }, { q = '', limite }) {
    const wanted = q.toLowerCase()
    return [...operationsByName(port)]
      .filter(([nombre]) => nombre.toLowerCase().includes(wanted))
      .slice(0, limite)
      .map(([nombre, operation]) => describeEntry(nombre, operation))
  },
  async describeObjeto({ port }, { nombre }) {
    const operation = operationsByName(port).get(nombre)
    return operation && describeOperation(nombre, operation)
  },
})

const kept = new KeptReadings<Wsdl>()

function readKept({ documentos }: SoapConfig, { limits }: { limits: Limits }): Promise<Wsdl> {
  return kept.get(documentos, () => readPacked(documentos, limits))
}

async function readPacked(packed: string, limits: Limits): Promise<Wsdl> {
  const documentos = unpackDocumentos(packed, limits)
  if (!documentos) throw refuse('config.wsdl', 'Su WSDL todavía no se ha leído: léalo, o guarde el servidor.')
  return readDocumentos(documentos, limits)
}

/** A name that its message has no place for, of the body, the header or beside the envelope. */
function refuseUndeclared(
  { nombre: operacion, operation: { input } }: { nombre: string; operation: WsdlOperation },
  parametros: readonly string[],
): ErrorDeCampo[] {
  // One parameter named as in REST is the whole body; a derived type that is chosen has fields of its own.
  const isWhole = parametros.length === 1 && parametros[0] === 'cuerpo'
  if (isWhole || parametros.includes('@xsi:type') || takesOthers(input)) return []
  const declared = new Set([...fieldsOfMessage(input), ...fieldsOfHeaders(input)].map(({ nombre }) => nombre))
  return parametros.flatMap((nombre, index) => {
    if (declared.has(nombre)) return []
    const mensaje = `La operación «${operacion}» no tiene el dato «${nombre}»: no se enviaría. Quítelo o elija otro.`
    return [{ campo: `parametros[${index}].nombre`, mensaje }]
  })
}

function describeEntry(nombre: string, { style, input, documentation }: WsdlOperation): ObjetoDeServidor {
  return {
    nombre,
    tipoObjeto: 'operacion',
    clase: `${style}/${input.use}`,
    ...(documentation !== undefined && { descripcion: documentation }),
  }
}

function describeOperation(nombre: string, operation: WsdlOperation): DetalleDeObjeto {
  const { input, output } = operation
  const entrada = [...fieldsOfMessage(input), ...fieldsOfHeaders(input)]
  const cuerpo = output ? fieldsOfMessage(output) : []
  const cabeceras = output ? fieldsOfHeaders(output) : []
  return {
    ...describeEntry(nombre, operation),
    columnas: [],
    parametros: entrada.map(toColumna),
    entrada,
    salida: [
      { nombre: 'cuerpo', tipo: 'objeto', campos: cuerpo },
      { nombre: 'cabeceras', tipo: 'objeto', campos: cabeceras },
    ],
  }
}

function toColumna({ nombre, tipo = 'cualquiera', requerido = false, origen }: Parametro): ColumnaDeObjeto {
  return { nombre, tipo, tipoNativo: origen === 'cabecera' ? 'cabecera' : '', nulo: !requerido, modo: 'IN' }
}
