import { Textarea } from '@mantine/core'

interface SqlFieldProps {
  sql: string
  onChange: (sql: string) => void
  error: string | undefined
  isReadOnly: boolean
}

/** A query; its `:name`s become parameters by themselves. */
export function SqlField({ sql, onChange, error, isReadOnly }: SqlFieldProps) {
  return (
    <Textarea
      label="SQL"
      description="Los :nombres son parámetros: aparecen abajo al escribirlos."
      placeholder="select * from customer where customer_id = :id"
      autosize
      minRows={4}
      maxRows={24}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      readOnly={isReadOnly}
      error={error}
      value={sql}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
