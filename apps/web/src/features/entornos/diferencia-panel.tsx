import type { ProcesoEnAmbos } from '@div/contract'
import { TextDiff } from '@div/ui'
import { Alert, List, Stack, Text } from '@mantine/core'
import { FlujoDiffView } from '../../shared/flujo/flujo-diff-view.tsx'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { describeModo } from '../../shared/procesos/modos.ts'
import { ComparacionBadge } from './comparacion-badge.tsx'
import { type ComparacionRow, describeFalta } from './comparacion-rows.ts'
import { useProcesoEnAmbos } from './entornos-api.ts'

interface DiferenciaPanelProps {
  entornoId: string
  row: ComparacionRow
  /** Of the comparison. */
  momento: string
  onClose: () => void
}

/** What promoting one proceso would change there. */
export function DiferenciaPanel({ entornoId, row, momento, onClose }: DiferenciaPanelProps) {
  const { nombre, estado, faltan, alli } = row
  const { data, error, refetch, isPending } = useProcesoEnAmbos(entornoId, nombre, momento)
  return (
    <EditorPanel
      title={nombre}
      badges={<ComparacionBadge estado={estado} />}
      onClose={onClose}
      isLoading={isPending}
      loadError={error}
      onRetry={() => void refetch()}
    >
      {faltan.length > 0 && (
        <Alert color="yellow" title="Falta allí">
          <List size="sm">
            {faltan.map((falta) => (
              <List.Item key={`${falta.recurso}/${falta.nombre}`}>{describeFalta(falta)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {alli?.conCambios === true && !alli.borradorIgual && (
        <Alert color="yellow" p="sm">
          Allí hay un borrador sin publicar: al promover se reemplaza.
        </Alert>
      )}
      {data && <Difference {...data} />}
    </EditorPanel>
  )
}

function Difference({ aqui, alli }: ProcesoEnAmbos) {
  if (aqui === null)
    return <Text size="sm">Aquí no hay nada publicado de este proceso: no hay qué promover.</Text>
  if (alli === null)
    return (
      <Text size="sm">
        Allí no está publicado: al promover llega con {aqui.flujo.nodos.length.toLocaleString('es')} nodos, en
        modo «{describeModo(aqui.modo).label}».
      </Text>
    )
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        De lo que hay allí a lo que hay aquí, con los nombres de allí.
      </Text>
      {aqui.modo !== alli.modo && (
        <Alert color="yellow" p="sm">
          El modo cambia: de «{describeModo(alli.modo).label}» a «{describeModo(aqui.modo).label}».
        </Alert>
      )}
      {aqui.descripcion !== alli.descripcion && (
        <Alert color="yellow" p="sm" title="La descripción cambia">
          <TextDiff label="Descripción" before={alli.descripcion} after={aqui.descripcion} />
        </Alert>
      )}
      <FlujoDiffView before={alli.flujo} after={aqui.flujo} />
    </Stack>
  )
}
