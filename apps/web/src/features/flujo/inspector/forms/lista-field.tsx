import type { Nodo } from '@div/contract'
import { Input, Text } from '@mantine/core'
import { listaOf } from '../lista-of.ts'
import { DatoPicker } from '../mapeo/dato-picker.tsx'
import { useNodoData } from '../mapeo/nodo-data.tsx'
import type { ChangeNodo } from '../use-change-nodo.ts'

interface ListaFieldProps {
  nodo: Nodo
  change: ChangeNodo
  description: string
  error: string | undefined
  /** The first step makes a list of it, or takes whatever it is. */
  takesAny?: boolean
  isReadOnly: boolean
}

/** The list that a node works on, with how many elements it had. */
export function ListaField({
  nodo,
  change,
  description,
  error,
  takesAny = false,
  isReadOnly,
}: ListaFieldProps) {
  const { compute } = useNodoData()
  const lista = listaOf(nodo)
  const computed = lista && compute({ valorAsignado: lista })
  const sample = computed?.clase === 'valor' ? computed.valor : undefined
  return (
    <Input.Wrapper label="Lista" description={description} error={error} labelElement="div">
      <DatoPicker
        label="Lista"
        value={{ valorAsignado: lista }}
        wanted="lista"
        onlyReferences
        onChange={({ valorAsignado }) => change({ lista: valorAsignado }, { isStep: true })}
        isReadOnly={isReadOnly}
      />
      {Array.isArray(sample) && (
        <Text size="xs" c="dimmed" mt={4}>
          {sample.length === 1 ? 'En la muestra: 1 elemento.' : `En la muestra: ${sample.length} elementos.`}
        </Text>
      )}
      {sample !== undefined && sample !== null && !Array.isArray(sample) && !takesAny && (
        <Text size="xs" c="orange" mt={4}>
          En la muestra no es una lista.
        </Text>
      )}
    </Input.Wrapper>
  )
}
