import { toFormSchema } from '@div/contract'
import { convertirSchema } from '@div/nodos/catalogo'
import { type FormSchema, isRecord, SchemaForm } from '@div/ui'
import type { PasoFieldsProps } from './paso-props.ts'

const SCHEMA: FormSchema = toFormSchema(convertirSchema)

/** The format, the way, and the options of that format. */
export function ConvertirFields({ paso, errors, place, onChange, isReadOnly }: PasoFieldsProps) {
  // What another format left behind goes with it.
  const gone = Object.fromEntries(Object.keys(paso).map((name) => [name, undefined]))
  return (
    <SchemaForm
      schema={SCHEMA}
      value={paso}
      onChange={({ esquema, ...next }) =>
        onChange({ ...gone, ...next, ...(saysEsquema(esquema) && { esquema }) })
      }
      errors={errors}
      root={place}
      columns={1}
      isReadOnly={isReadOnly}
    />
  )
}

/** Of one whose last file was removed nothing is left. */
function saysEsquema(esquema: unknown): boolean {
  if (!isRecord(esquema)) return false
  const { archivos, elemento = '' } = esquema
  return elemento !== '' || (Array.isArray(archivos) && archivos.length > 0)
}
