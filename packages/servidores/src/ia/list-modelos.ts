import type { DetalleDeObjeto, ObjetoDeServidor } from '@div/contract'
import type { FiltroDeObjetos, ObjetoBuscado } from '../define-servidor.ts'
import type { IaConnection } from './ia-connection.ts'
import type { Modelo } from './proveedor.ts'

/** What is asked of a model unless something else is said. */
const USUAL: Readonly<Record<Modelo['clase'], string>> = { texto: 'generar', vectores: 'incrustar' }
const CLASES: Readonly<Record<Modelo['clase'], string>> = { texto: 'modelo', vectores: 'modelo de vectores' }

/** The models of the service as entries of its catalogue, those that fit what a node wants of one. */
export async function listModelos(
  connection: IaConnection,
  { tipoObjeto, q = '', limite }: FiltroDeObjetos,
  signal: AbortSignal,
): Promise<ObjetoDeServidor[]> {
  const wanted = q.toLowerCase()
  const modelos = await connection.listModelos(signal)
  return modelos
    .filter(
      ({ clase }) => tipoObjeto === undefined || (tipoObjeto === 'incrustar') === (clase === 'vectores'),
    )
    .filter(({ nombre }) => nombre.toLowerCase().includes(wanted))
    .toSorted((left, right) => left.nombre.localeCompare(right.nombre))
    .slice(0, limite)
    .map((modelo) => entryOf(modelo, tipoObjeto))
}

export async function describeModelo(
  connection: IaConnection,
  { nombre, tipoObjeto }: ObjetoBuscado,
  signal: AbortSignal,
): Promise<DetalleDeObjeto | undefined> {
  const found = (await connection.listModelos(signal)).find((modelo) => modelo.nombre === nombre)
  return found && { ...entryOf(found, tipoObjeto), columnas: [], parametros: [] }
}

function entryOf(
  { nombre, clase, descripcion }: Modelo,
  tipoObjeto: string = USUAL[clase],
): ObjetoDeServidor {
  return {
    nombre,
    tipoObjeto,
    clase: CLASES[clase],
    objeto: { modelo: nombre },
    ...(descripcion !== undefined && { descripcion }),
  }
}
