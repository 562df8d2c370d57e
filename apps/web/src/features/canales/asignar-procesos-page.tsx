import type { CanalGuardado, ErrorDeCampo } from '@div/contract'
import { notify } from '@div/ui'
import { Alert, Anchor, Badge, Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { ApiError, describeError } from '../../shared/api-error.ts'
import { isEqual } from '../../shared/form/differences.ts'
import { KeptDraftDialog } from '../../shared/form/kept-draft-dialog.tsx'
import { UnsavedGuard } from '../../shared/form/unsaved-guard.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { type AsignacionRow, findProblems, newRow, toAsignaciones, toRows } from './asignacion-rows.ts'
import { type Asignadas, readTheirs, useAsignaciones, useStoreAsignaciones } from './asignaciones-api.ts'
import classes from './asignar-procesos-page.module.css'
import { AssignedList } from './assigned-list.tsx'
import { AvailableList } from './available-list.tsx'
import { useCanal } from './canales-api.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'

const BACK = { to: '/canales', label: 'Canales' }

const FIELDS = { properties: { asignaciones: { title: 'Procesos asignados' } } }

/** Which processes a canal publishes, each at its method and path. */
export default function AsignarProcesosPage() {
  const { id = '' } = useParams()
  const canal = useCanal(id)
  const asignaciones = useAsignaciones(id)
  // A read in the background that fails takes nothing away from who is assigning.
  if (canal.data && asignaciones.data)
    return <Assigning key={id} canal={canal.data} initial={asignaciones.data} />
  const failed = [canal, asignaciones].find(({ error }) => error !== null)
  if (failed?.error)
    return <LoadError error={failed.error} onRetry={() => void failed.refetch()} back={BACK} />
  return (
    <Stack gap="lg" role="status" aria-label="Cargando...">
      <Skeleton height={28} width={280} />
      <Skeleton height={320} />
    </Stack>
  )
}

function Assigning({ canal, initial }: { canal: CanalGuardado; initial: Asignadas }) {
  const { id, nombre, tipo } = canal
  const [{ asignaciones: stored, revision }, setStored] = useState(initial)
  const [rows, setRows] = useState<readonly AsignacionRow[]>(() => toRows(stored))
  const [refused, setRefused] = useState<readonly ErrorDeCampo[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [theirs, setTheirs] = useState<Asignadas | null>(null)
  const added = useRef(0)
  const store = useStoreAsignaciones(id)
  const isDirty = !isEqual(toAsignaciones(rows), toAsignaciones(toRows(stored)))
  const problems = findProblems(rows, tipo)

  function change(next: readonly AsignacionRow[]) {
    setRows(next)
    setRefused([])
  }

  async function save(seen = revision) {
    setIsSaving(true)
    setFailure(null)
    try {
      const done = await store(toAsignaciones(rows), seen)
      setStored(done)
      // Whoever went on meanwhile keeps what they have.
      setRows((current) => (current === rows ? toRows(done.asignaciones) : current))
      notify.success('Procesos asignados', `${nombre} responde así en dos segundos.`)
    } catch (error) {
      const others = readTheirs(error)
      if (others !== null) {
        setTheirs(others)
        return
      }
      const errores = error instanceof ApiError ? error.errores : []
      setRefused(errores)
      if (errores.length === 0) setFailure(describeError(error))
    } finally {
      setIsSaving(false)
    }
  }

  function take(others: Asignadas) {
    setStored(others)
    change(toRows(others.asignaciones))
  }

  const maySave = isDirty && problems.length === 0 && !isSaving
  useHotkeys([['mod+S', () => maySave && void save()]], [])

  return (
    <div className={classes.page}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Box miw={0}>
          <Anchor component={Link} to={addressOf('canales', id)} size="sm" c="dimmed">
            <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> {nombre}
          </Anchor>
          <Group gap="sm" mt={2}>
            <Title order={1} size="h2">
              Asignar procesos
            </Title>
            <Badge color="gray">{tipo}</Badge>
            {!canal.activo && <Badge color="gray">Canal inactivo</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            Qué proceso responde a cada {tipo === 'SOAP' ? 'operación' : 'método y ruta'} de este canal.
          </Text>
        </Box>
        <Group gap="sm">
          {isDirty && (
            <Button variant="subtle" color="gray" onClick={() => change(toRows(stored))} disabled={isSaving}>
              Descartar
            </Button>
          )}
          <Button onClick={() => void save()} disabled={!isDirty || problems.length > 0} loading={isSaving}>
            Guardar
          </Button>
        </Group>
      </Group>
      {failure !== null && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title="No se pudo guardar"
        >
          {failure}
        </Alert>
      )}
      <div className={classes.columns}>
        <AvailableList
          rows={rows}
          onAssign={(proceso) =>
            change([...rows, newRow(proceso, { tipo, rows, key: `nueva-${added.current++}` })])
          }
        />
        <AssignedList
          canal={canal}
          rows={rows}
          errors={[...problems, ...refused]}
          stored={stored}
          onChange={change}
        />
      </div>
      <UnsavedGuard isDirty={isDirty && !isSaving} />
      <KeptDraftDialog
        draft={{ asignaciones: rows }}
        base={{ asignaciones: toRows(stored) }}
        fields={FIELDS}
        isDirty={isDirty}
        onTake={({ asignaciones }) => change(toRows(asignaciones))}
      />
      {theirs !== null && (
        <ChangedMeanwhile
          mine={rows}
          theirs={theirs.asignaciones}
          onKeepMine={() => save(theirs.revision)}
          onTakeTheirs={() => take(theirs)}
          onClose={() => setTheirs(null)}
        />
      )}
    </div>
  )
}
