import type { ContratoLeido } from '@div/contract'
import type { Port, Wsdl, WsdlOperation } from '@div/soap'
import { compareOperaciones, type Operaciones } from '../contrato/compare-operaciones.ts'
import { packDocumentos, unpackDocumentos } from '../contrato/documentos.ts'
import type { ReadDeps } from '../contrato/download-documento.ts'
import { operationsByName } from './compiled-operation.ts'
import { fieldsOfHeaders, fieldsOfMessage } from './describe-message.ts'
import { choosePort, localName, readContrato, readDocumentos } from './read-contrato.ts'
import type { SoapConfig } from './soap-config.ts'

/** What the WSDL says now, whatever is stored, and what of it is not as it was. */
export async function reviewContrato(
  config: SoapConfig,
  deps: ReadDeps,
  before: SoapConfig | null,
): Promise<ContratoLeido> {
  // What was uploaded once has no address to be read from again.
  const documentos = config.wsdl === '' ? config.documentos : ''
  const read = await readContrato({ ...config, documentos }, deps)
  const port = choosePort(read.wsdl, config)
  const stored = before && unpackDocumentos(before.documentos, deps.limits)
  return {
    config: {
      archivos: [],
      documentos: packDocumentos(read.documentos),
      direccionDelWsdl: port.address,
    },
    puertos: listPuertos(read.wsdl),
    opciones: [],
    avisos: [...read.wsdl.avisos],
    cambios:
      before && stored
        ? compareOperaciones(
            describeAll(choosePort(await readDocumentos(stored, deps.limits), before)),
            describeAll(port),
          )
        : null,
  }
}

function listPuertos({ services }: Wsdl): ContratoLeido['puertos'] {
  return services.flatMap(({ name, ports }) =>
    ports.map((port) => ({
      servicio: localName(name),
      nombre: port.name,
      version: port.version,
      direccion: port.address,
      operaciones: [...operationsByName(port).keys()],
    })),
  )
}

function describeAll(port: Port): Operaciones {
  return new Map([...operationsByName(port)].map(([nombre, operation]) => [nombre, describe(operation)]))
}

function describe({ input, output, faults }: WsdlOperation): string {
  return JSON.stringify([
    fieldsOfMessage(input),
    fieldsOfHeaders(input),
    output && [fieldsOfMessage(output), fieldsOfHeaders(output)],
    faults.map(({ name }) => name),
  ])
}
