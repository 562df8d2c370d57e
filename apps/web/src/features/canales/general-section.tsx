import { canalSchema } from '@div/contract'
import { FormHelp } from '@div/ui'
import { Radio, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { slugOf } from '../../shared/canales/slug.ts'
import { CategoriaSelect } from '../../shared/categorias/categoria-select.tsx'
import { campoOf } from '../../shared/form/campo-of.ts'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import type { CanalForm } from './canales-api.ts'

export function GeneralSection({ form }: { form: CanalForm }) {
  const { draft, change, errors, saved } = form
  // The ruta of a new one follows its name until somebody writes it.
  const [isRutaOwn, setIsRutaOwn] = useState(saved !== null || draft.ruta !== slugOf(draft.nombre))

  function rename(nombre: string) {
    change({ nombre, ...(!isRutaOwn && { ruta: slugOf(nombre) }) })
  }

  function move(ruta: string) {
    setIsRutaOwn(true)
    change({ ruta })
  }

  return (
    <FormHelp help="/docs/canales#canal" root="">
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
          <TextInput
            label="Nombre"
            withAsterisk
            autoFocus={saved === null}
            {...campoOf(errors, 'nombre')}
            value={draft.nombre}
            onChange={({ currentTarget }) => rename(currentTarget.value)}
          />
          <CategoriaSelect
            {...campoOf(errors, 'categoriaId')}
            value={draft.categoriaId}
            onChange={(categoriaId) => change({ categoriaId })}
          />
        </SimpleGrid>
        {/* What is assigned to one of the other type would have no place in it. */}
        {saved === null && (
          <Radio.Group
            label="Tipo"
            description="No se cambia después: cada tipo asigna sus procesos a su manera."
            {...campoOf(errors, 'tipo')}
            value={draft.tipo}
            onChange={(tipo) => change({ tipo: canalSchema.shape.tipo.parse(tipo) })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="REST" label="REST" description="Cada proceso responde en un método y una ruta." />
              <Radio
                value="SOAP"
                label="SOAP"
                description="Cada proceso es una operación; quien llama la toma del WSDL."
              />
            </Stack>
          </Radio.Group>
        )}
        <TextInput
          label="Ruta"
          description="Minúsculas, dígitos y guiones. Quien llama la escribe: cambiarla rompe las llamadas de antes."
          withAsterisk
          maw={420}
          leftSection={
            <Text span size="sm" c="dimmed" ff="monospace">
              /{draft.tipo.toLowerCase()}/
            </Text>
          }
          leftSectionWidth={64}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...campoOf(errors, 'ruta')}
          value={draft.ruta}
          onChange={({ currentTarget }) => move(currentTarget.value)}
        />
        <Radio.Group
          label="Modo"
          {...campoOf(errors, 'modo')}
          value={draft.modo}
          onChange={(modo) => change({ modo: canalSchema.shape.modo.parse(modo) })}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="sincrono"
              label="Síncrono"
              description="Quien llama espera la respuesta del proceso."
            />
            <Radio
              value="asincrono"
              label="Asíncrono"
              description="La llamada se guarda y responde 202 al momento; se ejecuta aunque DIV se reinicie, y quien llamó pregunta después cómo terminó."
            />
          </Stack>
        </Radio.Group>
        <Switch
          label="Activo"
          data-campo="activo"
          description="Un canal inactivo responde 404 a quien lo llama."
          checked={draft.activo}
          onChange={({ currentTarget }) => change({ activo: currentTarget.checked })}
        />
        <DescripcionField form={form} hint="Aparece en la documentación del canal." />
      </Stack>
    </FormHelp>
  )
}
