import { asLista, type Punto, uno } from '../../dibujo/datos.ts'
import type { ClaseDeN8n, TraduccionDeN8n } from '../traduccion-n8n.ts'

/** What opens the region; where its branches come together, `cerrarBucle` closes it. */
function openBucle(t: TraduccionDeN8n): readonly Punto[] {
  const { lista, desde } = t.referencia(asLista(t.entrada().datos))
  const lote = Math.min(100_000, Math.max(1, Math.trunc(t.numero('batchSize', 1))))
  const split = t.add({ tipo: 'splitter-split', lista, lote }, desde)
  const elemento = `${split}.elemento`
  const datos = lote === 1 ? uno(elemento) : { clase: 'lista' as const, formula: elemento, serie: split }
  return [{ extremos: [{ nodo: split, salida: 'elemento' }], datos }]
}

/** What came back in every turn, as the list that leaves the loop. */
export function closeBucle(t: TraduccionDeN8n, split: string): readonly Punto[] {
  const { extremos, datos } = t.entrada()
  const collected = datos.clase === 'lista' ? datos.formula : datos.read([]).formula
  const paso = t.add(
    {
      tipo: 'transformacion',
      nombre: `Lo que vuelve a ${t.ajeno.nombre}`,
      parametros: [{ nombre: 'vuelve', expresion: collected, orden: 1 }],
    },
    extremos,
  )
  const join = t.add(
    { tipo: 'splitter-join', nombre: `Fin de ${t.ajeno.nombre}`, split, union: { tipo: 'todos' } },
    [{ nodo: paso }],
  )
  const each = `MAPEAR(${join}.elementos; elemento.vuelve)`
  const formula = datos.clase === 'lista' ? `APLANAR(${each})` : each
  return [{ extremos: [{ nodo: join }], datos: { clase: 'lista', formula, serie: join } }]
}

export const BUCLES: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.splitInBatches': {
    veredicto: 'tomado',
    mensaje: 'Un splitter que divide y otro que une, con lo del bucle entre los dos.',
    convert: openBucle,
  },
}
