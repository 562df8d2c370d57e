import { Text } from '@mantine/core'
import { readsStale } from '../../datos/list-sources.ts'
import { type Origen, wayOf } from '../origen.ts'
import classes from './mapeo.module.css'
import { useNodoData } from './nodo-data.tsx'
import { showMuestra } from './show-muestra.ts'
import { waitsForData } from './waits-for-data.ts'

/** What a value comes to on the data that is there. */
export function Result({ value }: { value: Origen }) {
  const { compute, sources } = useNodoData()
  // A literal is its own sample, and nothing comes to nothing.
  if (wayOf(value) === 'valor' || (value.valorAsignado === undefined && !value.expresion?.trim())) return null
  const computed = compute(value)
  // What computes it is on its way: its line is kept free, so that nothing moves when it comes.
  const hasData = sources.some(
    ({ nodo, muestra }) => nodo === value.valorAsignado?.nodo && muestra !== undefined,
  )
  if (computed === null && hasData) return <Text className={classes.result}>&nbsp;</Text>
  if (computed === null || computed.clase === 'pendiente') return null
  // References without data are no mistake; formulas that are being written say theirs.
  if (waitsForData(computed, sources)) return null
  if (computed.clase === 'error' && value.expresion === undefined) return null
  const text = computed.clase === 'valor' ? showMuestra(computed.valor) : computed.mensaje
  return (
    <Text
      className={classes.result}
      title={text}
      {...(computed.clase === 'error' && { c: 'dimmed', fs: 'italic' })}
      data-resultado
    >
      {computed.clase === 'valor' && '= '}
      {text}
      {readsStale(value, sources) && ' · con datos de antes del cambio'}
    </Text>
  )
}
