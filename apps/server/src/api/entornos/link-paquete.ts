import type { Flujo, Nombrado, Paquete, Vinculos } from '@div/contract'
import { parseFlujo } from '@div/contract'
import { keyOfDependencia, relocateFlujo } from '../paquetes/paquete.ts'
import { listDependencias } from '../usos/list-dependencias.ts'
import { renameParametros } from '../usos/rename-parametros.ts'

type Recurso = Nombrado['recurso']

/** How what is called so here is called in another DIV. */
export type Link = (recurso: Recurso, nombre: string) => string

/** Names are told apart without regard to case, as everywhere. */
export function createLink({ servidores, parametros }: Vinculos): Link {
  const bound = new Map(
    [
      ...Object.entries(servidores).map(([aqui, alli]) => ['servidores', aqui, alli] as const),
      ...Object.entries(parametros).map(([aqui, alli]) => ['parametros', aqui, alli] as const),
    ].map(([recurso, aqui, alli]) => [`${recurso}/${aqui.toLowerCase()}`, alli]),
  )
  return (recurso, nombre) => bound.get(`${recurso}/${nombre.toLowerCase()}`) ?? nombre
}

/** The bundle as it is to arrive there: what it depends on has the names of there. */
export function linkPaquete(paquete: Paquete, link: Link): Paquete {
  const flujo = renameParametros(parseFlujo(paquete.proceso.flujo), (nombre) => link('parametros', nombre))
  return {
    ...paquete,
    proceso: { ...paquete.proceso, flujo },
    dependencias: paquete.dependencias.map((dependencia) => {
      const { recurso, referencia } = dependencia
      const nombre = link(recurso, dependencia.nombre)
      // Formulas say the name of a parámetro: it is its reference too.
      return { ...dependencia, nombre, referencia: recurso === 'parametros' ? nombre : referencia }
    }),
  }
}

/** The flujo with the names of servidores and procesos in place of their ids: the same wherever it is looked at. */
export function nameFlujo(flujo: Flujo, nameOf: (recurso: Recurso, referencia: string) => string): Flujo {
  const nombres = new Map(
    listDependencias(flujo).map(({ recurso, referencia }) => [
      keyOfDependencia({ recurso, referencia }),
      nameOf(recurso, referencia),
    ]),
  )
  return relocateFlujo(flujo, { asignaciones: nombres, tipos: new Map() })
}

/** Of a bundle, by the names that it brings along. */
export function nameFlujoOf({ proceso, dependencias }: Paquete): Flujo {
  const nombres = new Map(dependencias.map((each) => [keyOfDependencia(each), each.nombre]))
  return nameFlujo(
    parseFlujo(proceso.flujo),
    (recurso, referencia) => nombres.get(keyOfDependencia({ recurso, referencia })) ?? referencia,
  )
}
