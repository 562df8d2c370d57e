import type { EntradaDeAuditoria } from '@div/contract'
import { JsonTree } from '@div/ui'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { useReach } from '../../shared/reach.ts'
import { wholeTime } from '../../shared/time/time-words.ts'
import { describeAccion, describeRecurso } from './describe-accion.ts'

interface EntradaPanelProps {
  /** Undefined: it stands further down than what was read. */
  entrada: EntradaDeAuditoria | undefined
  onClose: () => void
}

/** One entry with all that was written of it. */
export function EntradaPanel({ entrada, onClose }: EntradaPanelProps) {
  const reaches = useReach()
  if (!entrada) {
    return (
      <EditorPanel title="Entrada" onClose={onClose}>
        <Text size="sm" c="dimmed">
          No está entre las entradas que se ven. Búsquela con los filtros.
        </Text>
      </EditorPanel>
    )
  }
  const { accion, recurso, recursoId, usuario, momento, detalle } = entrada
  const address = recursoId === null || accion === 'eliminar' ? null : addressOf(recurso, recursoId)
  return (
    <EditorPanel
      title={`${describeAccion(accion)} · ${describeRecurso(recurso)}`}
      summary={`${usuario}, ${wholeTime(Date.parse(momento))}`}
      onClose={onClose}
    >
      {address !== null && reaches(address) && (
        <Anchor component={Link} to={address} size="sm">
          Abrir lo que se tocó
        </Anchor>
      )}
      <JsonTree value={detalle} label="Detalle" />
    </EditorPanel>
  )
}
