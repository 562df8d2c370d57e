import type { Resource } from '@div/contract'
import { ConfirmDialog } from '@div/ui'
import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../api-client.ts'
import { CategoriaSelect } from '../categorias/categoria-select.tsx'
import { useCan } from '../session.ts'
import { ServedByMany } from '../usos/served-by-many.tsx'
import type { ListData } from './list-data.ts'
import { type Refused, RefusedDialog } from './refused-dialog.tsx'
import type { ListSelection } from './use-selection.ts'

type Accion = 'activar' | 'desactivar' | 'categoria' | 'eliminar'

const LABELS: Readonly<Record<Accion, string>> = {
  activar: 'Activar',
  desactivar: 'Desactivar',
  categoria: 'Cambiar de categoría',
  eliminar: 'Eliminar',
}

const EXPLANATIONS: Readonly<Record<Exclude<Accion, 'categoria'>, string>> = {
  activar: 'El cambio vale en todos los motores en dos segundos.',
  desactivar: 'El cambio vale en todos los motores en dos segundos.',
  eliminar: 'No se puede deshacer. Lo que está en uso se queda, y se dice dónde.',
}

/** What others use only while it is on. */
const SERVING: readonly string[] = ['servidores', 'canales']

interface Resultado {
  hechos: number
  fallidos: number
  resultados: readonly { id: string; ok: boolean; mensaje?: string }[]
}

export interface BulkActionsProps {
  resource: Resource
  /** `servidor`, `servidores` */
  noun: readonly [one: string, many: string]
  acciones: readonly Accion[]
  selection: ListSelection
  /** The list, which knows how its rows are called. */
  data: ListData<{ id: string } & ({ nombre: string } | { username: string })>
}

/** What is done with all rows that are marked. Each is decided for itself; those that refused are told with their reason, and stay marked. */
export function BulkActions({ resource, noun: [one, many], acciones, selection, data }: BulkActionsProps) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Accion | null>(null)
  const [categoriaId, setCategoriaId] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const mayRemove = useCan(`${resource}.eliminar`)
  const mine = acciones.filter((accion) => accion !== 'eliminar' || mayRemove)
  const count = selection.ids.size
  const things = count === 1 ? `1 ${one}` : `${count} ${many}`

  async function run(accion: Accion) {
    const body = { accion, ids: [...selection.ids], ...(accion === 'categoria' && { categoriaId }) }
    const names = namesOf(data, selection.ids)
    const { resultados } = await callApi<Resultado>('POST', `${resource}/lote`, { body })
    await queries.invalidateQueries({ queryKey: [resource] })
    const failed = resultados.filter(({ ok }) => !ok)
    selection.onToggleAll(resultados.filter(({ ok }) => ok).map(({ id }) => id))
    setRefused(failed.map(({ id, mensaje = '' }) => ({ id, nombre: names.get(id) ?? one, mensaje })))
  }

  return (
    <>
      {mine.map((accion) => (
        <Button
          key={accion}
          size="xs"
          variant="default"
          {...(accion === 'eliminar' && { c: 'red' })}
          onClick={() => setAsked(accion)}
        >
          {LABELS[accion]}
        </Button>
      ))}
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'categoria' ? `Categoría de ${things}` : `${LABELS[asked]} ${things}`}
          confirm={LABELS[asked]}
          isDangerous={asked === 'eliminar' || asked === 'desactivar'}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(null)}
        >
          {asked === 'categoria' ? (
            <CategoriaSelect value={categoriaId} onChange={setCategoriaId} />
          ) : (
            <>
              <Text size="sm">{EXPLANATIONS[asked]}</Text>
              {asked === 'desactivar' && SERVING.includes(resource) && (
                <ServedByMany resource={resource} ids={[...selection.ids]} />
              )}
            </>
          )}
        </ConfirmDialog>
      )}
      <RefusedDialog
        title="No se pudo con todos"
        refused={refused}
        kept="Los que no cambiaron siguen marcados."
        onClose={() => setRefused([])}
      />
    </>
  )
}

function namesOf({ total, rowAt }: BulkActionsProps['data'], ids: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>()
  for (let index = 0; index < (total ?? 0) && names.size < ids.size; index++) {
    const row = rowAt(index)
    if (row && ids.has(row.id)) names.set(row.id, 'nombre' in row ? row.nombre : row.username)
  }
  return names
}
