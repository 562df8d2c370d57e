import type { TipoServidor } from '@div/contract'
import { type FormSchema, isRecord, pickFields, SchemaForm } from '@div/ui'
import { useMemo } from 'react'
import { errorOf } from '../../../../shared/form/error-of.ts'
import { readParametros } from '../../datos/catalogo-output.ts'
import { followSql } from '../../datos/named-parameters.ts'
import { catalogField, declaringField } from '../../document/catalog-field.ts'
import { freeNombre } from '../../document/new-nodo.ts'
import { isGivenNombre } from '../../palette/actions.ts'
import { useEditorStore } from '../../store/use-editor.ts'
import { withoutAbsent } from '../mapeo/mapped-origen.ts'
import { DeclaredList } from './declared-list.tsx'
import { InternoPicker, internoField, isInternoObjeto } from './interno-picker.tsx'
import type { NodoFormProps } from './nodo-form-props.ts'
import { ObjetoPicker } from './objeto-picker.tsx'
import { SqlField } from './sql-field.tsx'

interface ObjetoFieldsProps extends NodoFormProps {
  tipoObjeto: TipoServidor['objetos'][number]
}

/** What a node asks of its servidor: a query as text, an object of its catalogue, and the rest as its schema says. */
export function ObjetoFields({ nodo, change, errors, isReadOnly, tipoObjeto }: ObjetoFieldsProps) {
  const store = useEditorStore()
  const objeto = isRecord(nodo.objeto) ? nodo.objeto : {}
  const schema: FormSchema = tipoObjeto.objeto
  const hasSql = schema.properties?.sql !== undefined
  const isInterno = nodo.tipoServidor === 'interno'
  const interno = isInterno && isInternoObjeto(tipoObjeto.tipoObjeto) ? tipoObjeto.tipoObjeto : null
  const namedBy = interno === null ? catalogField(schema) : internoField(interno)
  const declaring = declaringField(schema)
  // A table operation has a form of its own.
  const hasOwnForm = tipoObjeto.tipoObjeto === 'tabla' && !isInterno
  const rest = useMemo(
    () =>
      pickFields(
        schema,
        Object.keys(schema.properties ?? {}).filter(
          (name) => ![namedBy, declaring?.name, 'sql', 'esquema'].includes(name),
        ),
      ),
    [schema, namedBy, declaring?.name],
  )

  function typeSql(sql: string) {
    change({ objeto: { ...objeto, sql }, parametros: followSql(store.flujo, nodo.parametros, sql) })
  }

  return (
    <>
      {hasSql && (
        <SqlField
          nodo={nodo}
          sql={typeof objeto.sql === 'string' ? objeto.sql : ''}
          onChange={typeSql}
          error={errorOf(errors, 'objeto.sql')}
          isReadOnly={isReadOnly}
        />
      )}
      {interno !== null && namedBy !== undefined && (
        <InternoPicker
          tipoObjeto={interno}
          value={typeof objeto[namedBy] === 'string' && objeto[namedBy] !== '' ? objeto[namedBy] : null}
          onChange={(chosen) => change({ objeto: { ...objeto, [namedBy]: chosen } }, { isStep: true })}
          error={errorOf(errors, `objeto.${namedBy}`)}
          isReadOnly={isReadOnly}
        />
      )}
      {interno === null && namedBy !== undefined && typeof nodo.servidorId === 'string' && (
        <ObjetoPicker
          servidorId={nodo.servidorId}
          tipoObjeto={tipoObjeto.tipoObjeto}
          {...pickerWords(tipoObjeto, namedBy)}
          value={typeof objeto[namedBy] === 'string' ? objeto[namedBy] : ''}
          isOptional={isLeftOut(schema, namedBy)}
          onChange={({ nombre, esquema, objeto: told }, isChosen) =>
            change(
              {
                // A name that is typed is not of the schema of the one before.
                objeto: withoutAbsent({ ...objeto, ...(isChosen && told), [namedBy]: nombre, esquema }),
                ...(isChosen && isGivenNombre(nodo.nombre) && { nombre: freeNombre(store.flujo, nombre) }),
              },
              { isStep: isChosen },
            )
          }
          error={errorOf(errors, `objeto.${namedBy}`)}
          isReadOnly={isReadOnly}
        />
      )}
      {!hasOwnForm && (
        <SchemaForm
          schema={rest}
          value={objeto}
          onChange={(next) => change({ objeto: { ...next } })}
          errors={errors}
          root="objeto"
          help={`/docs/campos-servidor#${nodo.tipoServidor}.objeto.${tipoObjeto.tipoObjeto}`}
          columns={1}
          isReadOnly={isReadOnly}
        />
      )}
      {declaring && (
        <DeclaredList
          label={declaring.schema.title ?? declaring.name}
          description={declaring.schema.description}
          add={{ label: 'Añadir campo', nombre: 'campo' }}
          declared={readParametros(objeto[declaring.name])}
          onChange={(declared) => change({ objeto: { ...objeto, [declaring.name]: declared } })}
          path={`objeto.${declaring.name}`}
          errors={errors}
          isInner
          isReadOnly={isReadOnly}
        />
      )}
    </>
  )
}

/** What has a name is called after what it is; anything else that is picked, such as a model or a folder, as its field is. */
function pickerWords({ label, objeto }: ObjetoFieldsProps['tipoObjeto'], field: string) {
  const schema: FormSchema = objeto
  const { title = label, description } = schema.properties?.[field] ?? {}
  return field === 'nombre' ? { label } : { label: title, description }
}

/** Neither asked for nor given by the product. */
function isLeftOut({ required = [], properties = {} }: FormSchema, field: string): boolean {
  return !required.includes(field) && properties[field]?.default === undefined
}
