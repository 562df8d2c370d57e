import type { EvaluacionDeRagDetalle, PreguntaDeRagGuardada } from '@div/contract'
import { ConfirmDialog } from '@div/ui'
import { Badge, Group, Menu, Paper, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RowLink } from '../../../shared/list/row-link.tsx'
import { RowMenu } from '../../../shared/list/row-menu.tsx'
import classes from './buscar-page.module.css'
import { preguntasPath, removePregunta } from './evaluacion-api.ts'
import { MODOS } from './modos.ts'

interface PreguntasListProps {
  coleccionId: string
  preguntas: readonly PreguntaDeRagGuardada[]
  /** That is looked at. */
  evaluacion: EvaluacionDeRagDetalle | undefined
  mayEdit: boolean
  /** Nobody must look at it any more. */
  onRemove: (id: string) => void
}

/** The questions, each with where what it expects was found. */
export function PreguntasList({ coleccionId, preguntas, evaluacion, mayEdit, onRemove }: PreguntasListProps) {
  const queries = useQueryClient()
  const [removing, setRemoving] = useState<PreguntaDeRagGuardada | null>(null)
  const respuestas = new Map(evaluacion?.respuestas.map((respuesta) => [respuesta.texto, respuesta]))

  async function remove() {
    if (!removing) return
    onRemove(removing.id)
    await removePregunta(coleccionId, removing.id)
    await queries.invalidateQueries({ queryKey: [preguntasPath(coleccionId), 'lista'] })
  }

  return (
    <>
      <ul className={classes.list} aria-label="Preguntas">
        {preguntas.map((pregunta) => {
          const { id, texto, esperados } = pregunta
          return (
            <Paper key={id} component="li" p="sm" withBorder aria-label={texto}>
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <RowLink id={id}>{texto}</RowLink>
                {mayEdit && (
                  <RowMenu
                    label={`Acciones de ${texto}`}
                    renderItems={() => (
                      <Menu.Item
                        color="red"
                        leftSection={<IconTrash size={16} aria-hidden />}
                        onClick={() => setRemoving(pregunta)}
                      >
                        Quitar
                      </Menu.Item>
                    )}
                  />
                )}
              </Group>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {[...new Set(esperados.map(({ documento }) => documento))].join(', ')}
              </Text>
              <Group gap="xs" mt={4}>
                {respuestas.get(texto)?.modos.map(({ modo, lugar }) => (
                  <Badge key={modo} color={lugar === null ? 'red' : lugar === 1 ? 'green' : 'yellow'}>
                    {`${MODOS[modo]}: ${lugar === null ? 'no está' : `${lugar}.º`}`}
                  </Badge>
                ))}
              </Group>
            </Paper>
          )
        })}
      </ul>
      {removing && (
        <ConfirmDialog
          title="Quitar la pregunta"
          confirm="Quitar"
          isDangerous
          onConfirm={remove}
          onClose={() => setRemoving(null)}
        >
          <Text size="sm">
            Se quita <b>{removing.texto}</b>. Las evaluaciones hechas se conservan.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
