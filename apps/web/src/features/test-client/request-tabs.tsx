import type { PeticionDePrueba } from '@div/contract'
import { SchemaForm } from '@div/ui'
import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Stack,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { entradaSchema } from '../../shared/entrada/entrada-schema.ts'
import { AsercionesFields } from './aserciones-fields.tsx'
import { AutenticacionTab, whatIsAsked } from './autenticacion-tab.tsx'
import { CargaPanel } from './carga-panel.tsx'
import { CodigoPanel } from './codigo-panel.tsx'
import { CuerpoTab } from './cuerpo-tab.tsx'
import { describeMissing } from './peticion-draft.ts'
import classes from './test-client.module.css'
import { useCanal, useEntornos } from './test-client-api.ts'
import type { Tester } from './use-tester.ts'

interface RequestTabsProps {
  tester: Tester
  entornoId: string | null
  tab: string
  onTab: (tab: string) => void
}

export const FORMULARIO = 'formulario'
export const CARGA = 'carga'
const AUTENTICACION = 'autenticacion'

const count = (number: number) => (number > 0 ? ` (${number})` : '')

/** The parts of what is sent, and what else can be done with it. */
export function RequestTabs({ tester, entornoId, tab, onTab }: RequestTabsProps) {
  const { peticion, aserciones } = tester.edited
  const { data: entornos = [] } = useEntornos()
  const entorno = entornos.find(({ id }) => id === entornoId)
  const missing = describeMissing([peticion], entorno)
  const { autenticacion, destino } = peticion
  const { data: canal } = useCanal(destino.tipo === 'canal' ? destino.canalId : null)
  const asked = autenticacion.tipo === 'ninguna' ? whatIsAsked(canal) : null
  return (
    <Stack gap="sm">
      {tester.problem && (
        <Alert color="red" variant="light" role="alert">
          {tester.problem}
        </Alert>
      )}
      {missing !== null && (
        <Text size="sm" c="dimmed">
          {missing}
        </Text>
      )}
      {asked !== null && tab !== AUTENTICACION && (
        <Text size="sm" c="dimmed">
          {asked}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => onTab(AUTENTICACION)}>
            Decir quién llama
          </Anchor>
        </Text>
      )}
      <Tabs value={tab} onChange={(next) => onTab(next ?? FORMULARIO)} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          <Tabs.Tab value={FORMULARIO}>Formulario</Tabs.Tab>
          <Tabs.Tab value="cuerpo">Cuerpo</Tabs.Tab>
          <Tabs.Tab value="cabeceras">Cabeceras{count(peticion.cabeceras.length)}</Tabs.Tab>
          <Tabs.Tab value={AUTENTICACION}>Autenticación</Tabs.Tab>
          <Tabs.Tab value="aserciones">Comprobaciones{count(aserciones.length)}</Tabs.Tab>
          <Tabs.Tab value="codigo">Código</Tabs.Tab>
          <Tabs.Tab value={CARGA}>Carga</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={FORMULARIO} pt="md">
          <FormularioTab tester={tester} />
        </Tabs.Panel>
        <Tabs.Panel value="cuerpo" pt="md">
          <CuerpoTab
            key={tester.edited.apertura}
            peticion={peticion}
            onChange={tester.change}
            onChangeLater={tester.changeLater}
          />
        </Tabs.Panel>
        <Tabs.Panel value="cabeceras" pt="md">
          <CabecerasTab peticion={peticion} onChange={tester.change} />
        </Tabs.Panel>
        <Tabs.Panel value={AUTENTICACION} pt="md">
          <AutenticacionTab peticion={peticion} entorno={entorno} onChange={tester.change} />
        </Tabs.Panel>
        <Tabs.Panel value="aserciones" pt="md">
          <AsercionesFields aserciones={aserciones} onChange={tester.changeAserciones} />
        </Tabs.Panel>
        <Tabs.Panel value="codigo" pt="md">
          <CodigoPanel peticion={peticion} entorno={entorno} />
        </Tabs.Panel>
        <Tabs.Panel value={CARGA} pt="md">
          <CargaPanel peticion={peticion} entornoId={entornoId} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function FormularioTab({ tester }: { tester: Tester }) {
  const { formulario } = tester
  if (formulario === null) {
    return (
      <Text size="sm" c="dimmed">
        {tester.edited.peticion.destino.tipo === 'canal'
          ? 'Elija una operación del canal: sus parámetros aparecen aquí y se escriben solos donde van.'
          : 'De una dirección externa no se conoce el contrato: escriba el cuerpo y las cabeceras.'}
      </Text>
    )
  }
  if (formulario.parametros.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Esta operación no pide nada: ya se puede enviar.
      </Text>
    )
  }
  return (
    <SchemaForm
      schema={entradaSchema(formulario.parametros)}
      value={formulario.given}
      onChange={tester.fillForm}
      errors={[]}
      root="entrada"
    />
  )
}

interface PartProps {
  peticion: PeticionDePrueba
  onChange: (peticion: PeticionDePrueba) => void
}

function CabecerasTab({ peticion, onChange }: PartProps) {
  const { cabeceras } = peticion
  const put = (next: PeticionDePrueba['cabeceras']) => onChange({ ...peticion, cabeceras: next })
  const set = (at: number, part: Partial<PeticionDePrueba['cabeceras'][number]>) =>
    put(cabeceras.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <Stack gap="xs">
      {cabeceras.map(({ nombre, valor, activa }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header is nothing but its place
        <Group key={index} gap="xs" wrap="nowrap">
          <Checkbox
            aria-label={`Enviar ${nombre || 'la cabecera'}`}
            checked={activa}
            onChange={({ currentTarget }) => set(index, { activa: currentTarget.checked })}
          />
          <TextInput
            aria-label="Nombre de la cabecera"
            placeholder="X-Nombre"
            flex={2}
            miw={0}
            value={nombre}
            onChange={({ currentTarget }) => set(index, { nombre: currentTarget.value })}
          />
          <TextInput
            aria-label={`Valor de ${nombre || 'la cabecera'}`}
            flex={3}
            miw={0}
            value={valor}
            onChange={({ currentTarget }) => set(index, { valor: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Quitar ${nombre || 'la cabecera'}`}
            onClick={() => put(cabeceras.filter((_, each) => each !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => put([...cabeceras, { nombre: '', valor: '', activa: true }])}
      >
        Añadir cabecera
      </Button>
    </Stack>
  )
}
