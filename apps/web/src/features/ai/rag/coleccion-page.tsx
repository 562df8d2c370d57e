import { type ColeccionDeRagGuardada, type DocumentoDeRag, EXTENSIONES_DE_DOCUMENTO } from '@div/contract'
import { EmptyState, FileChooser, type ListColumn, notify } from '@div/ui'
import { Box, Button, Skeleton } from '@mantine/core'
import {
  IconFiles,
  IconFileUpload,
  IconSearch,
  IconSettings,
  IconTargetArrow,
  IconWorldDownload,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { describeError } from '../../../shared/api-error.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { RowLink } from '../../../shared/list/row-link.tsx'
import { useListAddress, useQueryOf } from '../../../shared/list/use-list-address.ts'
import { useOpened } from '../../../shared/list/use-opened.ts'
import { LoadError } from '../../../shared/load-error.tsx'
import { useCan } from '../../../shared/session.ts'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import classes from './coleccion-page.module.css'
import { DocumentoEstado } from './documento-estado.tsx'
import { DocumentoMenu } from './documento-menu.tsx'
import { DocumentoPanel } from './documento-panel.tsx'
import { describeBytes } from './documento-state.ts'
import { LeerColeccion } from './leer-coleccion.tsx'
import { documentosPath, uploadDocumento, useColeccion, useDocumentos } from './rag-api.ts'

const BACK = { to: '/rag', label: 'RAG' }
const NOUN = ['documento', 'documentos'] as const

const COLUMNS: readonly ListColumn<DocumentoDeRag>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    render: ({ id, nombre }) => <RowLink id={id}>{nombre}</RowLink>,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 200,
    from: 480,
    isEssential: true,
    render: (documento) => <DocumentoEstado documento={documento} />,
  },
  {
    key: 'pasajes',
    title: 'Pasajes',
    width: 96,
    align: 'right',
    from: 520,
    render: ({ pasajes }) => pasajes.toLocaleString('es'),
  },
  {
    key: 'bytes',
    title: 'Tamaño',
    width: 104,
    align: 'right',
    from: 620,
    render: ({ bytes }) => describeBytes(bytes),
  },
  {
    key: 'actualizado',
    title: 'Actualizado',
    width: 144,
    from: 760,
    render: ({ actualizadoEn }) => <TimeAgo at={actualizadoEn} />,
  },
]

export default function ColeccionPage() {
  const { id = '' } = useParams()
  const { data: coleccion, error, refetch } = useColeccion(id)
  if (coleccion) return <Coleccion key={id} coleccion={coleccion} />
  if (error) return <LoadError error={error} onRetry={() => void refetch()} back={BACK} />
  return <Skeleton height={480} />
}

/** The documents of one collection, as they are put in and read. */
function Coleccion({ coleccion: { id, nombre, descripcion } }: { coleccion: ColeccionDeRagGuardada }) {
  const address = useListAddress({ q: '', orden: '' })
  const data = useDocumentos(id, useQueryOf(address.values))
  const opened = useOpened()
  const mayEdit = useCan('rag.editar')
  const { isUploading, upload } = useUpload(id)
  const button = mayEdit && (
    <FileChooser
      multiple
      accept={EXTENSIONES_DE_DOCUMENTO.join(',')}
      onChoose={(files) => void upload(files)}
    >
      {(props) => (
        <Button leftSection={<IconFileUpload size={16} aria-hidden />} loading={isUploading} {...props}>
          Subir documentos
        </Button>
      )}
    </FileChooser>
  )

  function drop(event: DragEvent) {
    event.preventDefault()
    if (mayEdit) void upload([...event.dataTransfer.files])
  }

  return (
    <Box className={classes.page ?? ''} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <ListPage
        back={BACK}
        title={nombre}
        summary={descripcion === '' ? 'Los documentos en los que se busca.' : descripcion}
        noun={NOUN}
        data={data}
        columns={COLUMNS}
        address={address}
        actions={
          <>
            <Button
              component={Link}
              to={`/rag?ver=${id}`}
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
            >
              Ajustes
            </Button>
            <Button
              component={Link}
              to={`${addressOf('rag', id)}/fuentes`}
              variant="default"
              leftSection={<IconWorldDownload size={16} aria-hidden />}
            >
              Fuentes
            </Button>
            <Button
              component={Link}
              to={`${addressOf('rag', id)}/evaluacion`}
              variant="default"
              leftSection={<IconTargetArrow size={16} aria-hidden />}
            >
              Evaluación
            </Button>
            {mayEdit && <LeerColeccion id={id} nombre={nombre} />}
            <Button
              component={Link}
              to={`${addressOf('rag', id)}/buscar`}
              variant="default"
              leftSection={<IconSearch size={16} aria-hidden />}
            >
              Buscar
            </Button>
            {button}
          </>
        }
        empty={
          <EmptyState
            icon={IconFiles}
            title="La colección está vacía"
            text={
              mayEdit
                ? 'Suba documentos PDF, DOCX, XLSX, CSV, HTML, Markdown o de texto, o arrástrelos aquí. Uno con el nombre de otro lo reemplaza.'
                : 'Todavía nadie ha subido documentos.'
            }
            action={
              <>
                {button}
                <GuiaLink to="/docs/rag">buscar en documentos</GuiaLink>
              </>
            }
          />
        }
        rowActions={(documento) =>
          mayEdit && (
            <DocumentoMenu
              coleccionId={id}
              documento={documento}
              onRemove={() => documento.id === opened.id && opened.close()}
            />
          )
        }
        openId={opened.id}
        aside={
          opened.id !== null && (
            <DocumentoPanel key={opened.id} coleccionId={id} id={opened.id} onClose={opened.close} />
          )
        }
      />
    </Box>
  )
}

/** One file after the other; what is refused is said, and the others go on. */
function useUpload(coleccionId: string) {
  const queries = useQueryClient()
  const [isUploading, setIsUploading] = useState(false)

  async function upload(files: readonly File[]) {
    if (files.length === 0) return
    setIsUploading(true)
    for (const file of files) {
      try {
        await uploadDocumento(coleccionId, file)
      } catch (error) {
        notify.error(`No se pudo subir ${file.name}`, describeError(error))
      }
    }
    setIsUploading(false)
    await queries.invalidateQueries({ queryKey: [documentosPath(coleccionId)] })
  }

  return { isUploading, upload }
}
