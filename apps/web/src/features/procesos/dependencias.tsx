import type {
  DependenciaDePaquete,
  Plantilla,
  RevisionDePaquete,
  ServidorDePlantilla,
  ServidorResumen,
  TablaDePlantilla,
} from '@div/contract'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { useReach } from '../../shared/reach.ts'
import { useTipoLabel } from '../../shared/servidores/use-tipos-servidor.ts'
import { RECURSO_LABELS } from '../../shared/usos/recurso-labels.ts'
import { useCreateTabla } from './plantillas-api.ts'
import { isAssignable, keyOf } from './read-paquete.ts'

interface DependenciasProps {
  dependencias: readonly DependenciaDePaquete[]
  review: RevisionDePaquete
  onAssign: (key: string, id: string) => void
  onReview: () => void
  /** What a template says of what it needs. */
  plantilla?: Pick<Plantilla, 'servidores' | 'tablas'>
}

/** What a bundle needs, what stands here for each, and how what is missing comes here. */
export function Dependencias({ dependencias, review, onAssign, onReview, plantilla }: DependenciasProps) {
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
          servidor={plantilla?.servidores.find(({ referencia }) => referencia === dependencia.referencia)}
          tabla={plantilla?.tablas.find(({ tabla }) => tabla.nombre === dependencia.nombre)}
          onMade={onReview}
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
  /** Of a template: what a server is to it, and of which types it may be. */
  servidor: ServidorDePlantilla | undefined
  /** Of a template: the tabla with its rows. */
  tabla: TablaDePlantilla | undefined
  onMade: () => void
}

function DependenciaRow({ dependencia, found, onAssign, servidor, tabla, onMade }: DependenciaRowProps) {
  const { recurso, nombre, tipoServidor } = dependencia
  const reaches = useReach()
  const labelOf = useTipoLabel()
  const noun = RECURSO_LABELS[recurso] ?? recurso
  const what = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} «${nombre}»${tipoServidor ? ` (${labelOf(tipoServidor)})` : ''}`
  if (servidor !== undefined)
    return <ServidorRow servidor={servidor} nombre={nombre} found={found} onAssign={onAssign} />
  if (tabla !== undefined && found === null) return <TablaRow made={tabla} onMade={onMade} />
  if (isAssignable(dependencia)) {
    return (
      <Stack gap={4}>
        <ResourceSelect
          resource={recurso}
          label={what}
          placeholder="Falta: elija uno de aquí"
          error={found === null && 'No hay ninguno que se llame así.'}
          value={found}
          onChange={(id) => id !== null && onAssign(id)}
        />
        {found === null && tipoServidor && <CreateServidor tipo={tipoServidor} />}
      </Stack>
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

interface ServidorRowProps {
  servidor: ServidorDePlantilla
  nombre: string
  found: string | null
  onAssign: (id: string) => void
}

/** One of the types that do; there is none: the way to make one. */
function ServidorRow({ servidor: { tiposServidor, uso }, nombre, found, onAssign }: ServidorRowProps) {
  const labelOf = useTipoLabel()
  const [first = ''] = tiposServidor
  return (
    <Stack gap={4}>
      <ResourceSelect<ServidorResumen>
        resource="servidores"
        query={{ tiposServidor: tiposServidor.join(',') }}
        noteOf={({ tipoServidor }) => labelOf(tipoServidor)}
        label={uso}
        description={tiposServidor.map(labelOf).join(', ')}
        placeholder={`Elija un servidor, como «${nombre}»`}
        value={found}
        onChange={(id) => id !== null && onAssign(id)}
      />
      {found === null && <CreateServidor tipo={first} />}
    </Stack>
  )
}

function CreateServidor({ tipo }: { tipo: string }) {
  const labelOf = useTipoLabel()
  const reaches = useReach()
  if (!reaches('/servidores/config/new')) return null
  return (
    <Anchor component={Link} to={`/servidores/config/new?tipo=${tipo}`} target="_blank" size="sm">
      Crear un servidor de tipo {labelOf(tipo)}
    </Anchor>
  )
}

function TablaRow({ made, onMade }: { made: TablaDePlantilla; onMade: () => void }) {
  const { mutate, isPending, error } = useCreateTabla(onMade)
  const { tabla, filas } = made
  const rows = filas.length === 1 ? '1 fila de ejemplo' : `${filas.length} filas de ejemplo`
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm">Tabla «{tabla.nombre}»: todavía no está.</Text>
      <Button size="xs" variant="default" loading={isPending} onClick={() => mutate(made)}>
        {filas.length === 0 ? 'Crear la tabla' : `Crearla con ${rows}`}
      </Button>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {describeError(error)}
        </Text>
      )}
    </Stack>
  )
}
