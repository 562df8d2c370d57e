import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../../shared/api-client.ts'
import { useEditor } from '../../store/use-editor.ts'

interface Listed {
  id: string
  nombre: string
}

/** What of the product itself a node may call, by the type of object: where it is listed, and which field names it. */
const INTERNO = {
  proceso: { field: 'procesoId', resource: 'procesos', label: 'Proceso', read: ({ id }: Listed) => id },
  tabla: { field: 'tabla', resource: 'tablas', label: 'Tabla', read: ({ nombre }: Listed) => nombre },
  consecutivo: {
    field: 'nombre',
    resource: 'consecutivos',
    label: 'Consecutivo',
    read: ({ nombre }: Listed) => nombre,
  },
  rag: { field: 'coleccion', resource: 'rag', label: 'Colección', read: ({ nombre }: Listed) => nombre },
  agente: { field: 'agente', resource: 'ai-agents', label: 'Agente', read: ({ nombre }: Listed) => nombre },
} as const

type InternoObjeto = keyof typeof INTERNO

export function isInternoObjeto(tipoObjeto: string): tipoObjeto is InternoObjeto {
  return tipoObjeto in INTERNO
}

export const internoField = (tipoObjeto: InternoObjeto) => INTERNO[tipoObjeto].field

interface InternoPickerProps {
  tipoObjeto: InternoObjeto
  value: string | null
  onChange: (value: string) => void
  error: string | undefined
  isReadOnly: boolean
}

/** Another proceso, a tabla or a consecutivo, by its name. */
export function InternoPicker({ tipoObjeto, value, onChange, error, isReadOnly }: InternoPickerProps) {
  const { resource, label, read } = INTERNO[tipoObjeto]
  const own = useEditor(({ stored }) => stored.id)
  const { data } = useQuery({
    queryKey: [resource, 'lienzo', 'elegir'],
    queryFn: ({ signal }) => callApi<Listed[]>('GET', resource, { signal }),
    staleTime: 30_000,
  })
  // One that calls itself would never end.
  const listed = (data ?? []).filter(({ id }) => id !== own)
  const options = listed.map((each) => ({ value: read(each), label: each.nombre }))
  const isGone = data !== undefined && value !== null && options.every((each) => each.value !== value)
  return (
    <Select
      label={label}
      placeholder={data?.length === 0 ? 'Todavía no hay ninguno' : 'Elija uno'}
      searchable
      allowDeselect={false}
      readOnly={isReadOnly}
      error={error}
      data={isGone ? [...options, { value, label: `${value} (ya no existe)` }] : options}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}
