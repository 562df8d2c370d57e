import type { CanalDeProceso } from '@div/contract'
import { CopyValue, EmptyState, ErrorState } from '@div/ui'
import { Anchor, Badge, Button, Skeleton, Table } from '@mantine/core'
import { IconApi } from '@tabler/icons-react'
import { Link } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { addressOfCanal } from '../../shared/canales/canal-address.ts'
import { useCanalesBase } from '../../shared/canales/use-canales-base.ts'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { useCanalesDeProceso } from '../../shared/procesos/publicar/use-publication.ts'
import { useReach } from '../../shared/reach.ts'
import { useCan } from '../../shared/session.ts'

/** Where it is called, and which version answers there. */
export function CanalesSection({ id }: { id: string }) {
  const { data, error, refetch } = useCanalesDeProceso(id)
  if (error !== null) return <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={160} />
  if (data.length === 0) return <NotPublished />
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table verticalSpacing="sm" aria-label="Canales que lo publican">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Canal</Table.Th>
            <Table.Th>Llamada</Table.Th>
            <Table.Th>Dirección</Table.Th>
            <Table.Th>Versión</Table.Th>
            <Table.Th>Estado</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((asignacion) => (
            <Asignacion
              key={`${asignacion.canalId}/${asignacion.metodo}/${asignacion.ruta}/${asignacion.operacion}`}
              asignacion={asignacion}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Asignacion({ asignacion }: { asignacion: CanalDeProceso }) {
  const { canalId, canal, tipo, rutaCanal, ruta, metodo, operacion, version, activo } = asignacion
  const reaches = useReach()
  const base = useCanalesBase()
  const path = addressOf('canales', canalId)
  return (
    <Table.Tr>
      <Table.Td>
        {reaches(path) ? (
          <Anchor component={Link} to={path} size="sm">
            {canal}
          </Anchor>
        ) : (
          canal
        )}
      </Table.Td>
      <Table.Td>
        <Badge color="gray">{tipo === 'SOAP' ? operacion : metodo}</Badge>
      </Table.Td>
      <Table.Td miw={280}>
        {base !== undefined && (
          <CopyValue
            value={`${addressOfCanal(base, { tipo, ruta: rutaCanal })}${ruta ?? ''}`}
            noun="la dirección"
          />
        )}
      </Table.Td>
      <Table.Td>{version === 'publicada' ? 'La publicada' : `Siempre la ${version}`}</Table.Td>
      <Table.Td>
        <Badge color={activo ? 'green' : 'gray'}>{activo ? 'Activo' : 'Inactivo'}</Badge>
      </Table.Td>
    </Table.Tr>
  )
}

function NotPublished() {
  const reaches = useReach()
  const mayAssign = useCan('canales.editar')
  return (
    <EmptyState
      icon={IconApi}
      title="Ningún canal lo publica"
      text="Publique una versión y asígnela a un canal REST o SOAP para que otros la llamen."
      action={
        <>
          {mayAssign && reaches('/canales') && (
            <Button component={Link} to="/canales" variant="default">
              Ir a los canales
            </Button>
          )}
          <GuiaLink to="/docs/canales">canales</GuiaLink>
        </>
      }
    />
  )
}
