import type { Conversacion, ServidorDeChat } from '@div/contract'
import { Autocomplete, Group, MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listApi } from '../../../shared/api-client.ts'
import { useModelos } from './chat-api.ts'

interface EleccionBarProps {
  eleccion: Pick<Conversacion, 'servidorId' | 'modelo' | 'colecciones' | 'contextos'>
  servidores: readonly ServidorDeChat[]
  onChange: (changes: Partial<Conversacion>) => Promise<void>
}

/** Two in a row on a telephone, which they fill. */
const FITS = { flex: '1 1 150px', maw: { base: '100%', sm: 200 } } as const

/** Who answers, and what it is given to answer from. */
export function EleccionBar({ eleccion, servidores, onChange }: EleccionBarProps) {
  const { servidorId, colecciones, contextos } = eleccion
  const servidor = servidores.find(({ id }) => id === servidorId)
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Servidor"
        size="xs"
        {...FITS}
        placeholder="Elija uno"
        allowDeselect={false}
        data={servidores.map(({ id, nombre, activo }) => ({
          value: id,
          label: activo ? nombre : `${nombre} (inactivo)`,
        }))}
        value={servidorId}
        onChange={(next) => void onChange({ servidorId: next, modelo: '' })}
      />
      <ModeloInput
        key={servidorId}
        servidor={servidor}
        modelo={eleccion.modelo}
        onChange={(modelo) => void onChange({ modelo })}
      />
      <VariosInput
        label="Colecciones"
        resource="rag"
        value={colecciones}
        onChange={(next) => void onChange({ colecciones: next })}
      />
      <VariosInput
        label="Contextos"
        resource="ai-contexts"
        value={contextos}
        onChange={(next) => void onChange({ contextos: next })}
      />
    </Group>
  )
}

interface VariosInputProps {
  label: string
  resource: 'rag' | 'ai-contexts'
  value: readonly string[]
  onChange: (ids: string[]) => void
}

const OFFERED = 200
const MAX_CHOSEN = 10

/** Some of the things of a resource; nothing is drawn where there are none. */
function VariosInput({ label, resource, value, onChange }: VariosInputProps) {
  const { data } = useQuery({
    queryKey: [resource, 'lista', 'chat'],
    queryFn: ({ signal }) =>
      listApi<{ id: string; nombre: string }>(`${resource}?limite=${OFFERED}`, { signal }),
  })
  const known = data?.items ?? []
  if (known.length === 0) return null
  return (
    <MultiSelect
      label={label}
      size="xs"
      {...FITS}
      maw={{ base: '100%', sm: 360 }}
      placeholder={value.length === 0 ? 'Sin elegir' : ''}
      maxValues={MAX_CHOSEN}
      searchable
      clearable
      data={known.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      // One that is gone, or that is shown no more, is left out with the next change.
      value={value.filter((id) => known.some((each) => each.id === id))}
      onChange={onChange}
    />
  )
}

interface ModeloInputProps {
  servidor: ServidorDeChat | undefined
  modelo: string
  onChange: (modelo: string) => void
}

/** Models are offered as the service lists them; a name may also be written. */
function ModeloInput({ servidor, modelo, onChange }: ModeloInputProps) {
  const [texto, setTexto] = useState(modelo)
  const modelos = useModelos(servidor?.id ?? null)
  useEffect(() => setTexto(modelo), [modelo])
  const store = (next: string) => next.trim() !== modelo && onChange(next.trim())
  return (
    <Autocomplete
      label="Modelo"
      size="xs"
      {...FITS}
      placeholder={servidor?.modelo ? servidor.modelo : 'Elija uno'}
      data={[...modelos]}
      limit={100}
      value={texto}
      onChange={setTexto}
      onOptionSubmit={store}
      onBlur={() => store(texto)}
    />
  )
}
