import type { EfectoDeRestaurar, Restauracion } from '@div/contract'
import { type ListColumn, ListTable } from '@div/ui'
import { Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { RECURSO_LABELS } from '../../shared/usos/recurso-labels.ts'
import classes from './configuracion.module.css'

const EFECTOS: Readonly<Record<EfectoDeRestaurar, { color: string; would: string; did: string }>> = {
  conflicto: { color: 'red', would: 'En conflicto', did: 'En conflicto' },
  reemplazar: { color: 'yellow', would: 'Se reemplaza', did: 'Reemplazado' },
  crear: { color: 'green', would: 'Se crea', did: 'Creado' },
  dejar: { color: 'gray', would: 'Igual', did: 'Igual' },
}

type Row = Restauracion['elementos'][number]
const nothing = () => undefined

/** What restoring does to each thing; what changes stands before what stays. */
export function RestauracionPreview({ plan }: { plan: Restauracion }) {
  const { simulada, creada, version, cuentas, elementos, soloAqui } = plan
  const [chosen] = useState(() => new Set(COLUMN_KEYS))
  const words = simulada ? 'would' : 'did'
  const columns: readonly ListColumn<Row>[] = [
    { key: 'nombre', title: 'Nombre', render: ({ nombre }) => nombre },
    {
      key: 'recurso',
      title: 'Qué es',
      width: 128,
      from: 320,
      render: ({ recurso }) => RECURSO_LABELS[recurso] ?? recurso,
    },
    {
      key: 'efecto',
      title: simulada ? 'Qué pasaría' : 'Qué pasó',
      width: 136,
      render: ({ efecto }) => <Badge color={EFECTOS[efecto].color}>{EFECTOS[efecto][words]}</Badge>,
    },
    {
      key: 'detalle',
      title: 'Detalle',
      from: 620,
      render: ({ detalle }) => (
        <Text size="sm" truncate title={detalle ?? ''}>
          {detalle}
        </Text>
      ),
    },
  ]
  return (
    <section aria-label={simulada ? 'Qué cambiaría' : 'Qué cambió'}>
      <Text size="sm" mb="sm">
        La copia se hizo <TimeAgo at={creada} /> con DIV {version}.
        {soloAqui > 0 && ` Aquí hay ${soloAqui} elementos que no están en ella: se quedan.`}
      </Text>
      <Group gap="sm" mb="md">
        {(['crear', 'reemplazar', 'dejar', 'conflicto'] as const).map((efecto) => (
          <Badge key={efecto} size="lg" color={cuentas[efecto] === 0 ? 'gray' : EFECTOS[efecto].color}>
            {EFECTOS[efecto][words]}: {cuentas[efecto].toLocaleString('es')}
          </Badge>
        ))}
      </Group>
      <div className={classes.preview}>
        <ListTable
          label={simulada ? 'Qué cambiaría' : 'Qué cambió'}
          columns={columns}
          chosen={chosen}
          total={elementos.length}
          rowAt={(index) => elementos[index]}
          onRange={nothing}
          orden=""
          onOrden={nothing}
        />
      </div>
    </section>
  )
}

const COLUMN_KEYS = ['nombre', 'recurso', 'efecto', 'detalle']
