import type { DocumentoDeRag } from '@div/contract'
import { ErrorState } from '@div/ui'
import { Alert, Pagination, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { EditorPanel } from '../../../shared/form/editor-panel.tsx'
import { DocumentoEstado } from './documento-estado.tsx'
import { describeBytes, isGoingOn } from './documento-state.ts'
import { PasajesList } from './pasajes-list.tsx'
import { PAGE, useDocumento, usePasajes } from './rag-api.ts'

interface DocumentoPanelProps {
  coleccionId: string
  id: string
  onClose: () => void
}

/** One document beside the others: how its reading does, and what it was cut into. */
export function DocumentoPanel({ coleccionId, id, onClose }: DocumentoPanelProps) {
  const { data: documento, error, refetch } = useDocumento({ coleccionId, id })
  return (
    <EditorPanel
      title={documento?.nombre ?? 'Documento'}
      summary={documento && `${describeBytes(documento.bytes)} · lo subió ${documento.subidoPor}`}
      onClose={onClose}
      isLoading={documento === undefined}
      loadError={documento ? null : error}
      onRetry={() => void refetch()}
    >
      {documento && (
        <>
          <DocumentoEstado documento={documento} />
          {documento.error !== null && (
            <Alert
              color="red"
              variant="light"
              icon={<IconAlertTriangle aria-hidden />}
              title="No se pudo leer"
            >
              {documento.error}
            </Alert>
          )}
          <Pasajes coleccionId={coleccionId} documento={documento} />
        </>
      )}
    </EditorPanel>
  )
}

function Pasajes({ coleccionId, documento }: { coleccionId: string; documento: DocumentoDeRag }) {
  const [page, setPage] = useState(1)
  const { id, pasajes: total, actualizadoEn: leidoEn } = documento
  const { data, error, refetch } = usePasajes({ coleccionId, id, leidoEn, desde: (page - 1) * PAGE })
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (total === 0 && !isGoingOn(documento)) return <Text size="sm">No tiene pasajes.</Text>
  return (
    <>
      {data && <PasajesList pasajes={data.items} total={data.total} />}
      {total > PAGE && (
        <Pagination
          total={Math.ceil(total / PAGE)}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': PAGE_LABELS[control] })}
        />
      )}
    </>
  )
}

const PAGE_LABELS = {
  first: 'Primera página',
  previous: 'Página anterior',
  next: 'Página siguiente',
  last: 'Última página',
} as const
