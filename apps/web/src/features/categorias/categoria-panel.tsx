import type { CategoriaResumen } from '@div/contract'
import { Button, ColorInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { CategoriaSelect } from '../../shared/categorias/categoria-select.tsx'
import { flattenTree } from '../../shared/categorias/categoria-tree.ts'
import { campoOf } from '../../shared/form/campo-of.ts'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { ResourcePanel } from '../../shared/form/resource-panel.tsx'
import { tellStored } from '../../shared/form/tell-stored.ts'
import type { Opened } from '../../shared/list/use-opened.ts'
import { useCan } from '../../shared/session.ts'
import { UsedBy } from '../../shared/usos/used-by.tsx'
import { toCategoriaDraft, useCategoriaForm } from './categorias-api.ts'
import { heldBy } from './move-categoria.ts'
import { ordenOfNew } from './orden-of-new.ts'

/** Told apart from each other also by who sees few colours, and readable on light and dark. */
const SWATCHES = ['#2f9f99', '#2f6fdf', '#7a5af8', '#c2410c', '#b54708', '#c11574', '#3f8f3f', '#5f6e73']

interface CategoriaPanelProps {
  opened: Opened
  categorias: readonly CategoriaResumen[]
  /** Of a new one: what it is made in. */
  padreId: string | null
  onCreateInside: (padreId: string) => void
}

export function CategoriaPanel({ opened, categorias, padreId, onCreateInside }: CategoriaPanelProps) {
  const { id, isNew } = opened
  const form = useCategoriaForm(id, {
    initial: { padreId, orden: ordenOfNew(categorias, padreId) },
    onStored: tellStored(opened, { created: 'Categoría creada', saved: 'Categoría guardada' }),
  })
  const mayCreate = useCan('categorias.crear')
  const { draft, change, errors, saved } = form

  return (
    <ResourcePanel
      resource="categorias"
      noun="la categoría"
      opened={opened}
      form={form}
      toDraft={toCategoriaDraft}
      title={isNew ? 'Nueva categoría' : 'Categoría'}
      nombre={saved?.nombre}
    >
      {(mayChange) => (
        <>
          <NombreField form={form} isNew={isNew} isReadOnly={!mayChange} />
          <ColorInput
            label="Color"
            placeholder="Sin color"
            format="hex"
            swatches={SWATCHES}
            swatchesPerRow={8}
            withEyeDropper={false}
            disabled={!mayChange}
            {...campoOf(errors, 'color')}
            value={draft.color ?? ''}
            onChange={(color) => change({ color: color === '' ? null : color })}
          />
          <CategoriaSelect
            label="Dentro de"
            placeholder="En lo más alto"
            disabled={!mayChange}
            without={id === null ? new Set() : heldBy(flattenTree(categorias), id)}
            {...campoOf(errors, 'padreId')}
            value={draft.padreId}
            onChange={(next) => change({ padreId: next })}
          />
          <DescripcionField form={form} isReadOnly={!mayChange} />
          {saved && (
            <UsedBy
              resource="categorias"
              id={saved.id}
              title="Contiene"
              none="Está vacía. Elíjala en la ficha de un servidor, un canal o un proceso."
            />
          )}
          {saved && mayCreate && (
            <div>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => onCreateInside(saved.id)}
              >
                Crear otra dentro
              </Button>
            </div>
          )}
        </>
      )}
    </ResourcePanel>
  )
}
