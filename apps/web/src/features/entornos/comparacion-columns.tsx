import type { ListColumn } from '@div/ui'
import { Text } from '@mantine/core'
import { RowLink } from '../../shared/list/row-link.tsx'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { ComparacionBadge } from './comparacion-badge.tsx'
import type { ComparacionRow } from './comparacion-rows.ts'

export const COMPARACION_COLUMNS: readonly ListColumn<ComparacionRow>[] = [
  {
    key: 'nombre',
    title: 'Proceso',
    render: ({ id, nombre }) => <RowLink id={id}>{nombre}</RowLink>,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 168,
    from: 480,
    isEssential: true,
    render: ({ estado }) => <ComparacionBadge estado={estado} />,
  },
  { key: 'aqui', title: 'Aquí', width: 176, from: 640, render: ({ aqui }) => <Lado lado={aqui} /> },
  { key: 'alli', title: 'Allí', width: 176, from: 640, render: ({ alli }) => <Lado lado={alli} /> },
  {
    key: 'avisos',
    title: 'Antes de promover',
    from: 900,
    render: (row) => (
      <Text size="sm" c="dimmed" truncate>
        {warn(row)}
      </Text>
    ),
  },
]

function Lado({ lado }: { lado: ComparacionRow['aqui'] }) {
  if (lado === null) return <Text c="dimmed">–</Text>
  if (lado.version === null) return <Text size="sm">Borrador</Text>
  return (
    <Text size="sm" truncate>
      v{lado.version}
      {lado.publicadaEn !== null && (
        <Text span size="xs" c="dimmed">
          {' '}
          · <TimeAgo at={lado.publicadaEn} />
        </Text>
      )}
    </Text>
  )
}

/** What somebody should know before anything is taken there. */
function warn({ estado, faltan, aqui, alli }: ComparacionRow): string {
  if (estado === 'igual' || estado === 'soloAlli') return ''
  const words: string[] = []
  if (faltan.length > 0)
    words.push(faltan.length === 1 ? 'Falta 1 elemento allí' : `Faltan ${faltan.length} allí`)
  if (alli?.borradorIgual) words.push('Espera allí sin publicar')
  else if (alli?.conCambios) words.push('Allí hay un borrador')
  if (aqui?.conCambios && aqui.version !== null) words.push('El borrador de aquí no viaja')
  return words.join(' · ')
}
