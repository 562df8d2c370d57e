import type { Presencia } from '@div/contract'
import { Avatar, Tooltip } from '@mantine/core'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { initialsOf } from './initials.ts'

/** More than these are counted. */
const SHOWN = 4

/** Who else looks at this proceso, or draws in it. */
export default function Presentes({ presentes }: Pick<Presencia, 'presentes'>) {
  const more = presentes.length - SHOWN
  return (
    <Avatar.Group spacing={6} role="group" aria-label={`También aquí: ${presentes.map(wordsOf).join(', ')}`}>
      {presentes.slice(0, SHOWN).map((present) => (
        <Tooltip
          key={present.usuario}
          label={
            <>
              {wordsOf(present)} desde <TimeAgo at={present.desde} />
            </>
          }
        >
          <Avatar size={28} color={present.edita ? 'teal' : 'gray'} variant="light" alt={wordsOf(present)}>
            {initialsOf(present.usuario)}
          </Avatar>
        </Tooltip>
      ))}
      {more > 0 && <Avatar size={28}>+{more}</Avatar>}
    </Avatar.Group>
  )
}

const wordsOf = ({ usuario, edita }: Presencia['presentes'][number]) =>
  `${usuario} ${edita ? 'edita' : 'mira'}`
