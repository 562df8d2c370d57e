import type { Uso } from '@div/contract'
import { Anchor, List, Text } from '@mantine/core'
import { Link } from 'react-router'
import { addressOf } from '../address-of.ts'
import { RECURSO_LABELS } from './recurso-labels.ts'

/** Each with the way to it. */
export function UsosList({ usos, onFollow }: { usos: readonly Uso[]; onFollow?: () => void }) {
  return (
    <List size="sm" spacing={4}>
      {usos.map(({ recurso, id, nombre, detalle }) => (
        <List.Item key={`${recurso}/${id}/${detalle}`}>
          <Anchor component={Link} to={addressOf(recurso, id)} size="sm" onClick={onFollow}>
            {nombre}
          </Anchor>
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
