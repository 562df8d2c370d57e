import type { ObjetoDeServidor, ServidorResumen, TipoNodo, TipoServidor } from '@div/contract'
import type { AddWhat } from './add-nodo.ts'

/** What a node of a type is added for, as who draws would ask for it. */
export const TIPO_NODO_ACTIONS: Readonly<Record<TipoNodo, string>> = {
  entrada: 'Declarar lo que recibe el proceso',
  proceso: 'Llamar a un servidor',
  transformacion: 'Construir o convertir datos',
  condicion: 'Seguir por un camino u otro',
  'splitter-split': 'Repetir por cada elemento de una lista',
  'splitter-join': 'Reunir lo que se repitió',
  salida: 'Responder a quien llamó',
}

/** The same of what servidores offer; of what is not here its own label says it. A node that is added so is called after it. */
const TIPO_OBJETO_ACTIONS: Readonly<Record<string, string>> = {
  consulta: 'Consultar con SQL',
  tabla: 'Consultar filas de una tabla',
  procedimiento: 'Ejecutar un procedimiento',
  funcion: 'Llamar a una función',
  operacion: 'Llamar a una operación',
  proceso: 'Llamar a otro proceso',
  consecutivo: 'Tomar el siguiente de un consecutivo',
  rag: 'Buscar en una colección de documentos',
  espera: 'Esperar un tiempo',
  direccionDeSenal: 'Dar la dirección de una señal',
  senal: 'Esperar una señal',
  aprobacion: 'Pedir una aprobación',
  registro: 'Escribir en el registro',
}

/** As nodes that call something are called when they are added; a number may follow. */
const GIVEN: ReadonlySet<string> = new Set(['Proceso', ...Object.values(TIPO_OBJETO_ACTIONS)])

/** Whether nobody has named a node yet: then it is called after what it is told to call. */
export const isGivenNombre = (nombre: string): boolean => GIVEN.has(nombre.replace(/ \d+$/, ''))

export interface ServidorAction {
  key: string
  label: string
  servidor: ServidorResumen
  what: AddWhat
}

/** What may be asked of each servidor before anybody has said of which of its objects; of the product itself last. */
export function listServidorActions(
  servidores: readonly ServidorResumen[],
  tipos: readonly Pick<TipoServidor, 'tipoServidor' | 'objetos'>[],
): readonly ServidorAction[] {
  const isOwn = ({ tipoServidor }: ServidorResumen) => Number(tipoServidor === 'interno')
  const ordered = servidores.toSorted((left, right) => isOwn(left) - isOwn(right))
  return ordered.flatMap((servidor) => {
    const { id, tipoServidor } = servidor
    const objetos = tipos.find((tipo) => tipo.tipoServidor === tipoServidor)?.objetos ?? []
    return objetos.map(({ tipoObjeto, label }) => ({
      key: `${id}/${tipoObjeto}`,
      label: TIPO_OBJETO_ACTIONS[tipoObjeto] ?? label,
      servidor,
      what: {
        tipo: 'proceso' as const,
        fields: {
          servidorId: id,
          tipoServidor,
          tipoObjeto,
          objeto: isOfDatabase(servidor, tipoObjeto) ? READ_TABLA : {},
        },
      },
    }))
  })
}

/** What a table is asked unless something else is said. */
export const READ_TABLA = { operacion: 'seleccionar' }

/** The tables of the product itself are asked by other words, and read unless something else is said. */
const isOfDatabase = ({ tipoServidor }: Pick<ServidorResumen, 'tipoServidor'>, tipoObjeto: string) =>
  tipoObjeto === 'tabla' && tipoServidor !== 'interno'

/** What is done with one object of a servidor. */
export function actionOf({ tipoObjeto, nombre }: Pick<ObjetoDeServidor, 'tipoObjeto' | 'nombre'>): string {
  if (tipoObjeto === 'tabla') return `Consultar filas de ${nombre}`
  if (tipoObjeto === 'procedimiento') return `Ejecutar ${nombre}`
  return `Llamar a ${nombre}`
}

/** A row and what becomes of it, where its key is known. */
export function busquedaOf({ nombre }: Pick<ObjetoDeServidor, 'nombre'>, clave: string): string {
  return `Buscar en ${nombre} por ${clave}`
}
