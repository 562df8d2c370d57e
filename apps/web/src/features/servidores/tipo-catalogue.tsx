import type { TipoServidor } from '@div/contract'
import { PageHeader } from '@div/ui'
import {
  Anchor,
  Button,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { iconOfTipo } from '../../shared/servidores/tipo-icon.tsx'
import { groupTipos } from './group-tipos.ts'
import classes from './tipo-catalogue.module.css'

interface TipoCatalogueProps {
  /** Undefined until they are known. */
  tipos: readonly TipoServidor[] | undefined
  onChoose: (tipoServidor: string) => void
  /** Absent: there are no others. */
  onAll?: (() => void) | undefined
}

/** What a new servidor can be. */
export function TipoCatalogue({ tipos, onChoose, onAll }: TipoCatalogueProps) {
  const [q, setQ] = useState('')
  const groups = groupTipos(tipos ?? [], q)
  return (
    <Stack gap="lg" maw={1_080}>
      <div>
        <Anchor component={Link} to="/servidores" size="sm" c="dimmed">
          <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> Servidores
        </Anchor>
        <PageHeader title="Nuevo servidor" summary="Elija con qué sistema va a hablar." />
      </div>
      <TextInput
        type="search"
        aria-label="Buscar un tipo"
        placeholder="Buscar un tipo…"
        maw={320}
        autoFocus
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {tipos === undefined && (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} role="status" aria-label="Cargando...">
          {[0, 1, 2, 3, 4, 5].map((card) => (
            <Skeleton key={card} height={84} />
          ))}
        </SimpleGrid>
      )}
      {groups.map(({ grupo, label, tipos: held }) => (
        <section key={grupo} aria-label={label}>
          <Title order={2} size="h4" mb="sm">
            {label}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {held.map((tipo) => (
              <TipoCard key={tipo.tipoServidor} tipo={tipo} onChoose={onChoose} />
            ))}
          </SimpleGrid>
        </section>
      ))}
      {tipos !== undefined && groups.length === 0 && (
        <Text c="dimmed" role="status">
          Ningún tipo se llama así. Un sistema sin tipo propio se alcanza muchas veces como «Servicio REST».
        </Text>
      )}
      {onAll && (
        <div>
          <Button variant="default" onClick={onAll}>
            Ver todos los tipos
          </Button>
        </div>
      )}
    </Stack>
  )
}

function TipoCard({ tipo, onChoose }: { tipo: TipoServidor; onChoose: (tipoServidor: string) => void }) {
  const { tipoServidor, label, summary } = tipo
  const Icon = iconOfTipo(tipoServidor)
  return (
    <UnstyledButton className={classes.card} onClick={() => onChoose(tipoServidor)}>
      <span className={classes.icon}>
        <Icon size={22} stroke={1.5} aria-hidden />
      </span>
      <span>
        <Text span display="block" fw={600} size="md">
          {label}
        </Text>
        <Text span display="block" size="sm" c="dimmed">
          {summary}
        </Text>
      </span>
    </UnstyledButton>
  )
}
