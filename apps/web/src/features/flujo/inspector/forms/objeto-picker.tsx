import type { ObjetoDeServidor } from '@div/contract'
import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { callApi } from '../../../../shared/api-client.ts'

const PAUSE_MS = 200
const SHOWN = 50

interface ObjetoPickerProps {
  servidorId: string
  tipoObjeto: string
  label: string
  description?: string | undefined
  value: string
  /** All but the name only of one of the list; `isChosen`: it was chosen there and not typed letter by letter. */
  onChange: (
    objeto: Pick<ObjetoDeServidor, 'nombre'> & Partial<Pick<ObjetoDeServidor, 'esquema' | 'objeto'>>,
    isChosen: boolean,
  ) => void
  /** It may be left out: nothing is shown where there is nothing to choose. */
  isOptional: boolean
  error: string | undefined
  isReadOnly: boolean
}

/** An object of the live servidor; one that it does not list can be typed. */
export function ObjetoPicker({
  servidorId,
  tipoObjeto,
  label,
  description,
  value,
  onChange,
  isOptional,
  error,
  isReadOnly,
}: ObjetoPickerProps) {
  const [q] = useDebouncedValue(value, PAUSE_MS)
  const query = new URLSearchParams({ limite: String(SHOWN), tipoObjeto, q })
  const { data: objetos = [] } = useQuery({
    queryKey: ['servidores', 'objetos', servidorId, 'lienzo', tipoObjeto, q],
    queryFn: ({ signal }) =>
      callApi<ObjetoDeServidor[]>('GET', `servidores/${servidorId}/objetos?${query}`, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const chosen = useRef<string | null>(null)
  if (isOptional && value === '' && objetos.length === 0) return null
  return (
    <Autocomplete
      label={label}
      description={description}
      placeholder="Busque por su nombre"
      readOnly={isReadOnly}
      error={error}
      data={[...new Set(objetos.map(nameOf))]}
      // The servidor has searched already.
      filter={({ options }) => options}
      value={value}
      onOptionSubmit={(text) => {
        chosen.current = text
      }}
      onChange={(text) => {
        onChange(objetos.find((each) => nameOf(each) === text) ?? { nombre: text }, chosen.current === text)
        chosen.current = null
      }}
    />
  )
}

function nameOf({ esquema, nombre }: ObjetoDeServidor): string {
  return esquema === undefined ? nombre : `${esquema}.${nombre}`
}
