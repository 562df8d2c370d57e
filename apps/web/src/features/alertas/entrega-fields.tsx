import { SchemaForm } from '@div/ui'
import { Fieldset, Stack, Switch, TagsInput } from '@mantine/core'
import { campoOf } from '../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { ALERTA_FIELDS, type AlertaForm } from './alertas-api.ts'

const SMTP = { tipoServidor: 'smtp' }
const { webhook, repetirMinutos, recuperaMinutos } = ALERTA_FIELDS.properties ?? {}
const OTROS = {
  type: 'object',
  properties: {
    ...(webhook && { webhook }),
    ...(repetirMinutos && { repetirMinutos }),
    ...(recuperaMinutos && { recuperaMinutos }),
  },
}

/** Who is told, how often, and when it is over. */
export function EntregaFields({ form, isReadOnly }: { form: AlertaForm; isReadOnly: boolean }) {
  const { draft, change, errors } = form
  const { campana, correo, webhook: aviso, repetirMinutos: repetir, recuperaMinutos: recupera } = draft
  return (
    <>
      <Switch
        label="En las notificaciones"
        data-campo="campana"
        description="La campana de quien usa el producto."
        disabled={isReadOnly}
        checked={campana}
        onChange={({ currentTarget }) => change({ campana: currentTarget.checked })}
      />
      <Switch
        label="Por correo"
        data-campo="correo"
        disabled={isReadOnly}
        checked={correo !== null}
        onChange={({ currentTarget }) =>
          change({ correo: currentTarget.checked ? { servidorId: '', para: [] } : null })
        }
      />
      {correo && (
        <Fieldset legend="Correo">
          <Stack gap="md">
            <ResourceSelect
              resource="servidores"
              query={SMTP}
              label="Servidor de correo"
              description="Uno de tipo Correo (SMTP), de los de Servidores."
              placeholder="Busque por su nombre"
              withAsterisk
              allowDeselect={false}
              disabled={isReadOnly}
              {...campoOf(errors, 'correo.servidorId')}
              value={correo.servidorId === '' ? null : correo.servidorId}
              onChange={(servidorId) => servidorId !== null && change({ correo: { ...correo, servidorId } })}
            />
            <TagsInput
              label="Para"
              data-campo="correo.para"
              description="Escriba cada dirección y pulse Intro."
              withAsterisk
              splitChars={[',', ';', ' ']}
              acceptValueOnBlur
              disabled={isReadOnly}
              error={errors.find(({ campo }) => campo.startsWith('correo.para'))?.mensaje}
              value={correo.para}
              onChange={(para) => change({ correo: { ...correo, para } })}
            />
          </Stack>
        </Fieldset>
      )}
      <SchemaForm
        schema={OTROS}
        value={{ webhook: aviso, repetirMinutos: repetir, recuperaMinutos: recupera }}
        onChange={(next) => change(next)}
        errors={errors}
        root=""
        columns={1}
        isReadOnly={isReadOnly}
      />
    </>
  )
}
