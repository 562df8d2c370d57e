import type { Nodo } from '@div/contract'
import { Box, Input } from '@mantine/core'
import { lazy, Suspense, useId, useRef } from 'react'
import { CodeBox, type CodeLines, CodeStandIn } from '../../../../shared/code-editor/code-box.tsx'

const SqlEditor = lazy(() => import('../../editors/sql/sql-editor.tsx'))

const LINES: CodeLines = { min: 4, max: 24 }
const LABEL = 'SQL'
const PLACEHOLDER = 'select * from customer where customer_id = :id'

interface SqlFieldProps {
  nodo: Nodo
  sql: string
  onChange: (sql: string) => void
  error: string | undefined
  isReadOnly: boolean
}

/** A query; its `:name`s become parameters by themselves. */
export function SqlField({ nodo, sql, onChange, error, isReadOnly }: SqlFieldProps) {
  const wasFocused = useRef(false)
  const wordsId = useId()
  const isInvalid = error !== undefined
  return (
    <Input.Wrapper
      label={LABEL}
      labelElement="div"
      description="Los :nombres son parámetros: aparecen abajo al escribirlos."
      error={error}
      descriptionProps={{ id: wordsId }}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Box mt={4}>
        <Suspense
          fallback={
            <CodeBox lines={LINES} isInvalid={isInvalid} isReadOnly={isReadOnly}>
              <CodeStandIn
                label={LABEL}
                text={sql}
                placeholder={PLACEHOLDER}
                onFocus={() => {
                  wasFocused.current = true
                }}
              />
            </CodeBox>
          }
        >
          <SqlEditor
            label={LABEL}
            nodo={nodo}
            sql={sql}
            onChange={onChange}
            lines={LINES}
            placeholder={PLACEHOLDER}
            describedBy={wordsId}
            isInvalid={isInvalid}
            isReadOnly={isReadOnly}
            isFocused={wasFocused.current}
          />
        </Suspense>
      </Box>
    </Input.Wrapper>
  )
}
