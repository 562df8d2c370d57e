import { type CorteDeRag, corteDeRagSchema, cutTexto } from '@div/contract'
import { Button, Collapse, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId, useMemo, useState } from 'react'
import { PasajesList } from './pasajes-list.tsx'

/** Of a long text the first ones show how it goes. */
const SHOWN = 30

/** How a text would be cut, while the settings of it are chosen. */
export function CortePreview({ corte }: { corte: CorteDeRag }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const [texto, setTexto] = useState('')
  const id = useId()
  const pasajes = useMemo(
    () => (corteDeRagSchema.safeParse(corte).success ? cutTexto(texto, corte, { conTitulos: true }) : []),
    [texto, corte],
  )
  return (
    <div>
      <Button variant="default" size="xs" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        Probar el corte
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Stack gap="sm" mt="sm">
          <Textarea
            label="Un texto de ejemplo"
            placeholder={'# Facturas\n\nSe emiten el primer lunes de cada mes.'}
            autosize
            minRows={3}
            maxRows={10}
            value={texto}
            onChange={({ currentTarget }) => setTexto(currentTarget.value)}
          />
          <PasajesList pasajes={pasajes.slice(0, SHOWN)} total={pasajes.length} />
        </Stack>
      </Collapse>
    </div>
  )
}
