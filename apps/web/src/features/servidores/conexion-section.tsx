import type { TipoServidor } from '@div/contract'
import { FormHelp, SchemaForm } from '@div/ui'
import { Fieldset, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { CategoriaSelect } from '../../shared/categorias/categoria-select.tsx'
import { campoOf } from '../../shared/form/campo-of.ts'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { errorOf } from '../../shared/form/error-of.ts'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { useSession } from '../../shared/session.ts'
import type { ServidorForm } from './servidores-api.ts'
import { type Sugerencias, withSugerencias } from './with-sugerencias.ts'

interface ConexionSectionProps {
  form: ServidorForm
  tipo: TipoServidor
  /** What the other side told that its fields may be, once it was tried. */
  sugerencias: Sugerencias
}

/** Which system it is, and how to reach it. */
export function ConexionSection({ form, tipo, sugerencias }: ConexionSectionProps) {
  const { draft, change, errors, saved } = form
  const isAdmin = useSession()?.user.role === 'admin'
  const hasFields = Object.keys(tipo.config.properties ?? {}).length > 0
  return (
    <FormHelp help="/documentacion/campos#servidores" root="">
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
          <NombreField form={form} isNew={saved === null} />
          <CategoriaSelect
            {...campoOf(errors, 'categoriaId')}
            value={draft.categoriaId}
            onChange={(categoriaId) => change({ categoriaId })}
          />
        </SimpleGrid>
        {hasFields && (
          <Fieldset legend={tipo.label}>
            <SchemaForm
              schema={withSugerencias(tipo.config, sugerencias)}
              value={draft.config}
              onChange={(config) => change({ config })}
              errors={errors}
              root="config"
              help={`/docs/campos-servidor#${tipo.tipoServidor}.config`}
            />
          </Fieldset>
        )}
        <Switch
          label="Permitir red privada"
          description={
            <>
              Deja llegar a direcciones internas (127.0.0.1, 10.x, 192.168.x …). Sin ello, DIV solo conecta
              con direcciones públicas, y nadie puede usar un servidor para mirar dentro de su red.
              {!isAdmin && ' Solo un administrador puede permitirla.'}
            </>
          }
          disabled={!isAdmin && !draft.permitirRedPrivada}
          {...campoOf(errors, 'permitirRedPrivada')}
          checked={draft.permitirRedPrivada}
          onChange={({ currentTarget }) => change({ permitirRedPrivada: currentTarget.checked })}
        />
        <Switch
          label="Activo"
          data-campo="activo"
          description="Un servidor inactivo no atiende llamadas: los procesos que lo usan fallan al llegar a él."
          checked={draft.activo}
          onChange={({ currentTarget }) => change({ activo: currentTarget.checked })}
        />
        <DescripcionField form={form} />
        {errorOf(errors, 'config') !== undefined && (
          <Text size="sm" c="red">
            {errorOf(errors, 'config')}
          </Text>
        )}
      </Stack>
    </FormHelp>
  )
}
