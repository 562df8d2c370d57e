import type { CanalDeProceso, Flujo, Hallazgo, ResultadoDeCaso, Version } from '@div/contract'
import { describeMs } from '@div/ui'
import { Alert, Anchor, Badge, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { addressOf } from '../../address-of.ts'
import { describeDiff } from '../../flujo/describe-diff.ts'
import { diffFlujos } from '../../flujo/diff-flujos.ts'
import { FlujoDiffView } from '../../flujo/flujo-diff-view.tsx'
import { Hallazgos } from '../../flujo/hallazgos.tsx'
import { ReachLink } from '../../reach-link.tsx'
import { useUsos } from '../../usos/use-usos.ts'
import { UsosList } from '../../usos/usos-list.tsx'
import { describeModo } from '../modos.ts'
import { listBreaks } from './contract-breaks.ts'
import { type Publishable, useCanalesDeProceso } from './use-publication.ts'

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Group gap="sm" mb={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {aside}
      </Group>
      {children}
    </section>
  )
}

interface InvalidPartProps {
  publishable: Publishable
  /** Leads to the node of a finding. */
  onGo?: (hallazgo: Hallazgo) => void
}

/** What is wrong, and what may be. */
export function InvalidPart({ publishable: { data, error, isInvalid }, onGo }: InvalidPartProps) {
  const hallazgos = data?.validacion.hallazgos ?? []
  return (
    <>
      {isInvalid && (
        <Alert color="red" variant="light" title="Todavía no se puede publicar">
          {hallazgos.length > 0 ? 'Corrija antes en el flujo lo que sigue.' : error?.message}
        </Alert>
      )}
      {data && hallazgos.length > 0 && (
        <Hallazgos hallazgos={hallazgos} nodos={data.proceso.flujo.nodos} {...(onGo && { onGo })} />
      )}
    </>
  )
}

interface CasosPartProps {
  /** Undefined until they have run. */
  resultados: readonly ResultadoDeCaso[] | undefined
  error: Error | null
}

