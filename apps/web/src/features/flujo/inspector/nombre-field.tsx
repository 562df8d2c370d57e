import { TextInput } from '@mantine/core'
import { useState } from 'react'

interface NombreFieldProps {
  nombre: string
  onChange: (nombre: string) => void
  isReadOnly: boolean
}

/** A node always has a name: while the field is empty, it keeps the one it had. */
export function NombreField({ nombre, onChange, isReadOnly }: NombreFieldProps) {
  const [isEmpty, setIsEmpty] = useState(false)

  function type(text: string) {
    setIsEmpty(text.trim() === '')
    if (text.trim() !== '') onChange(text)
  }

  return (
    <TextInput
      label="Nombre"
      data-campo="nombre"
      readOnly={isReadOnly}
      maxLength={200}
      value={isEmpty ? '' : nombre}
      error={isEmpty ? `Falta el nombre: se queda «${nombre}».` : undefined}
      onBlur={() => setIsEmpty(false)}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
