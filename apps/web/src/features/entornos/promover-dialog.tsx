import type { Promocion, Promover } from '@div/contract'
import { ConfirmDialog, FormHelp } from '@div/ui'
import { Alert, Checkbox, List, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { describeFalta, type Seleccion } from './comparacion-rows.ts'

interface PromoverDialogProps {
  /** Of the other DIV. */
  nombre: string
  seleccion: Seleccion
  onPromote: (promover: Promover) => Promise<Promocion>
  onPromoted: (promocion: Promocion) => void
  onClose: () => void
}

/** Exactly what will change there, and what it lacks. */
export function PromoverDialog({ nombre, seleccion, onPromote, onPromoted, onClose }: PromoverDialogProps) {
  const { pedidos, nuevos, reemplazados, borradores, omitidos, faltan } = seleccion
  const [publicar, setPublicar] = useState(true)
  const [nota, setNota] = useState('')
  const isImpossible = faltan.length > 0 || pedidos.length === 0
  return (
    <ConfirmDialog
      title={`Promover a ${nombre}`}
      confirm={pedidos.length === 1 ? 'Promover 1 proceso' : `Promover ${pedidos.length} procesos`}
      size="xl"
      isImpossible={isImpossible}
      onConfirm={async () => onPromoted(await onPromote({ procesos: pedidos, publicar, nota }))}
      onClose={onClose}
    >
      {pedidos.length === 0 && (
        <Text size="sm">De lo elegido no hay nada que promover: es igual, o no está publicado aquí.</Text>
      )}
      {faltan.length > 0 && (
        <Alert color="red" title={`Falta en ${nombre}`}>
          <Text size="sm" mb="xs">
            Créelo allí, o diga en los vínculos del entorno cómo se llama. Después compare otra vez.
          </Text>
          <Names
            items={faltan.map((falta) => ({
              key: `${falta.recurso}/${falta.nombre}`,
              text: `${describeFalta(falta)} Lo usa ${falta.procesos.join(', ')}.`,
            }))}
          />
        </Alert>
      )}
      <Part title={`Se crean allí (${nuevos.length})`} nombres={nuevos} />
      <Part
        title={`Se reemplazan allí (${reemplazados.length})`}
        nombres={reemplazados.map((row) => `${row.nombre} · ${describeVersiones(row)}`)}
      />
      {borradores.length > 0 && (
        <Alert color="yellow" title="Borradores que se pierden allí">
          <Text size="sm">
            Alguien cambió allí, sin publicarlo: {borradores.join(', ')}. El borrador se reemplaza; lo
            publicado allí sigue en sus versiones.
          </Text>
        </Alert>
      )}
      <Part
        title={`No se promueven (${omitidos.length}): son iguales o no hay qué llevar`}
        nombres={omitidos}
      />
      {!isImpossible && (
        <FormHelp help="/documentacion/entornos#promover" root="">
          <Stack gap="md">
            <Checkbox
              label="Publicarlos allí enseguida"
              description={
                publicar
                  ? 'Los canales y tareas de allí los usan desde ese momento.'
                  : 'Quedan allí como borradores, para que alguien los publique.'
              }
              checked={publicar}
              onChange={({ currentTarget }) => setPublicar(currentTarget.checked)}
            />
            {publicar && (
              <Textarea
                label="Nota de la versión"
                placeholder="Por qué se promueve"
                autosize
                minRows={2}
                maxRows={6}
                maxLength={2_000}
                value={nota}
                onChange={({ currentTarget }) => setNota(currentTarget.value)}
              />
            )}
            <Text size="sm" c="dimmed">
              Con cada proceso van su descripción y sus casos de prueba, que reemplazan allí a los del mismo
              nombre. Si algo cambió aquí o allí desde la comparación, no se promueve nada.
            </Text>
          </Stack>
        </FormHelp>
      )}
    </ConfirmDialog>
  )
}

function describeVersiones({ aqui, alli }: Seleccion['reemplazados'][number]): string {
  const there = alli?.version == null ? 'sin publicar allí' : `versión ${alli.version} de allí`
  return `la versión ${aqui?.version} de aquí en lugar de lo que hay (${there})`
}

function Part({ title, nombres }: { title: string; nombres: readonly string[] }): ReactNode {
  if (nombres.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Names items={nombres.map((text) => ({ key: text, text }))} />
    </div>
  )
}

/** A long list scrolls within the dialog. */
function Names({ items }: { items: readonly { key: string; text: string }[] }) {
  return (
    <List size="sm" mah={200} style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
      {items.map(({ key, text }) => (
        <List.Item key={key}>{text}</List.Item>
      ))}
    </List>
  )
}