export function CasosPart({ resultados, error }: CasosPartProps) {
  return (
    <Part title="Casos de prueba">
      {error && (
        <Text size="sm" c="red">
          No se pudieron ejecutar: {error.message}
        </Text>
      )}
      {resultados === undefined && !error && (
        <Text size="sm" c="dimmed" role="status">
          Ejecutando los casos guardados…
        </Text>
      )}
      {resultados?.length === 0 && (
        <Text size="sm" c="dimmed">
          No hay casos guardados: nada comprueba que siga respondiendo lo mismo.
        </Text>
      )}
      <Stack gap={6}>
        {resultados?.map(({ casoId, nombre, ok, diferencias, duracionMs }) => (
          <div key={casoId}>
            <Group gap="sm">
              <Badge color={ok ? 'green' : 'red'}>{ok ? 'Correcto' : 'Falla'}</Badge>
              <Text size="sm">{nombre}</Text>
              <Text size="xs" c="dimmed">
                {describeMs(duracionMs)}
              </Text>
            </Group>
            {diferencias.map(({ ruta, mensaje }) => (
              <Text
                key={`${ruta}/${mensaje}`}
                size="sm"
                c="dimmed"
                ml="lg"
                style={{ overflowWrap: 'anywhere' }}
              >
                <Text span ff="monospace" size="xs">
                  {ruta}
                </Text>{' '}
                {mensaje}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
    </Part>
  )
}

type Published = Pick<Version, 'flujo' | 'modo'>

/** What publishing changes, in words: the drawing, and how its runs go. */
export function describeCambios(before: Published, after: Published): string {
  const words = describeDiff(diffFlujos(before.flujo, after.flujo))
  if (before.modo === after.modo) return words
  const [from, to] = [before, after].map(({ modo }) => describeModo(modo).label.toLowerCase())
  return `${words} El modo pasa de ${from} a ${to}.`
}

interface CambiosPartProps {
  before: Published & { version: number }
  after: Published
  onGo: ((nodo: string) => void) | undefined
  onCompare: ((version: number) => void) | undefined
}

/** Folded: who publishes every day knows what they changed. */
export function CambiosPart({ before, after, onGo, onCompare }: CambiosPartProps) {
  const { version } = before
  const [isOpen, setIsOpen] = useState(false)
  const Mark = isOpen ? IconChevronDown : IconChevronRight
  const words = useMemo(() => describeCambios(before, after), [before, after])
  return (
    <Part
      title="Cambios"
      aside={
        <>
          <Text size="sm" c="dimmed">
            desde la versión {version}
          </Text>
          {onCompare && (
            <Anchor component="button" type="button" size="sm" onClick={() => onCompare(version)}>
              Verlos en el lienzo
            </Anchor>
          )}
        </>
      }
    >
      {!isOpen && <Text size="sm">{words}</Text>}
      <Button
        size="compact-sm"
        variant="subtle"
        ml={-8}
        aria-expanded={isOpen}
        leftSection={<Mark size={14} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Ocultar campo por campo' : 'Ver campo por campo'}
      </Button>
      {isOpen && <FlujoDiffView before={before.flujo} after={after.flujo} {...(onGo && { onGo })} />}
    </Part>
  )
}

interface ImpactoPartProps {
  id: string
  /** Null: nothing is published yet. */
  before: Flujo | null
  after: Flujo
  onFollow: () => void
}

/** Who is answered by the new version at once, who stays with an older one, and what breaks for them. */
export function ImpactoPart({ id, before, after, onFollow }: ImpactoPartProps) {
  const { data: canales = [], isPending: isAsking } = useCanalesDeProceso(id)
  const { data: usos = [], isPending } = useUsos('procesos', id)
  const breaks = useMemo(() => (before ? listBreaks(before, after) : []), [before, after])
  const others = usos.filter(({ recurso }) => recurso !== 'canales')
  const isUsed = canales.length > 0 || others.length > 0
  return (
    <Part title="A quién afecta">
      {breaks.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          title={
            isUsed
              ? 'Quien lo llama puede dejar de funcionar'
              : 'La respuesta o la entrada ya no son las mismas'
          }
          mb="sm"
        >
          <List size="sm">
            {breaks.map(({ nodo, mensaje }) => (
              <List.Item key={`${nodo}/${mensaje}`}>{mensaje}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {isPending || isAsking ? (
        <Skeleton height={20} width="60%" role="status" aria-label="Cargando..." />
      ) : (
        !isUsed && (
          <Text size="sm" c="dimmed">
            A nadie todavía: ningún canal, tarea ni proceso lo llama.
          </Text>
        )
      )}
      <List size="sm" spacing={4}>
        {canales.map((canal) => (
          <CanalLine key={keyOf(canal)} canal={canal} onFollow={onFollow} />
        ))}
      </List>
      {others.length > 0 && <UsosList usos={others} onFollow={onFollow} />}
    </Part>
  )
}

function keyOf({ canalId, metodo, ruta, operacion }: CanalDeProceso): string {
  return [canalId, metodo, ruta, operacion].join('/')
}

function CanalLine({ canal, onFollow }: { canal: CanalDeProceso; onFollow: () => void }) {
  const { canalId, canal: nombre, metodo, ruta, operacion, version } = canal
  return (
    <List.Item>
      <ReachLink to={addressOf('canales', canalId)} onClick={onFollow}>
        {nombre}
      </ReachLink>{' '}
      <Text span size="sm" ff="monospace">
        {operacion ?? `${metodo} ${ruta}`}
      </Text>
      <Text span size="sm" c="dimmed">
        {version === 'publicada'
          ? ' · pasa a la nueva versión enseguida'
          : ` · fijado en la versión ${version}: no cambia`}
      </Text>
    </List.Item>
  )
}
