import type { PeticionDePrueba } from '@div/contract'
import { JsonEditor } from '@div/ui'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { PartesFields } from './partes-fields.tsx'
import { takesBody, withText } from './peticion-draft.ts'

interface CuerpoTabProps {
  peticion: PeticionDePrueba
  onChange: (peticion: PeticionDePrueba) => void
  /** For what takes a while: the petición may have changed meanwhile, or be another. */
  onChangeLater: (change: (peticion: PeticionDePrueba) => PeticionDePrueba) => void
}

const TEXTO = 'texto'
const FORMULARIO = 'formulario'

/** What is sent as the body: a text as it is written, or the parts of a form. */
export function CuerpoTab({ peticion, onChange, onChangeLater }: CuerpoTabProps) {
  const { cuerpo, partes, metodo } = peticion
  /** Of the kind that is not shown. */
  const [left, setLeft] = useState(partes)

  function choose(kind: string) {
    if (kind === FORMULARIO) return onChange({ ...peticion, partes: left ?? [] })
    setLeft(partes)
    onChange(withText(peticion, cuerpo))
  }

  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Tipo de cuerpo"
        size="xs"
        data={[
          { value: TEXTO, label: 'Texto' },
          { value: FORMULARIO, label: 'Formulario con archivos' },
        ]}
        value={partes ? FORMULARIO : TEXTO}
        onChange={choose}
        style={{ alignSelf: 'flex-start' }}
      />
      {partes ? (
        <PartesFields
          partes={partes}
          onChange={(change) =>
            onChangeLater((current) =>
              current.partes ? { ...current, partes: change(current.partes) } : current,
            )
          }
        />
      ) : (
        <JsonEditor
          label="Cuerpo de la petición"
          text={cuerpo ?? ''}
          onChange={(text) => onChange({ ...peticion, cuerpo: text === '' ? null : text })}
        />
      )}
      <Text size="xs" c="dimmed">
        {takesBody(metodo)
          ? HOW[partes ? FORMULARIO : TEXTO]
          : `${metodo} no lleva cuerpo: este no se envía.`}
      </Text>
    </Stack>
  )
}

const HOW = {
  [TEXTO]: 'Va tal como está escrito. Un {{nombre}} se cambia por su valor en el entorno.',
  [FORMULARIO]:
    'Va como multipart/form-data, con su propia cabecera Content-Type. Un {{nombre}} se cambia por su valor en el entorno.',
}
