import type { PlantillaResumen } from '@div/contract'

interface Sought {
  q: string
  /** Empty: any. */
  categoria: string
}

/** Those that have every word of the search in what is said of them, without case and accents. */
export function filterPlantillas(
  plantillas: readonly PlantillaResumen[],
  { q, categoria }: Sought,
): readonly PlantillaResumen[] {
  const words = plain(q).split(/\s+/).filter(Boolean)
  return plantillas.filter((plantilla) => {
    if (categoria !== '' && plantilla.categoria !== categoria) return false
    const said = plain(textOf(plantilla))
    return words.every((word) => said.includes(word))
  })
}

function textOf({ nombre, resumen, propuesta, servidores, dibujo }: PlantillaResumen): string {
  const needs = servidores.flatMap(({ tiposServidor, uso }) => [...tiposServidor, uso])
  return [nombre, resumen, propuesta.texto, ...needs, ...dibujo.nodos.map((nodo) => nodo.nombre)].join(' ')
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
