import type { Ejecucion, Paso } from '@div/contract'
import { ConfirmDialog, describeMs, notify } from '@div/ui'
import { Anchor, Badge, Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload, IconPlayerStop, IconSitemap } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { lienzoOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { ExplicarFallo } from '../../shared/asistente/explicar-fallo.tsx'
import { ObjectPage } from '../../shared/form/object-page.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { EstadoBadge } from '../../shared/trace/estados.tsx'
import { ORIGEN_LABELS } from '../../shared/trace/origen-labels.ts'
import { RunError } from '../../shared/trace/run-error.tsx'
import { SinDatos } from '../../shared/trace/sin-datos.tsx'
import { Trace, ValueBox } from '../../shared/trace/trace.tsx'
import {
  isRunning,
  type Repeticion,
  useCancel,
  useEjecucion,
  useFlujoDeEjecucion,
} from './ejecuciones-api.ts'
import { FlujoPicture } from './flujo-picture.tsx'
import { isUnheard } from './is-unheard.ts'
import { LiveTrace } from './live-trace.tsx'
import { nodoOutcomes } from './nodo-outcomes.ts'
import { ReplayMenu } from './replay-menu.tsx'
import { SinNodos } from './sin-nodos.tsx'

const BACK = { to: '/ejecuciones', label: 'Ejecuciones' }

export default function EjecucionPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useEjecucion(id)
  if (error !== null && data === undefined)
    return <LoadError error={error} onRetry={() => void refetch()} back={BACK} />
  if (data === undefined) return <Skeleton height={320} />
  return <EjecucionDetail key={id} ejecucion={data} />
}

function EjecucionDetail({ ejecucion }: { ejecucion: Ejecucion }) {
  const {
    id,
    estado,
    error,
    version,
    inicio,
    duracionMs,
    origen,
    procesoId,
    proceso,
    pasos,
    claveNegocio,
    sinDatos,
  } = ejecucion
  const { flujo, isPending } = useFlujoDeEjecucion(ejecucion)
  const nombres = useMemo(() => new Map(flujo?.nodos.map((nodo) => [nodo.id, nodo.nombre])), [flujo])
  const outcomes = useMemo(() => nodoOutcomes(pasos), [pasos])
  const mayRun = useCan('procesos.editar')
  const runs = isRunning(ejecucion)
  return (
    <ObjectPage
      back={BACK}
      title={proceso ?? 'Ejecución'}
      badges={
        <>
          <EstadoBadge estado={estado} />
          <Badge color="gray">{version === null ? 'Borrador' : `Versión ${version}`}</Badge>
        </>
      }
      summary={
        <>
          <TimeAgo at={inicio} />
          {duracionMs !== null && !isUnheard(ejecucion) && ` · ${describeMs(duracionMs)}`} ·{' '}
          {ORIGEN_LABELS[origen]} · {claveNegocio !== null && `clave ${claveNegocio} · `}
          {id} ·{' '}
          <Anchor component={Link} to={`/ejecuciones?procesoId=${procesoId}`} size="sm" underline="always">
            Otras de este proceso
          </Anchor>
        </>
      }
      actions={
        <>
          {!runs && !sinDatos && proceso !== null && (
            <Button
              component={Link}
              to={`${lienzoOf(procesoId, mayRun)}?ejecucion=${id}`}
              variant="default"
              leftSection={<IconSitemap size={16} aria-hidden />}
            >
              Abrir en el lienzo con estos datos
            </Button>
          )}
          {!runs && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => saveFile(`ejecucion-${id}.json`, new Blob([JSON.stringify(ejecucion, null, 2)]))}
            >
              Exportar
            </Button>
          )}
          {mayRun && runs && <CancelButton id={id} estado={estado} />}
          {mayRun && !runs && !sinDatos && <ReplayMenu id={id} label="Repetir" />}
        </>
      }
      sections={[
        {
          id: 'recorrido',
          label: 'Recorrido',
          isWide: true,
          // The drawing comes with the rest: nothing of it moves then.
          content: sinDatos ? (
            <SinDatos />
          ) : isPending ? (
            <Skeleton height={320} role="status" aria-label="Cargando..." />
          ) : (
            <Stack gap="lg">
              {error && <Fallo ejecucion={ejecucion} error={error} nombres={nombres} />}
              {runs ? (
                <LiveTrace ejecucion={ejecucion} flujo={flujo} nombres={nombres} />
              ) : (
                <Trace
                  pasos={pasos}
                  omitidos={ejecucion.pasosOmitidos}
                  nombres={nombres}
                  empty={<SinNodos ejecucion={ejecucion} />}
                  renderPicture={(selected, onSelect) =>
                    flujo && (
                      <FlujoPicture
                        flujo={flujo}
                        outcomes={outcomes}
                        selected={selected}
                        onSelect={onSelect}
                      />
                    )
                  }
                  {...(mayRun && {
                    renderActions: (paso: Paso) => (
                      <ReplayMenu id={id} desde={startOf(paso)} label="Reproducir desde aquí" />
                    ),
                  })}
                />
              )}
            </Stack>
          ),
        },
        ...(sinDatos ? [] : [datosSection(ejecucion)]),
      ]}
    />
  )
}

interface FalloProps {
  ejecucion: Ejecucion
  error: NonNullable<Ejecucion['error']>
  nombres: ReadonlyMap<string, string>
}

/** What ended it, and what the assistant makes of that. */
function Fallo({ ejecucion, error, nombres }: FalloProps) {
  const { id, procesoId, pasos } = ejecucion
  const mayRun = useCan('procesos.editar')
  return (
    <>
      <RunError error={error} pasos={pasos} nombres={nombres} />
      {mayRun && ejecucion.estado === 'error' && (
        <ExplicarFallo
          ejecucionId={id}
          renderNodo={(nodo) => (
            <Anchor
              component={Link}
              to={`/flujo/${procesoId}?ejecucion=${id}&nodo=${nodo}`}
              size="sm"
              underline="always"
            >
              Ver «{nombres.get(nodo) ?? nodo}» en el lienzo
            </Anchor>
          )}
        />
      )}
    </>
  )
}

/** Of a span that tells of many items all of them run again. */
function startOf({ nodo, iteracion, iteraciones }: Paso): NonNullable<Repeticion['desde']> {
  return { nodo, ...(iteracion && iteraciones === undefined && { iteracion }) }
}

function datosSection({ entrada, salida }: Ejecucion) {
  return {
    id: 'datos',
    label: 'Entrada y salida',
    isWide: true,
    content: (
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ValueBox title="Entrada" value={entrada ?? undefined} />
        <ValueBox title="Salida" value={salida ?? undefined} />
      </SimpleGrid>
    ),
  }
}

/** What waits may have done so for days: it is asked first. What works is stopped at once. */
function CancelButton({ id, estado }: Pick<Ejecucion, 'id' | 'estado'>) {
  const { mutate, mutateAsync, isPending } = useCancel(id)
  const [isAsking, setIsAsking] = useState(false)
  const cancel = () =>
    mutate(undefined, { onError: (error) => notify.error('No se pudo cancelar', describeError(error)) })
  return (
    <>
      <Button
        variant="default"
        loading={isPending}
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={() => (estado === 'esperando' ? setIsAsking(true) : cancel())}
      >
        Cancelar la ejecución
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancelar la ejecución"
          confirm="Cancelar la ejecución"
          dismiss="Volver"
          isDangerous
          onConfirm={() => mutateAsync()}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">Deja de esperar y termina como cancelada: ya no se puede seguir.</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
