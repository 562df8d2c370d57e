import {
  calledFirst,
  type Falta,
  type ProcesoComparado,
  type ProcesoDeInventario,
  type Promover,
} from '@div/contract'
import { keyOf } from './comparar.ts'

type Pedido = Promover['procesos'][number]

/** What is promoted, in the order in which it is. */
export interface Plan {
  /** Changed since they were compared; then nothing is promoted. */
  obsoletos: string[]
  /** What the procesos would not find there; then nothing is promoted. */
  faltan: Falta[]
  /** Called ones before those that call them. */
  procesos: ProcesoComparado[]
}

export function planPromocion(pedidos: readonly Pedido[], comparados: readonly ProcesoComparado[]): Plan {
  const byNombre = new Map(comparados.map((each) => [keyOf(each.nombre), each]))
  const obsoletos: string[] = []
  const procesos: ProcesoComparado[] = []
  for (const pedido of pedidos) {
    const now = byNombre.get(keyOf(pedido.nombre))
    if (now && now.huellaAqui === pedido.huellaAqui && now.huellaAlli === pedido.huellaAlli)
      procesos.push(now)
    else obsoletos.push(pedido.nombre)
  }
  const chosen = new Set(procesos.map(({ nombre }) => keyOf(nombre)))
  const faltan = procesos.flatMap(({ faltan: its, llama }): Falta[] => [
    ...its,
    ...llama
      .filter((nombre) => byNombre.get(keyOf(nombre))?.alli === null && !chosen.has(keyOf(nombre)))
      .map((nombre): Falta => ({ recurso: 'procesos', nombre, motivo: 'falta', tipo: null, tipoAlli: null })),
  ])
  const inOrder = calledFirst(procesos, {
    nombreDe: ({ nombre }) => keyOf(nombre),
    llama: ({ llama }) => llama.map(keyOf),
  })
  return { obsoletos, faltan: unique(faltan), procesos: inOrder }
}

function unique(faltan: readonly Falta[]): Falta[] {
  return [...new Map(faltan.map((each) => [`${each.recurso}/${keyOf(each.nombre)}`, each])).values()]
}

/** What is set there for a proceso stays: how many may run at once is for that DIV to say. */
export function concurrenciaFor(
  alli: Pick<ProcesoDeInventario, 'concurrencia'> | undefined,
  aqui: number | null,
): number | null {
  return alli ? alli.concurrencia : aqui
}
