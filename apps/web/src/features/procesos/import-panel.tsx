import { notify } from '@div/ui'
import { Alert, FileInput, List, Skeleton, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { Dependencias } from './dependencias.tsx'
import { useProcesoActions } from './procesos-api.ts'
import { type ReadPaquete, readPaquete } from './read-paquete.ts'
import { useReview } from './use-review.ts'

const NO_FILE: ReadPaquete = { isPaquete: false, reasons: [] }

/** A proceso from a file: what it needs and what is missing here is shown before anything is written. */
export function ImportPanel({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { importPaquete } = useProcesoActions()
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<ReadPaquete>(NO_FILE)
  const [nombre, setNombre] = useState<string | null>(null)
  const [asignaciones, setAsignaciones] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const paquete = read.isPaquete ? read.paquete : null
  const review = useReview(paquete, asignaciones)
  const name = nombre ?? review.data?.nombre ?? ''
  const isReady = review.data?.faltan.length === 0 && !review.isPlaceholderData && name.trim() !== ''

  async function choose(chosen: File | null) {
    setFile(chosen)
    setNombre(null)
    setAsignaciones({})
    setFailure(null)
    setRead(chosen === null ? NO_FILE : readPaquete(await chosen.text()))
  }

  async function save() {
    if (paquete === null) return
    setIsSaving(true)
    setFailure(null)
    try {
      const created = await importPaquete({
        paquete,
        asignaciones: review.data?.asignaciones ?? {},
        nombre: name,
      })
      notify.success('Proceso importado', created.nombre)
      navigate(`/procesos/${created.id}`)
    } catch (error) {
      setFailure(describeError(error))
      setIsSaving(false)
    }
  }

  return (
    <EditorPanel
      title="Importar proceso"
      summary="Se revisa antes de escribir nada."
      onClose={onClose}
      failure={failure}
      save={{
        isDirty: isReady,
        isSaving,
        label: 'Importar',
        onSave: save,
        onReset: () => void choose(null),
      }}
    >
      <FileInput
        label="Archivo"
        description="El que da «Exportar», de este producto o de otro igual."
        placeholder="Elegir archivo .json"
        accept="application/json,.json"
        clearable
        clearButtonProps={{ 'aria-label': 'Quitar el archivo' }}
        leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
        value={file}
        onChange={(chosen) => void choose(chosen)}
      />
      {!read.isPaquete && read.reasons.length > 0 && <Refused reasons={read.reasons} />}
      {review.error && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title="No se pudo revisar"
        >
          {describeError(review.error)}
        </Alert>
      )}
      {paquete !== null && review.data === undefined && review.error === null && <Skeleton height={96} />}
      {paquete !== null && review.data !== undefined && (
        <>
          <TextInput
            label="Nombre"
            description={
              review.data.nombre === paquete.proceso.nombre
                ? undefined
                : `Ya hay otro «${paquete.proceso.nombre}».`
            }
            withAsterisk
            value={name}
            onChange={({ currentTarget }) => setNombre(currentTarget.value)}
          />
          <Dependencias
            dependencias={paquete.dependencias}
            review={review.data}
            onAssign={(key, id) => setAsignaciones((current) => ({ ...current, [key]: id }))}
            onReview={() => void review.refetch()}
          />
        </>
      )}
    </EditorPanel>
  )
}

function Refused({ reasons }: { reasons: readonly string[] }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title="El archivo no es un proceso exportado"
    >
      <List size="sm">
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
