import { EmptyState, ErrorState } from '@div/ui'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconFolders, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { flattenTree } from '../../shared/categorias/categoria-tree.ts'
import { useCategoriasQuery } from '../../shared/categorias/use-categorias.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { SearchInput } from '../../shared/list/search-input.tsx'
import { useListAddress } from '../../shared/list/use-list-address.ts'
import { useOpened } from '../../shared/list/use-opened.ts'
import { useCan } from '../../shared/session.ts'
import { CategoriaPanel } from './categoria-panel.tsx'
import { CategoriaTreeView } from './categoria-tree-view.tsx'
import { useMoveCategoria } from './categorias-api.ts'
import { visibleTree } from './visible-tree.ts'

const SUMMARY = 'Ordenan servidores, canales, procesos, tareas, parámetros y tablas.'

export default function CategoriasPage() {
  const { data: categorias, error, refetch } = useCategoriasQuery()
  const opened = useOpened()
  const mayCreate = useCan('categorias.crear')
  const [padreId, setPadreId] = useState<string | null>(null)

  function create(inside: string | null) {
    setPadreId(inside)
    opened.openNew()
  }

  const button = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => create(null)}>
      Crear categoría
    </Button>
  )
  return (
    <AsidePage
      title="Categorías"
      summary={SUMMARY}
      actions={button}
      aside={
        categorias &&
        (opened.isNew || opened.id !== null) && (
          <CategoriaPanel
            key={opened.id ?? `nueva/${padreId}`}
            opened={opened}
            categorias={categorias}
            padreId={padreId}
            onCreateInside={create}
          />
        )
      }
    >
      {error !== null && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {categorias === undefined && error === null && <LoadingTree />}
      {categorias?.length === 0 && (
        <EmptyState
          icon={IconFolders}
          title="Todavía no hay categorías"
          text="Cree una por área o por proyecto y elíjala después en cada servidor, canal o proceso: las listas se filtran por ella."
          action={
            <>
              {button}
              <GuiaLink to="/documentacion/campos#categorias">campos de los formularios</GuiaLink>
            </>
          }
        />
      )}
      {categorias !== undefined && categorias.length > 0 && <Tree />}
    </AsidePage>
  )
}

function Tree() {
  const { data: categorias = [] } = useCategoriasQuery()
  const address = useListAddress({ q: '', orden: '' })
  const opened = useOpened()
  const mayMove = useCan('categorias.editar')
  const move = useMoveCategoria()
  const [foldedIds, setFoldedIds] = useLocalStorage<string[]>({
    key: 'categorias:plegadas',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const folded = useMemo(() => new Set(foldedIds), [foldedIds])
  const tree = useMemo(() => flattenTree(categorias), [categorias])
  const search = address.values.q
  const nodes = visibleTree(tree, { folded, search })

  function fold(id: string, isFolded: boolean) {
    setFoldedIds((current) => [...current.filter((each) => each !== id), ...(isFolded ? [id] : [])])
  }

  return (
    <>
      <Group gap="sm">
        <SearchInput value={search} onChange={(q) => address.set('q', q)} />
        <Text size="sm" c="dimmed" ml="auto" aria-live="polite">
          {categorias.length === 1 ? '1 categoría' : `${categorias.length.toLocaleString('es')} categorías`}
        </Text>
      </Group>
      {nodes.length === 0 ? (
        <Stack align="center" gap="sm" py={48}>
          <Text c="dimmed">Ninguna categoría se llama así.</Text>
          <Button variant="default" size="xs" onClick={address.clear}>
            Quitar la búsqueda
          </Button>
        </Stack>
      ) : (
        <CategoriaTreeView
          categorias={categorias}
          nodes={nodes}
          folded={search === '' ? folded : NOTHING}
          onFold={fold}
          openId={opened.id}
          onOpen={opened.open}
          onMove={mayMove && search === '' ? move : undefined}
        />
      )}
      {mayMove && (
        <Text size="xs" c="dimmed">
          Arrastre para ordenar o anidar. Con el teclado: Alt + ↑ ↓ cambia el orden, Alt + → la mete en la de
          arriba y Alt + ← la saca.
        </Text>
      )}
    </>
  )
}

const NOTHING: ReadonlySet<string> = new Set()

function LoadingTree() {
  return (
    <Stack gap="sm" role="status" aria-label="Cargando...">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={32} ml={row % 2 === 0 ? 0 : 24} />
      ))}
    </Stack>
  )
}
