import type { DependenciaDePaquete, Paquete, RevisionDePaquete } from '@div/contract'
import { notify } from '@div/ui'
import {
  Alert,
  Anchor,
  Button,
  FileInput,
  Group,
  List,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFileImport, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { EditorPanel } from '../../shared/form/editor-panel.tsx'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { useReach } from '../../shared/reach.ts'
import { RECURSO_LABELS } from '../../shared/usos/recurso-labels.ts'
import { reviewPaquete, useProcesoActions } from './procesos-api.ts'
import { isAssignable, keyOf, type ReadPaquete, readPaquete } from './read-paquete.ts'

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

function useReview(paquete: Paquete | null, asignaciones: Readonly<Record<string, string>>) {
  return useQuery({
    queryKey: ['importar', paquete, asignaciones],
    queryFn: () => (paquete === null ? null : reviewPaquete({ paquete, asignaciones })),
    select: (review) => review ?? undefined,
    enabled: paquete !== null,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
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

interface DependenciasProps {
  dependencias: readonly DependenciaDePaquete[]
  review: RevisionDePaquete
  onAssign: (key: string, id: string) => void
  onReview: () => void
}

function Dependencias({ dependencias, review, onAssign, onReview }: DependenciasProps) {
  const missing = review.faltan.length
  return (
    <Stack gap="md" component="section" aria-label="Lo que necesita">
      <div>
        <Text size="sm" fw={500}>
          Lo que necesita
        </Text>
        <Text size="sm" c="dimmed" aria-live="polite">
          {dependencias.length === 0
            ? 'Nada más: se puede importar.'
            : missing === 0
              ? 'Está todo.'
              : missing === 1
                ? 'Falta una cosa. Elíjala o créela para poder importar.'
                : `Faltan ${missing} cosas. Elíjalas o créelas para poder importar.`}
        </Text>
      </div>
      {dependencias.map((dependencia) => (
        <DependenciaRow
          key={keyOf(dependencia)}
          dependencia={dependencia}
          found={review.asignaciones[keyOf(dependencia)] ?? null}
          onAssign={(id) => onAssign(keyOf(dependencia), id)}
        />
      ))}
      {missing > 0 && (
        <Group>
          <Button size="xs" variant="default" onClick={onReview}>
            Revisar otra vez
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface DependenciaRowProps {
  dependencia: DependenciaDePaquete
  /** What stands for it here. */
  found: string | null
  onAssign: (id: string) => void
}

function DependenciaRow({ dependencia, found, onAssign }: DependenciaRowProps) {
  const { recurso, nombre, tipoServidor } = dependencia
  const reaches = useReach()
  const noun = RECURSO_LABELS[recurso] ?? recurso
  const what = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} «${nombre}»${tipoServidor ? ` (${tipoServidor})` : ''}`
  if (isAssignable(dependencia)) {
    return (
      <ResourceSelect
        resource={recurso}
        label={what}
        placeholder="Falta: elija uno de aquí"
        error={found === null && 'No hay ninguno que se llame así.'}
        value={found}
        onChange={(id) => id !== null && onAssign(id)}
      />
    )
  }
  const path = `/${recurso}`
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      {found === null ? (
        <IconX size={16} role="img" aria-label="Falta" color="var(--mantine-color-red-filled)" />
      ) : (
        <IconCheck size={16} role="img" aria-label="Está" color="var(--mantine-color-green-filled)" />
      )}
      <Text size="sm">
        {what}
        {found === null && (
          <Text span size="sm" c="dimmed">
            {' · '}
            {reaches(path) ? (
              <Anchor component={Link} to={path} target="_blank" size="sm">
                Crear con ese nombre
              </Anchor>
            ) : (
              'Hace falta uno con ese nombre.'
            )}
          </Text>
        )}
      </Text>
    </Group>
  )
}
