import { sql as sqlSupport } from '@codemirror/lang-sql'
import { keymap } from '@codemirror/view'
import type { Nodo } from '@div/contract'
import { Box } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { CodeBox, type CodeLines } from '../../../../shared/code-editor/code-box.tsx'
import CodeEditor from '../../../../shared/code-editor/code-editor.tsx'
import { useHold } from '../use-hold.ts'
import { QueryRunner, type QueryRunnerHandle } from './query-runner.tsx'
import { dialectOf } from './sql-language.ts'
import { sqlParameters } from './sql-parameters.ts'
import { sqlSuggestions } from './sql-suggestions.ts'
import { useSqlCatalogo } from './use-sql-catalogo.ts'

export interface SqlEditorProps {
  label: string
  nodo: Nodo
  sql: string
  onChange: (sql: string) => void
  lines: CodeLines
  placeholder: string
  describedBy: string
  isInvalid: boolean
  isReadOnly: boolean
  isFocused: boolean
}

export default function SqlEditor(props: SqlEditorProps) {
  const { nodo, sql, lines, isInvalid, isReadOnly, ...field } = props
  const { tipoServidor, servidorId } = nodo
  const { enter, leave } = useHold()
  const runner = useRef<QueryRunnerHandle>(null)
  const catalogo = useSqlCatalogo(nodo)
  const extensions = useMemo(
    () => [
      keymap.of([
        {
          key: 'Mod-Enter',
          run() {
            runner.current?.run()
            return true
          },
        },
      ]),
      sqlSupport({ dialect: dialectOf(tipoServidor) }),
      sqlSuggestions(catalogo),
      sqlParameters,
    ],
    [tipoServidor, catalogo],
  )
  return (
    <>
      <CodeBox lines={lines} isInvalid={isInvalid} isReadOnly={isReadOnly}>
        <CodeEditor
          {...field}
          value={sql}
          isInvalid={isInvalid}
          isReadOnly={isReadOnly}
          extensions={extensions}
          onFocus={enter}
          onBlur={leave}
        />
      </CodeBox>
      {!isReadOnly && typeof servidorId === 'string' && (
        <Box mt="sm">
          <QueryRunner ref={runner} nodo={nodo} servidorId={servidorId} sql={sql} />
        </Box>
      )}
    </>
  )
}
