import { CloseButton, Input, InputBase, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FileChooser } from './file-chooser.tsx'

interface FileFieldProps {
  label: string
  description?: string
  placeholder: string
  accept: string
  icon: ReactNode
  error?: string | undefined
  value: File | null
  onChange: (file: File | null) => void
}

/** One file as a field of a form: it shows which, and lets go of it. */
export function FileField({ placeholder, accept, icon, value, onChange, ...described }: FileFieldProps) {
  return (
    <FileChooser accept={accept} onChoose={([file]) => onChange(file)}>
      {(button) => (
        <InputBase
          {...described}
          {...button}
          component="button"
          type="button"
          pointer
          multiline
          leftSection={icon}
          rightSection={
            value && <CloseButton size="sm" aria-label="Quitar el archivo" onClick={() => onChange(null)} />
          }
          rightSectionPointerEvents="all"
        >
          {value ? (
            <Text component="div" inherit truncate>
              {value.name}
            </Text>
          ) : (
            <Input.Placeholder>{placeholder}</Input.Placeholder>
          )}
        </InputBase>
      )}
    </FileChooser>
  )
}
