import type { ContratoLeido } from '@div/contract'
import type { Autenticacion, RestApi } from '@div/openapi'
import { compareOperaciones, type Operaciones } from '../contrato/compare-operaciones.ts'
import type { ReadDeps } from '../contrato/download-documento.ts'
import { refuse } from '../refuse.ts'
import { configOf, readContrato, readStored } from './read-contrato.ts'
import type { RestConfig } from './rest-config.ts'

/** What the contract says now, whatever is stored, and what of it is not as it was. */
export async function reviewContrato(
  config: RestConfig,
  deps: ReadDeps,
  before: RestConfig | null,
): Promise<ContratoLeido> {
  const read = await readContrato(config, deps)
  if (!read) throw refuse('config.contrato', 'Dé la dirección del contrato, o suba sus archivos.')
  const { api } = read
  const stored = before && (await readStored(before.documentos, deps.limits))
  return {
    config: configOf(read, config),
    puertos: [],
    resumen: resumenOf(api),
    opciones: [
      ...api.direcciones.map((urlBase) => ({
        grupo: 'Dirección base',
        titulo: urlBase,
        config: { urlBase },
      })),
      ...api.autenticaciones.map((each) => ({ grupo: 'Autenticación', ...choiceOf(each) })),
    ],
    avisos: [...api.avisos],
    cambios: stored && compareOperaciones(describeAll(stored), describeAll(api)),
  }
}

function resumenOf({ titulo, formato, operaciones: { size } }: RestApi): string {
  return [titulo, formato, size === 1 ? '1 operación' : `${size} operaciones`]
    .filter((text) => text !== '')
    .join(' · ')
}

/** The settings of a way to prove who calls; its secrets are left to be written. */
function choiceOf(autenticacion: Autenticacion): { titulo: string; config: Record<string, unknown> } {
  switch (autenticacion.tipo) {
    case 'basico':
      return {
        titulo: 'Usuario y contraseña',
        config: { autenticacion: { tipo: 'basico', usuario: '', contrasena: '' } },
      }
    case 'bearer':
      return { titulo: 'Token Bearer', config: { autenticacion: { tipo: 'bearer', token: '' } } }
    case 'apiKey': {
      const { lugar, nombre } = autenticacion
      return {
        titulo: `Clave de API ${nombre} (${lugar})`,
        config: { autenticacion: { tipo: 'apiKey', lugar, nombre, clave: '' } },
      }
    }
    case 'oauth2': {
      const { urlToken, alcance } = autenticacion
      return {
        titulo: `OAuth 2.0 de ${urlToken}`,
        config: { autenticacion: { tipo: 'oauth2', urlToken, alcance, clienteId: '', clienteSecreto: '' } },
      }
    }
  }
}

function describeAll({ operaciones }: RestApi): Operaciones {
  return new Map([...operaciones].map(([nombre, operation]) => [nombre, JSON.stringify(operation)]))
}
