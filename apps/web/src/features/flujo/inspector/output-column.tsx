import type { Nodo } from '@div/contract'
import { Text } from '@mantine/core'
import { ValueBox } from '../../../shared/trace/trace.tsx'
import { useEditor } from '../store/use-editor.ts'
import { useNodoData } from './mapeo/nodo-data.tsx'

/** What the node put out in the last run, or what its fields come to on the data that is there. */
export function OutputColumn({ nodo }: { nodo: Nodo }) {
  const resultado = useEditor((state) => state.resultado)
  const { compute } = useNodoData()
  const salida = resultado?.pasos.find((paso) => paso.nodo === nodo.id)?.salida
  if (salida !== undefined) return <ValueBox title="En la última prueba" value={salida} />
  const computed = Object.fromEntries(
    nodo.parametros.flatMap((parametro) => {
      const result = compute(parametro)
      return result?.clase === 'valor' ? [[parametro.nombre, result.valor] as const] : []
    }),
  )
  const isKnown = Object.keys(computed).length > 0
  if (isKnown && (nodo.tipo === 'salida' || (nodo.tipo === 'transformacion' && nodo.lista === undefined)))
    // As it leaves: dates and bytes as they are written.
    return <ValueBox title="Con los datos de muestra" value={JSON.parse(JSON.stringify(computed))} />
  return (
    <Text size="sm" c="dimmed">
      Pruebe el proceso para ver aquí lo que produce.
    </Text>
  )
}
