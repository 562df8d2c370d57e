import type { ColeccionDeRagGuardada } from '@div/contract'
import { EmptyState, ErrorState } from '@div/ui'
import { Skeleton } from '@mantine/core'
import { IconWorldDownload } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { AsidePage } from '../../../shared/list/aside-page.tsx'
import { CreateButton } from '../../../shared/list/create-button.tsx'
import { useOpened } from '../../../shared/list/use-opened.ts'
import { LoadError } from '../../../shared/load-error.tsx'
import { useCan } from '../../../shared/session.ts'
import classes from './buscar-page.module.css'
import { FuenteCard } from './fuente-card.tsx'
import { FuentePanel } from './fuente-panel.tsx'
import { useFuentes } from './fuentes-api.ts'
import { RESOURCE, useColeccion } from './rag-api.ts'

export default function FuentesPage() {
  const { id = '' } = useParams()
  const { data: coleccion, error, refetch } = useColeccion(id)
  if (coleccion) return <Fuentes key={id} coleccion={coleccion} />
  if (error)
    return <LoadError error={error} onRetry={() => void refetch()} back={{ to: '/rag', label: 'RAG' }} />
  return <Skeleton height={480} />
}

/** Where documents of a collection come from that nobody uploads. */
function Fuentes({ coleccion: { id, nombre } }: { coleccion: ColeccionDeRagGuardada }) {
  const { data: fuentes, error, refetch } = useFuentes(id)
  const opened = useOpened()
  const mayEdit = useCan('rag.editar')
  const create = mayEdit && <CreateButton onClick={opened.openNew}>Añadir fuente</CreateButton>
  return (
    <AsidePage
      back={{ to: addressOf(RESOURCE, id), label: nombre }}
      title={`Fuentes de ${nombre}`}
      summary="Páginas web y filas de bases de datos que se leen solas y se mantienen al día."
      actions={create}
      aside={
        (opened.isNew || opened.id !== null) && (
          <FuentePanel key={opened.id} coleccionId={id} opened={opened} />
        )
      }
    >
      {error && !fuentes && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!fuentes && !error && <Skeleton height={240} />}
      {fuentes?.length === 0 && (
        <EmptyState
          icon={IconWorldDownload}
          title="Todavía no hay fuentes"
          text="Una fuente trae documentos por su cuenta: una lista de páginas web o una consulta cuyas filas son documentos. Lo que cambia se lee de nuevo y lo que desaparece se quita."
          action={
            <>
              {create}
              <GuiaLink to="/docs/rag">buscar en documentos</GuiaLink>
            </>
          }
        />
      )}
      {fuentes && fuentes.length > 0 && (
        <ul className={`${classes.list} ${classes.content}`} aria-label="Fuentes">
          {fuentes.map((fuente) => (
            <FuenteCard
              key={fuente.id}
              coleccionId={id}
              fuente={fuente}
              mayEdit={mayEdit}
              onRemove={() => fuente.id === opened.id && opened.close()}
            />
          ))}
        </ul>
      )}
    </AsidePage>
  )
}
