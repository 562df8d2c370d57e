import type { Uso } from '@div/contract'
import { List, Text } from '@mantine/core'
import { addressOf } from '../address-of.ts'
import { ReachLink } from '../reach-link.tsx'
import { RECURSO_LABELS } from './recurso-labels.ts'

/** Each with the way to it, for who may go there. */
export function UsosList({ usos, onFollow }: { usos: readonly Uso[]; onFollow?: () => void }) {
  return (
    <List size="sm" spacing={4}>
      {usos.map(({ recurso, id, nombre, detalle }) => (
        <List.Item key={`${recurso}/${id}/${detalle}`}>
          <ReachLink to={addressOf(recurso, id)} onClick={onFollow}>
            {nombre}
          </ReachLink>
          <Text span size="sm" c="dimmed">
            {[RECURSO_LABELS[recurso], detalle]
              .filter((part) => part !== undefined)
              .map((part) => ` · ${part}`)}
          </Text>
        </List.Item>
      ))}
    </List>
  )
}
