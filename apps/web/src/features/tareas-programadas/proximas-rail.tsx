import type { CambioDeHora } from '@div/contract'
import { List, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { inZona, offsetOf } from '../../shared/time/zona-horaria.ts'
import { describeCambio } from './describe-cambio.ts'
import type { usePrevision } from './tareas-api.ts'

/** What the schedule comes to, as the server reads it. */
export function ProximasRail({
  prevision: { data, error },
  zonaHoraria,
  activo,
}: {
  prevision: ReturnType<typeof usePrevision>
  zonaHoraria: string
  activo: boolean
}) {
  const id = useId()
  const cambiosId = useId()
  const ahora = offsetOf(zonaHoraria)
  const isOther = (momento: string) => offsetOf(zonaHoraria, momento) !== ahora
  return (
    <Paper component="section" p="lg" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        Próximas horas
      </Title>
      <Text size="xs" c="dimmed" mb="md">
        Según el horario, en {zonaHoraria}.
      </Text>
      {!activo && (
        <Text size="sm" mb="md">
          Inactiva: no se disparará hasta que se active.
        </Text>
      )}
      {error !== null && (
        <Text size="sm" c="red">
          {describeError(error)}
        </Text>
      )}
      {error === null && data === undefined && (
        <Stack gap="sm" role="status" aria-label="Cargando...">
          {[0, 1, 2, 3, 4].map((line) => (
            <Skeleton key={line} height={32} />
          ))}
        </Stack>
      )}
      {error === null && data?.horas.length === 0 && (
        <Text size="sm">Ninguna: esta fecha no vuelve a llegar.</Text>
      )}
      {error === null && data && (
        <List listStyleType="none" spacing="sm">
          {data.horas.map(({ momento, festivo, seOmite }) => (
            <List.Item key={momento}>
              <Text size="sm" {...(seOmite && { td: 'line-through', c: 'dimmed' })}>
                {inZona(momento, zonaHoraria)}
                {isOther(momento) && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    {offsetOf(zonaHoraria, momento)}
                  </Text>
                )}
              </Text>
              <Text size="xs" c="dimmed">
                {seOmite ? `Se omite: ${festivo}` : <TimeAgo at={momento} />}
                {!seOmite && festivo !== null && ` · movida: ${festivo}`}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      {error === null && data && data.horas.length > 0 && data.horas.every(({ seOmite }) => seOmite) && (
        <PrimeraText momento={data.proximas[0]} zonaHoraria={zonaHoraria} />
      )}
      {error === null && data && data.cambiosDeHora.length > 0 && (
        <Stack component="section" gap="sm" mt="lg" aria-labelledby={cambiosId}>
          <Title order={3} size="h5" id={cambiosId}>
            Cambios de hora
          </Title>
          {data.cambiosDeHora.map((cambio) => (
            <CambioText key={cambio.momento} cambio={cambio} zonaHoraria={zonaHoraria} />
          ))}
        </Stack>
      )}
    </Paper>
  )
}

/** The first that fires, after many that are left out. */
function PrimeraText({ momento, zonaHoraria }: { momento: string | undefined; zonaHoraria: string }) {
  if (momento === undefined)
    return (
      <Text size="sm" mt="md">
        Con este calendario no se dispara ninguna.
      </Text>
    )
  return (
    <div>
      <Text size="sm" fw={500} mt="md">
        Primera que se dispara: {inZona(momento, zonaHoraria)}
      </Text>
      <Text size="xs" c="dimmed">
        <TimeAgo at={momento} />
      </Text>
    </div>
  )
}

function CambioText({ cambio, zonaHoraria }: { cambio: CambioDeHora; zonaHoraria: string }) {
  const { reloj, efecto } = describeCambio(cambio)
  return (
    <div>
      <Text size="sm">{inZona(cambio.momento, zonaHoraria)}</Text>
      <Text size="xs" c="dimmed">
        {reloj} {efecto}
      </Text>
    </div>
  )
}
