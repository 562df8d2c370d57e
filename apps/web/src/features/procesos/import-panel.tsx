import { FileField, FormHelp, notify } from '@div/ui'
import { Alert, List, Select, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { ConversionReport } from './conversion-report.tsx'
import { Dependencias } from './dependencias.tsx'
import { useProcesoActions } from './procesos-api.ts'
import { useImportado } from './use-importado.ts'
import { useReview } from './use-review.ts'

/** A pause in typing after which what was written is read. */
const PAUSE_MS = 250

/** A proceso from a file, or flows of another tool: what it needs and what is missing here is shown before anything is written. */
export function ImportPanel({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { importPaquete } = useProcesoActions()
  const [file, setFile] = useState<File | null>(null)
  const [pasted, setPasted] = useState('')
  const { paquetes, conversion, reasons, isConverting, read, clear } = useImportado()
  const [chosenIndex, setChosenIndex] = useState(0)
  const [imported, setImported] = useState<readonly number[]>([])
  const [nombre, setNombre] = useState<string | null>(null)
  const [asignaciones, setAsignaciones] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const paquete = paquetes[chosenIndex] ?? null
  const review = useReview(paquete, asignaciones)
  const name = nombre ?? review.data?.nombre ?? ''
  const isReady = review.data?.faltan.length === 0 && !review.isPlaceholderData && name.trim() !== ''

  const readLater = useDebouncedCallback((text: string) => void read(text), PAUSE_MS)

  function reset() {
    readLater.cancel()
    setChosenIndex(0)
    setImported([])
    setNombre(null)
    setAsignaciones({})
    setFailure(null)
    clear()
  }

  async function choose(chosen: File | null) {
    reset()
    setFile(chosen)
    setPasted('')
    if (chosen !== null) await read(await chosen.text())
  }

  function paste(text: string) {
    reset()
    setFile(null)
    setPasted(text)
    readLater(text)
  }

  function pick(index: number) {
    setChosenIndex(index)
    setNombre(null)
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
      const done = [...imported, chosenIndex]
      const next = paquetes.findIndex((_, index) => !done.includes(index))
      if (next === -1) return navigate(paquetes.length === 1 ? `/procesos/${created.id}` : '/procesos')
      setImported(done)
      pick(next)
    } catch (error) {
      setFailure(describeError(error))
    }
    setIsSaving(false)
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
      <FormHelp help="/documentacion/traer-flujos#como-se-hace" root="">
        <Stack gap="lg">
          <FileField
            label="Archivo"
            description="El que da «Exportar», o un flujo de n8n o de Node-RED."
            placeholder="Elegir archivo .json"
            accept="application/json,.json"
            icon={<IconFileImport size={16} stroke={1.5} aria-hidden />}
            value={file}
            onChange={(chosen) => void choose(chosen)}
          />
          {file === null && (
            <Textarea
              label="O pegue su JSON"
              minRows={2}
              maxRows={4}
              autosize
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={pasted}
              onChange={({ currentTarget }) => paste(currentTarget.value)}
            />
          )}
          {reasons.length > 0 && <Refused reasons={reasons} />}
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
          {isConverting && <Skeleton height={160} />}
          {conversion !== null && <ConversionReport conversion={conversion} />}
          {paquetes.length > 1 && (
            <Select
              label="Proceso"
              description={`El flujo se divide en ${paquetes.length}: se importan uno a uno.`}
              data={paquetes.map(({ proceso }, index) => ({
                value: String(index),
                label: imported.includes(index) ? `${proceso.nombre} · ya importado` : proceso.nombre,
                disabled: imported.includes(index),
              }))}
              value={String(chosenIndex)}
              onChange={(chosen) => pick(Number(chosen ?? chosenIndex))}
              allowDeselect={false}
            />
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
        </Stack>
      </FormHelp>
    </EditorPanel>
  )
}

function Refused({ reasons }: { reasons: readonly string[] }) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title="No se puede importar">
      <List size="sm">
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
