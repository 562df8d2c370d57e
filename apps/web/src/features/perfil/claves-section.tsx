import type { ClaveDeApiEmitida, ClaveDeApiGuardada } from '@div/contract'
import { ConfirmDialog } from '@div/ui'
import { Button, Code, Group, Loader, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { EmittedSecretDialog } from '../../shared/emitted-secret-dialog.tsx'
import { LoadError } from '../../shared/load-error.tsx'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { useClaves, useRemoveClave } from './claves-api.ts'
import { NewClaveForm } from './new-clave-form.tsx'

/** Keys with which programs call the administration API in the name of the person. */
export function ClavesSection() {
  const [emitted, setEmitted] = useState<ClaveDeApiEmitida | null>(null)
  return (
    <Paper component="section" p="lg" aria-labelledby="perfil-claves">
      <Stack gap="md">
        <div>
          <Title order={2} size="h3" id="perfil-claves">
            Claves de API
          </Title>
          <Text size="sm" c="dimmed">
            Con una clave, un programa administra DIV en su nombre y con sus permisos: la línea de comandos{' '}
            <Code>div</Code>, una canalización. No sirve para llamar a canales ni para cambiar cuentas.
          </Text>
        </div>
        <NewClaveForm onEmitted={setEmitted} />
        <Claves />
      </Stack>
      {emitted && (
        <EmittedSecretDialog
          title={`Clave «${emitted.nombre}»`}
          secret={emitted.clave}
          pronoun="la"
          usage={
            <>
              Se envía en cada llamada a la API como <Code>Authorization: Bearer …</Code>; la línea de
              comandos la lee de <Code>DIVCLI_CLAVE</Code>.
            </>
          }
          onClose={() => setEmitted(null)}
        />
      )}
    </Paper>
  )
}

function Claves() {
  const { data, error, refetch } = useClaves()
  const [asked, setAsked] = useState<ClaveDeApiGuardada | null>(null)
  const remove = useRemoveClave()
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Loader size="sm" aria-label="Cargando..." />
  if (data.length === 0) return <Text size="sm">Todavía no tiene ninguna.</Text>
  return (
    <>
      <Table.ScrollContainer minWidth={480}>
        <Table aria-label="Claves de API">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Nombre</Table.Th>
              <Table.Th>Empieza por</Table.Th>
              <Table.Th>Vence</Table.Th>
              <Table.Th>Último uso</Table.Th>
              <Table.Th aria-label="Acciones" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((clave) => (
              <ClaveRow key={clave.id} clave={clave} onRemove={() => setAsked(clave)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {asked && (
        <ConfirmDialog
          title="Eliminar la clave"
          confirm="Eliminar"
          isDangerous
          onConfirm={() => remove(asked.id)}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            <b>{asked.nombre}</b> deja de valer ahora mismo: quien la use recibe un 401. No se puede deshacer.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

function ClaveRow({ clave, onRemove }: { clave: ClaveDeApiGuardada; onRemove: () => void }) {
  const { nombre, prefijo, expiraEn, ultimoUso } = clave
  const isOver = Date.parse(expiraEn) <= Date.now()
  return (
    <Table.Tr>
      <Table.Td>{nombre}</Table.Td>
      <Table.Td ff="monospace" fz={12}>
        {prefijo}
      </Table.Td>
      <Table.Td>
        {isOver && 'Venció '}
        <TimeAgo at={expiraEn} />
      </Table.Td>
      <Table.Td>{ultimoUso === null ? 'Sin usar' : <TimeAgo at={ultimoUso} />}</Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={`Eliminar la clave ${nombre}`}
            onClick={onRemove}
          >
            Eliminar
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
