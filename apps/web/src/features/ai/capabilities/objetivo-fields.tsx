import {
  type ColeccionDeRagResumen,
  mayWrite,
  type ProcesoResumen,
  type TablaGuardada,
  type TablaResumen,
  type TipoDeCapacidad,
} from '@div/contract'
import { MultiSelect, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../shared/api-client.ts'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import { type CapabilityForm, NUEVOS, type ObjetivoFieldsProps } from './capabilities-api.ts'
import { leaveHerramienta, TIPO_LABELS } from './capability-state.ts'
import { chosenOf, HerramientaFields, usePermitidas } from './herramienta-fields.tsx'

interface FieldsProps {
  form: CapabilityForm
  mayChange: boolean
}

const TIPOS: readonly TipoDeCapacidad[] = ['proceso', 'tabla', 'coleccion', 'herramienta']

/** What a capability does: of each kind its own. */
export function ObjetivoFields({ form, mayChange }: FieldsProps) {
  const { objetivo } = form.draft
  const permitidas = usePermitidas(objetivo.tipo === 'herramienta' ? objetivo.servidorId : '')
  return (
    <>
      <Select
        label="Qué usa"
        data-campo="objetivo"
        allowDeselect={false}
        disabled={!mayChange}
        data={TIPOS.map((value) => ({ value, label: TIPO_LABELS[value] }))}
        value={objetivo.tipo}
        onChange={(chosen) => {
          const tipo = TIPOS.find((each) => each === chosen)
          // Only a proceso is published by MCP.
          if (tipo && tipo !== objetivo.tipo)
            form.change({
              // What the tool said of itself goes with it.
              ...leaveHerramienta(form.draft, chosenOf(permitidas, objetivo)),
              objetivo: NUEVOS[tipo],
              escribe: mayWrite({ tipo }),
              enMcp: form.draft.enMcp && tipo === 'proceso',
            })
        }}
      />
      {objetivo.tipo === 'proceso' && <ProcesoField form={form} mayChange={mayChange} />}
      {objetivo.tipo === 'tabla' && <TablaFields form={form} mayChange={mayChange} objetivo={objetivo} />}
      {objetivo.tipo === 'coleccion' && (
        <ColeccionFields form={form} mayChange={mayChange} objetivo={objetivo} />
      )}
      {objetivo.tipo === 'herramienta' && (
        <HerramientaFields form={form} mayChange={mayChange} objetivo={objetivo} />
      )}
    </>
  )
}

function ProcesoField({ form: { draft, change, errors }, mayChange }: FieldsProps) {
  const { objetivo } = draft
  return (
    <ResourceSelect<ProcesoResumen>
      resource="procesos"
      label="Proceso"
      description="Lo que hace, en su versión publicada. Sus entradas son lo que se le pide al modelo."
      withAsterisk
      disabled={!mayChange}
      noteOf={({ versionPublicada }) => (versionPublicada === null ? 'Sin publicar' : null)}
      {...campoOf(errors, 'objetivo.procesoId')}
      value={objetivo.tipo === 'proceso' ? objetivo.procesoId || null : null}
      onChange={(procesoId) => change({ objetivo: { tipo: 'proceso', procesoId: procesoId ?? '' } })}
    />
  )
}

function TablaFields({ form: { change, errors }, mayChange, objetivo }: ObjetivoFieldsProps<'tabla'>) {
  const { tablaId, claves, columnas, limite } = objetivo
  const { data: tabla } = useQuery({
    queryKey: ['tablas', 'nombre', tablaId],
    queryFn: ({ signal }) => callApi<TablaGuardada>('GET', `tablas/${tablaId}`, { signal }),
    enabled: tablaId !== '',
  })
  const offered = tabla?.columnas.map(({ nombre }) => nombre) ?? [...new Set([...claves, ...columnas])]
  const set = (fields: Partial<typeof objetivo>) => change({ objetivo: { ...objetivo, ...fields } })
  return (
    <>
      <ResourceSelect<TablaResumen>
        resource="tablas"
        label="Tabla"
        withAsterisk
        disabled={!mayChange}
        {...campoOf(errors, 'objetivo.tablaId')}
        value={tablaId || null}
        onChange={(chosen) => set({ tablaId: chosen ?? '', claves: [], columnas: [] })}
      />
      <MultiSelect
        label="Columnas por las que se busca"
        description="Lo que se le pide al modelo: una o varias."
        withAsterisk
        disabled={!mayChange || tablaId === ''}
        data={offered}
        {...campoOf(errors, 'objetivo.claves')}
        value={claves}
        onChange={(chosen) => set({ claves: chosen })}
      />
      <MultiSelect
        label="Columnas que se muestran"
        description="El modelo no ve ninguna otra."
        withAsterisk
        disabled={!mayChange || tablaId === ''}
        data={offered}
        {...campoOf(errors, 'objetivo.columnas')}
        value={columnas}
        onChange={(chosen) => set({ columnas: chosen })}
      />
      <NumberInput
        label="Máximo de filas"
        min={1}
        max={100}
        allowDecimal={false}
        readOnly={!mayChange}
        {...campoOf(errors, 'objetivo.limite')}
        value={limite}
        onChange={(value) => set({ limite: Number(value) })}
      />
    </>
  )
}

function ColeccionFields({
  form: { change, errors },
  mayChange,
  objetivo,
}: ObjetivoFieldsProps<'coleccion'>) {
  return (
    <>
      <ResourceSelect<ColeccionDeRagResumen>
        resource="rag"
        label="Colección"
        description="Quien no ve la colección tampoco la busca con un agente."
        withAsterisk
        disabled={!mayChange}
        {...campoOf(errors, 'objetivo.coleccionId')}
        value={objetivo.coleccionId || null}
        onChange={(coleccionId) => change({ objetivo: { ...objetivo, coleccionId: coleccionId ?? '' } })}
      />
      <NumberInput
        label="Máximo de pasajes"
        min={1}
        max={20}
        allowDecimal={false}
        readOnly={!mayChange}
        {...campoOf(errors, 'objetivo.limite')}
        value={objetivo.limite}
        onChange={(limite) => change({ objetivo: { ...objetivo, limite: Number(limite) } })}
      />
    </>
  )
}
