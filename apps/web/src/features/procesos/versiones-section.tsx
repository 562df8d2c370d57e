import type { ProcesoGuardado, VersionResumen } from '@div/contract'
import { ConfirmDialog, EmptyState, ErrorState, notify } from '@div/ui'
import { Badge, Button, Group, Select, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconGitCompare, IconRestore, IconRotate2, IconVersions } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { lienzoOf } from '../../shared/address-of.ts'
import { FlujoDiffView } from '../../shared/flujo/flujo-diff-view.tsx'
import { useGoBack } from '../../shared/procesos/use-go-back.ts'
import { usePublicada, useVersion, useVersiones } from '../../shared/procesos/use-versiones.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useProcesoActions } from './procesos-api.ts'

/** The draft, in the place of the number of a version. */
const DRAFT = 'borrador'

interface VersionesSectionProps {
  proceso: ProcesoGuardado
  mayEdit: boolean
  /** What is being changed on the page would be lost. */
  isDirty: boolean
}

/** What was published when, by whom and why; what changed between two of them; the way back to one. */
export function VersionesSection({ proceso, mayEdit, isDirty }: VersionesSectionProps) {
  const { id } = proceso
  const publicada = usePublicada(id)
  const [params, setParams] = useSearchParams()
  const [restoring, setRestoring] = useState<VersionResumen | null>(null)
  const { goBackTo, isGoingBack } = useGoBack(id)
  const { data: versiones, error, refetch } = useVersiones(id)
  if (error && versiones === undefined)
    return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (versiones === undefined) return <Skeleton height={200} />
  if (versiones.length === 0) {
    return (
      <EmptyState
        icon={IconVersions}
        title="Todavía no hay versiones"
        text="Cada vez que se publica queda una versión que no cambia: se puede comparar con otra y volver a ella."
        action={
          <Button component={Link} to={lienzoOf(id, mayEdit)} variant="default">
            {mayEdit ? 'Publicar desde el lienzo' : 'Ver el flujo'}
          </Button>
        }
      />
    )
  }
  const de = params.get('de') ?? String(publicada ?? versiones[0]?.version)
  const a = params.get('a') ?? DRAFT

  function compare(which: { de?: string; a?: string }) {
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), de, a, ...which }), {
      replace: true,
    })
  }

  return (
    <Stack gap="xl">
      <Table.ScrollContainer minWidth={760}>
        <Table verticalSpacing={6} aria-label="Versiones">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={160}>Versión</Table.Th>
              <Table.Th w={160}>Publicada</Table.Th>
              <Table.Th w={140}>Por</Table.Th>
              <Table.Th miw={180}>Nota</Table.Th>
              <Table.Th aria-label="Acciones" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versiones.map((version) => (
              <VersionRow
                key={version.version}
                version={version}
                isPublicada={version.version === publicada}
                onCompare={() => compare({ de: String(version.version), a: DRAFT })}
                {...(mayEdit && { onRestore: () => setRestoring(version) })}
                onGoBack={mayEdit ? goBackTo(version.version) : undefined}
                isGoingBack={isGoingBack}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Comparison proceso={proceso} versiones={versiones} de={de} a={a} onChange={compare} />
      {restoring && (
        <RestoreDialog
          proceso={proceso}
          version={restoring.version}
          isDirty={isDirty}
          onClose={() => setRestoring(null)}
        />
      )}
    </Stack>
  )
}

interface VersionRowProps {
  version: VersionResumen
  isPublicada: boolean
  onCompare: () => void
  onRestore?: () => void
  onGoBack: (() => void) | undefined
  isGoingBack: boolean
}

function VersionRow(props: VersionRowProps) {
  const { version, isPublicada, onCompare, onRestore, onGoBack, isGoingBack } = props
  const { version: n, publicadaEn, publicadaPor, nota } = version
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Text size="sm" fw={600}>
            {n}
          </Text>
          {isPublicada && <Badge color="green">La publicada</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <TimeAgo at={publicadaEn} />
      </Table.Td>
      <Table.Td>{publicadaPor ?? '–'}</Table.Td>
      <Table.Td miw={180} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {nota}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Comparar la versión ${n} con el borrador`}
            leftSection={<IconGitCompare size={14} aria-hidden />}
            onClick={onCompare}
          >
            Comparar
          </Button>
          {onRestore && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Restaurar la versión ${n}`}
              leftSection={<IconRestore size={14} aria-hidden />}
              onClick={onRestore}
            >
              Restaurar
            </Button>
          )}
          {onGoBack && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Volver a publicar la versión ${n}`}
              leftSection={<IconRotate2 size={14} aria-hidden />}
              disabled={isGoingBack}
              onClick={onGoBack}
            >
              Volver a publicarla
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

interface ComparisonProps {
  proceso: ProcesoGuardado
  versiones: readonly VersionResumen[]
  de: string
  a: string
  onChange: (which: { de?: string; a?: string }) => void
}

function Comparison({ proceso, versiones, de, a, onChange }: ComparisonProps) {
  const before = useDocument(proceso, de)
  const after = useDocument(proceso, a)
  const data = [
    { value: DRAFT, label: 'El borrador' },
    ...versiones.map(({ version }) => ({ value: String(version), label: `La versión ${version}` })),
  ]
  return (
    <Stack gap="md" component="section" aria-label="Qué cambió">
      <Group gap="sm" align="flex-end">
        <Select
          label="Qué cambió de"
          w={176}
          allowDeselect={false}
          data={data}
          value={de}
          onChange={(next) => next !== null && onChange({ de: next })}
        />
        <Select
          label="a"
          w={176}
          allowDeselect={false}
          data={data}
          value={a}
          onChange={(next) => next !== null && onChange({ a: next })}
        />
      </Group>
      {before.error !== null && <ErrorState message={before.error.message} onRetry={before.retry} />}
      {after.error !== null && <ErrorState message={after.error.message} onRetry={after.retry} />}
      {before.flujo && after.flujo && <FlujoDiffView before={before.flujo} after={after.flujo} />}
    </Stack>
  )
}

function useDocument(proceso: ProcesoGuardado, which: string) {
  const version = which === DRAFT ? null : Number(which)
  const { data, error, refetch } = useVersion(proceso.id, version)
  return {
    flujo: version === null ? proceso.flujo : data?.flujo,
    error,
    retry: () => void refetch(),
  }
}

interface RestoreDialogProps {
  proceso: ProcesoGuardado
  version: number
  isDirty: boolean
  onClose: () => void
}

function RestoreDialog({ proceso: { id, revision }, version, isDirty, onClose }: RestoreDialogProps) {
  const { restore } = useProcesoActions()
  return (
    <ConfirmDialog
      title={`Restaurar la versión ${version}`}
      confirm="Restaurar"
      isImpossible={isDirty}
      onConfirm={async () => {
        await restore(id, { version, revision })
        notify.success(
          'Borrador restaurado',
          `Es otra vez como la versión ${version}. Publíquelo para que se use.`,
        )
      }}
      onClose={onClose}
    >
      <Text size="sm">
        {isDirty
          ? 'Guarde o descarte antes los cambios de esta página: el borrador se reemplaza entero.'
          : `El borrador pasa a ser como la versión ${version}. Lo publicado no cambia hasta que publique.`}
      </Text>
    </ConfirmDialog>
  )
}
