import type { Nodo } from '@div/contract'
import { Text } from '@mantine/core'
import { ValueBox } from '../../../shared/trace/trace.tsx'
import { useRunTitle } from '../run/use-run-title.ts'
import { useEditor } from '../store/use-editor.ts'
import { useNodoData } from './mapeo/nodo-data.tsx'

/** What the node put out in the last run, or what its fields come to on the data that is there. */
export function OutputColumn({ nodo }: { nodo: Nodo }) {
  const resultado = useEditor((state) => state.resultado)
  const title = useRunTitle(nodo.id)
  const { compute } = useNodoData()
  const pasos = resultado?.pasos.filter((paso) => paso.nodo === nodo.id) ?? []
  const salida = pasos[0]?.salida
  const times = pasos.reduce((total, { iteraciones = 1 }) => total + iteraciones, 0)
  if (salida !== undefined)
    return (
      <>
        <ValueBox title={times > 1 ? `${title} · la primera de ${times} veces` : title} value={salida} />
        {times > 1 && (
          <Text size="xs" c="dimmed">
            Las demás están en «Datos».
          </Text>
        )}
      </>
    )
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
