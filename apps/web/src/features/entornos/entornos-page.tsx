import { EmptyState, ErrorState } from '@div/ui'
import { Button, Group, Paper, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconArrowDown, IconArrowsExchange, IconHome2, IconPlus } from '@tabler/icons-react'
import { Fragment } from 'react'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { AsidePage } from '../../shared/list/aside-page.tsx'
import { useOpened } from '../../shared/list/use-opened.ts'
import { useCan } from '../../shared/session.ts'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import { EntornoCard } from './entorno-card.tsx'
import { EntornoPanel } from './entorno-panel.tsx'
import { useEntornos } from './entornos-api.ts'

const BACK = { to: '/procesos', label: 'Procesos' }

/** The way of a proceso from here to production. */
export default function EntornosPage() {
  const { data: entornos, error, refetch } = useEntornos()
  const opened = useOpened()
  const mayCreate = useCan('entornos.crear')
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={opened.openNew}>
      Crear entorno
    </Button>
  )
  return (
    <AsidePage
      back={BACK}
      title="Entornos"
      summary="Otros DIV, como el de pruebas o el de producción: compare con ellos lo publicado aquí y promuévalo."
      actions={entornos !== undefined && entornos.length > 0 && create}
      aside={(opened.isNew || opened.id !== null) && <EntornoPanel key={opened.id} opened={opened} />}
    >
      {error && entornos === undefined && (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      )}
      {!error && entornos === undefined && <Skeleton height={220} role="status" aria-label="Cargando..." />}
      {entornos?.length === 0 && (
        <EmptyState
          icon={IconArrowsExchange}
          title="Todavía no hay entornos"
          text={
            <>
              Cada entorno es otro DIV, con su base de datos, sus servidores y sus secretos: nada de eso se
              comparte.{' '}
              {mayCreate
                ? 'En él cree una clave de API (Mi perfil) y escríbala aquí con su dirección.'
                : 'Los crea un administrador.'}
            </>
          }
          action={
            <>
              {create}
              <GuiaLink to="/documentacion/entornos">de desarrollo a producción</GuiaLink>
            </>
          }
        />
      )}
      {entornos !== undefined && entornos.length > 0 && (
        <Stack
          component="ol"
          gap="xs"
          m={0}
          p={0}
          style={{ overflowY: 'auto' }}
          aria-label="Camino a producción"
        >
          <Here />
          {entornos.map((entorno) => (
            <Fragment key={entorno.id}>
              <Group component="li" justify="center" aria-hidden style={{ listStyle: 'none' }}>
                <IconArrowDown size={16} stroke={1.5} color="var(--mantine-color-dimmed)" />
              </Group>
              <EntornoCard entorno={entorno} isOpen={opened.id === entorno.id} />
            </Fragment>
          ))}
        </Stack>
      )}
    </AsidePage>
  )
}

/** Where everything begins. */
function Here() {
  const version = useConfiguracion().data?.version
  return (
    <Paper
      p="lg"
      component="li"
      bg="transparent"
      withBorder
      style={{ listStyle: 'none', borderStyle: 'dashed' }}
    >
      <Group gap="sm" wrap="nowrap">
        <ThemeIcon variant="light" color="gray" radius="xl">
          <IconHome2 size={16} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={600}>Este DIV</Text>
          <Text size="xs" c="dimmed">
            {version !== undefined && `DIV ${version} · `}aquí se dibuja y se publica antes de promover
          </Text>
        </div>
      </Group>
    </Paper>
  )
}
