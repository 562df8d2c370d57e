import type { EvaluacionDeRag } from '@div/contract'
import { describePercent } from '@div/ui'
import { Badge, Group, Paper, Text, Title, UnstyledButton } from '@mantine/core'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import classes from './buscar-page.module.css'
import { describeMedido, describeMrr, recallOf } from './describe-evaluacion.ts'
import { MODOS } from './modos.ts'

/** Of a history one figure is enough: as many passages as a model is usually given. */
const K = 5

interface HistorialProps {
  /** The newest first. */
  evaluaciones: readonly EvaluacionDeRag[]
  shownId: string
  onShow: (id: string) => void
}

/** All runs, of which one is looked at. */
export function Historial({ evaluaciones, shownId, onShow }: HistorialProps) {
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        Historial
      </Title>
      <ol className={classes.list} aria-label="Historial">
        {evaluaciones.map((evaluacion) => {
          const { id, nota, creadoEn, creadoPor, medidas } = evaluacion
          return (
            <Paper key={id} component="li" p="sm" withBorder>
              <UnstyledButton
                w="100%"
                aria-current={id === shownId ? 'true' : undefined}
                onClick={() => onShow(id)}
              >
                <Group gap="xs">
                  <Text size="sm" fw={500}>
                    <TimeAgo at={creadoEn} />
                    {`, por ${creadoPor}`}
                  </Text>
                  {id === shownId && <Badge>A la vista</Badge>}
                </Group>
                {nota !== '' && <Text size="sm">{nota}</Text>}
                <Text size="sm">
                  {medidas
                    .map(
                      (medida) =>
                        `${MODOS[medida.modo]}: recall@${K} ${describePercent((recallOf(medida, K) ?? 0) * 100)}, MRR ${describeMrr(medida.mrr)}`,
                    )
                    .join(' · ')}
                </Text>
                <Text size="xs" c="dimmed">
                  {describeMedido(evaluacion)}
                </Text>
              </UnstyledButton>
            </Paper>
          )
        })}
      </ol>
    </section>
  )
}
