import { EmptyState } from '@div/ui'
import { IconMoodCheck } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { ListPage, type ListPageProps } from '../../shared/list/list-page.tsx'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useCan } from '../../shared/session.ts'
import { LettersActions } from './letters-actions.tsx'

const BACK = { to: '/ejecuciones', label: 'Ejecuciones' }

/** They are found by words only. */
export const NO_FILTERS = { q: '', orden: '' }

type OwnProps = 'back' | 'selection' | 'bulk' | 'empty'

interface LettersPageProps<Row extends { id: string }> extends Omit<ListPageProps<Row>, OwnProps> {
  /** What is done with those that are marked, by who may run procesos. */
  bulk: Omit<ComponentProps<typeof LettersActions>, 'selection'>
  /** What is said while there are none. */
  empty: Pick<ComponentProps<typeof EmptyState>, 'title' | 'text' | 'action'>
}

/** What could not be done and waits for a person to decide. */
export function LettersPage<Row extends { id: string }>({ bulk, empty, ...list }: LettersPageProps<Row>) {
  const selection = useSelection()
  const mayRun = useCan('procesos.editar')
  return (
    <ListPage
      {...list}
      back={BACK}
      selection={mayRun ? selection : undefined}
      bulk={<LettersActions selection={selection} {...bulk} />}
      empty={<EmptyState icon={IconMoodCheck} {...empty} />}
    />
  )
}
